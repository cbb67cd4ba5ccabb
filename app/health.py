"""Whether a served page really shows its views: ``python -m app.health URL`` exits 0 or 1.

An app that fails still answers HTTP 200, with an empty page; the rendered content tells.
"""

import sys
from urllib.request import urlopen

MARK = '<section class="view '


def problem(url: str) -> str:
    """What is wrong with the page at this address; empty when nothing is."""
    try:
        with urlopen(url, timeout=8) as response:
            page = response.read().decode("utf-8", "replace")
    except OSError as error:
        return f"{url} does not answer: {error}"
    return (
        ""
        if MARK in page and 'id="opening"' in page and "data-root-id" in page
        else f"{url} answers without its views"
    )


if __name__ == "__main__":
    sys.exit(problem(sys.argv[1]) or 0)
