"""The page as a server sends it: whole, in one piece, and free of what others typed into a link."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin
from urllib.request import urlopen

import pytest

from app.health import problem
from widgets.bundles import dist
from widgets.tilt.explorer import TILT

Fetch = Callable[[str], str]
NAMESPACES = "http://www.w3.org/"


@pytest.fixture(scope="module")
def fetch(server: Any) -> Fetch:
    """The text of the page for a query."""

    def get(query: str = "") -> str:
        with urlopen(server.url + query, timeout=30) as response:
            assert response.status == 200
            return response.read().decode("utf-8")

    return get


def test_every_view_has_its_place(fetch: Fetch) -> None:
    html = fetch("")
    assert html.count("data-root-id=") == 1
    layout = json.loads(re.findall(r'id="opening">(.*?)</script>', html)[0])["layout"]
    inside = [place for column in layout["columns"] for place in column]
    shown = [*layout["above"], *inside, *layout["below"]]
    assert sorted(shown) == sorted([*TILT.views, "controls"])
    assert html.count('<div class="explorer"></div>') == 1


def test_libraries_wait_in_a_template(fetch: Fetch) -> None:
    """Inert, until the page's own script has drawn the pictures."""
    html = fetch("")
    (late,) = re.findall(r'<template id="link">(.*?)</template>', html, re.DOTALL)
    assert "bokeh.min.js" in late and "panel.min.js" in late and "docs_json" in late
    unused = "tabulator|luxon|bokeh-gl|es-module-shims"
    assert not re.search(unused, "".join(re.findall(r"<[^>]*>", late)))
    early = html.replace(late, "")
    assert "bokeh" not in early.lower()
    (script,) = re.findall(r'<script type="module" src="([^"]+)"></script>', early)
    assert f'<link rel="modulepreload" href="{script}">' in early


def test_the_script_may_be_kept_for_ever(server: Any, fetch: Fetch) -> None:
    """Its address names what it holds, and is the one that Panel's model has."""
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', fetch(""))
    assert re.fullmatch(
        r"\./components/widgets\.link/TiltLink/_bundle_path/dist/tilt\.js\?v=[0-9a-f]{16}", script
    )
    with urlopen(urljoin(server.url, script), timeout=30) as response:
        assert response.headers["Content-Type"].endswith("/javascript")
        assert "max-age=315360000" in response.headers["Cache-Control"]
        assert response.read().decode("utf-8") == dist("tilt.js")


def test_only_scripts_are_served_by_that_address(server: Any) -> None:
    for path in ("dist/../link.py", "link.py", "dist/page.css", "../README.md"):
        address = f"/components/widgets.link/TiltLink/_bundle_path/{path}"
        with pytest.raises(HTTPError):
            urlopen(urljoin(server.url, address), timeout=30)


def test_the_health_check_agrees(server: Any) -> None:
    assert problem(server.url) == ""
    assert "does not answer" in problem("http://localhost:9/app")
    assert problem(server.url + "/nothing-here") != ""


def test_the_health_check_as_a_container_runs_it(server: Any, root: Path) -> None:
    """By its exit code, and with the reason where it fails."""

    def check(url: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "app.health", url]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        return done.returncode, done.stderr

    assert check(server.url) == (0, "")
    code, reason = check("http://localhost:9/app")
    assert code == 1 and "does not answer" in reason


def test_nothing_is_fetched_from_elsewhere(fetch: Fetch) -> None:
    html = fetch("")
    addresses = re.findall(r"https?://[^\s\"'<>\\)]+", html)
    assert all(address.startswith(NAMESPACES) for address in addresses), addresses
    markup = re.sub(r"(<script[^>]*>).*?</script>", r"\1", html, flags=re.DOTALL)
    fetched = re.findall(r'(?:src|href)="([^"]*)"', markup)
    assert all(re.match(r"(static/|\./components/|[?#]|data:)", a) for a in fetched), fetched


def test_the_page_names_itself(fetch: Fetch) -> None:
    html = fetch("")
    assert '<html lang="en" data-page>' in html
    assert "<title>Tilt · The KL leash</title>" in html
    assert html.count("<h1") == 1
    assert "<noscript>" in html


def test_a_known_view_is_marked_in_the_navigation(fetch: Fetch) -> None:
    html = fetch("?view=tilt")
    assert re.search(r'<a href="\?view=tilt" data-key="tilt" aria-current="page">Tilt</a>', html)
    assert '<p class="notice" role="status">There' not in html


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", '"><img src=x>', "{{ 7*7 }}"])
def test_an_unknown_view_is_quoted_harmlessly(fetch: Fetch, asked: str) -> None:
    html = fetch("?view=" + quote(asked))
    assert "There is no explorer" in html
    assert "There are: tilt" in html
    if "<" in asked:
        assert asked not in html
    assert "49" not in re.findall(r"no explorer “(.*?)”", html)[0]


ABSURD = {
    "a megabyte": "?beta=" + "1" * 1_000_000,
    "half a header": "?beta=" + "1" * 30_000,
    "NUL": "?beta=%00&scenario=a%00b",
    "script": "?scenario=%3Cscript%3Ealert(1)%3C/script%3E&T=%22%3E%3Cimg%20src=x%20onerror=1%3E",
    "no number": "?beta=NaN&T=1e999&piT=-0",
    "template": "?beta=%7B%7B7*7%7D%7D&scenario=%7B%25%20raw%20%25%7D",
    "bytes": "?beta=%FF%FE&view=%ED%A0%80",
    "thousand keys": "?" + "&".join(f"k{i}={i}" for i in range(1000)),
}


@pytest.mark.parametrize("query", ABSURD.values(), ids=ABSURD)
def test_an_absurd_link_is_answered_and_quoted_harmlessly(
    server: Any, fetch: Fetch, query: str
) -> None:
    try:
        html = fetch(query)
    except (HTTPError, ConnectionError, URLError):
        # Refused before it reaches the app; the server goes on.
        assert len(query) > 60_000
    else:
        assert 'id="opening"' in html
        assert "<script>alert" not in html and "<img src=x" not in html
        assert "\x00" not in html
    assert "<title>Tilt" in fetch("")


def test_bytes_that_are_no_text_do_no_harm(fetch: Fetch) -> None:
    assert "There is no explorer “\ufffd”" in fetch("?view=%FF")


def test_every_session_is_another(fetch: Fetch) -> None:
    tokens = {re.findall(r'"token":"([^"]+)"', fetch(""))[0] for _ in range(3)}
    assert len(tokens) == 3


def test_a_process_that_has_opened_nothing_serves_the_scripts(serve_app: Any, fetch: Fetch) -> None:
    """The page may have come from another process than the one that is asked for its script."""
    script = re.search(r'<script type="module" src="\./([^"]+)"', fetch(""))
    assert script is not None
    with serve_app() as fresh:
        origin = fresh.url.removesuffix("/app")
        with urlopen(f"{origin}/{script[1]}", timeout=30) as answer:
            assert answer.status == 200 and "max-age" in answer.headers["Cache-Control"]
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{origin}/{script[1].replace('TiltLink', 'OtherLink')}", timeout=30)
