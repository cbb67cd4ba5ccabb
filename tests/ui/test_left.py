"""Explorers as they were left in a tab: the navigation leads back; no link is changed."""

from pathlib import Path
from typing import Any

import pytest
from estimate_page import EstimatePage
from figures import At
from playwright.sync_api import expect
from tilt_page import TiltPage

from app.explorers import EXPLORERS
from app.export import _page, site

LEFT = "view=tilt&scenario=flattery&beta=0.2"
BLOCKED = "Object.defineProperty(window, 'sessionStorage', {get() { throw new Error('blocked'); }})"


def go(page: Any, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name).click()
    expect(page).to_have_title(f"{name} · The KL leash")


def there_and_back(tilt: TiltPage) -> None:
    tilt.drawn().shows(At("flattery", 0.2))
    go(tilt.page, "Estimate")
    EstimatePage(tilt.page).drawn()
    go(tilt.page, "Tilt")


def test_an_explorer_comes_back_as_it_was_left(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?{LEFT}")
    there_and_back(tilt)
    tilt.drawn().shows(At("flattery", 0.2))
    # A link that says otherwise, or nothing, opens what it says.
    tilt.page.goto(f"{server.url}?view=tilt&beta=2")
    tilt.drawn().shows(At(beta=2.0))
    tilt.page.goto(server.url)
    tilt.drawn().shows(At())


def test_what_is_moved_last_is_what_comes_back(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?{LEFT}").drawn()
    tilt.beta.press("Home")
    tilt.page.wait_for_function("() => location.search.endsWith('beta=0.05')", polling=100)
    go(tilt.page, "Estimate")
    go(tilt.page, "Tilt")
    tilt.drawn().shows(At("flattery", 0.05))


def test_without_storage_it_opens_as_always(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page("about:blank")
    tilt.page.add_init_script(BLOCKED)
    tilt.page.goto(f"{server.url}?{LEFT}")
    there_and_back(tilt)
    tilt.drawn().shows(At())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The pages of the static site, and the one file that is asked for."""
    (tmp_path / "data").mkdir()
    for name, text in site([EXPLORERS[0]]):
        (tmp_path / name).write_text(text, "utf-8")
    for explorer in EXPLORERS:
        (tmp_path / f"{explorer.key}.html").write_text(_page(explorer, EXPLORERS), "utf-8")
    return tmp_path


def test_the_same_without_a_server(folder: Path, open_page: Any) -> None:
    tilt: TiltPage = open_page(f"file://{folder}/tilt.html#{LEFT}", may_complain=True)
    there_and_back(tilt)
    tilt.drawn().shows(At("flattery", 0.2))
    tilt.page.goto("about:blank")
    tilt.page.goto(f"file://{folder}/tilt.html")
    tilt.drawn().shows(At())
