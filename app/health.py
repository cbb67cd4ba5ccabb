"""Whether a served page really shows its views: ``python -m app.health URL`` exits 0 or 1.

An app that fails still answers HTTP 200, with an empty page; the rendered content tells.
"""

import json
import re
import sys
from urllib.request import urlopen

OPENING = re.compile(r'<script type="application/json" id="opening">(.*?)</script>', re.DOTALL)


def problem(url: str) -> str:
    """What is wrong with the page at this address; empty when nothing is."""
    try:
        with urlopen(url, timeout=8) as response:
            page = response.read().decode("utf-8", "replace")
    except OSError as error:
        return f"{url} does not answer: {error}"
    return f"{url} answers without its views" if not _is_page(page) else _failure(url, page)


def _is_page(page: str) -> bool:
    return "data-root-id" in page and OPENING.search(page) is not None


def _failure(url: str, page: str) -> str:
    views = json.loads(OPENING.findall(page)[0])["views"]
    failed = [f"{place}: {view['failure']}" for place, view in views.items() if view["failure"]]
    return f"{url} has views that failed. {'; '.join(failed)}" if failed else ""


if __name__ == "__main__":
    sys.exit(problem(sys.argv[1]) or 0)
