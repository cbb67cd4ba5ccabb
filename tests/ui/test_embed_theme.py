"""The theme of a frame: light, or what its link says, or else what its host says."""

from pathlib import Path
from typing import Any

import pytest
from hosts import EVERY_MS, ICON, frame
from palette import PALETTE
from playwright.sync_api import Frame, Page, expect

TITLE = "The KL leash"
WEARS = "ground => getComputedStyle(document.documentElement).backgroundColor === ground"
DARK = (
    "<style>:root { background: #111; color: #eee } .day { background: #fff; color: #222 }</style>"
)
ASK = """theme => {
  addEventListener("message", () => { globalThis.answered = true; });
  frames[0].postMessage({klLeash: {theme, ask: "height"}}, "*");
}"""
NAMES = {"host": "that of the page around it", "auto": "that of the reader’s system"}


def wears(page: Page | Frame, theme: str) -> None:
    """Whatever scrolls out of sight."""
    ground = PALETTE[theme]["ground"]
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    page.wait_for_function(WEARS, arg=f"rgb({red}, {green}, {blue})", polling=EVERY_MS)


def code(page: Page, theme: str) -> str:
    """What Share gives for a frame of this theme."""
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("combobox", name="Theme").select_option(NAMES.get(theme, theme))
    return dialog.get_by_role("textbox", name="Embed it in a page").input_value()


@pytest.mark.parametrize(
    ("asked", "theme"), [("", "light"), ("&theme=dark", "dark"), ("&theme=auto", "dark")]
)
def test_in_a_dark_system(open_page: Any, server: Any, asked: str, theme: str) -> None:
    """A frame is light as most hosts are, unless its link asks for the system's theme."""
    page = open_page(f"{server.url}?view=tilt&embed=1{asked}", color_scheme="dark").page
    wears(page, theme)
    page.emulate_media(color_scheme="light")
    wears(page, "light" if theme == "light" or "auto" in asked else "dark")


def test_what_was_chosen_on_the_page_is_not_the_frames(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url).drawn()
    tilt.page.get_by_role("button", name="Dark theme").click()
    wears(tilt.page, "dark")
    tilt.page.goto(f"{server.url}?view=tilt&embed=1")
    wears(tilt.page, "light")


@pytest.mark.parametrize("script_first", [False, True])
def test_a_frame_wears_what_its_host_wears(
    host: tuple[Path, str], open_page: Any, server: Any, script_first: bool
) -> None:
    folder, origin = host
    parts = code(open_page(f"{server.url}?view=tilt").page, "host").partition("<script>")
    inside = "".join([*parts[1:], parts[0]] if script_first else parts)
    html = f"<!DOCTYPE html>{ICON}{DARK}<body>{inside}</body>"
    (folder / "dark.html").write_text(html, "utf-8")
    page: Page = open_page(f"{origin}/dark.html").page
    wears(frame(page, TITLE), "dark")
    page.evaluate("() => document.body.classList.add('day')")
    wears(frame(page, TITLE), "light")
    page.evaluate("() => document.body.classList.remove('day')")
    wears(frame(page, TITLE), "dark")


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_what_the_link_says_the_host_cannot_change(
    host: tuple[Path, str], open_page: Any, server: Any, theme: str
) -> None:
    folder, origin = host
    source = f"{server.url}?view=tilt&amp;embed=1&amp;theme={theme}"
    html = f"<!DOCTYPE html>{ICON}{DARK}<iframe src='{source}' title='{TITLE}'></iframe>"
    (folder / "settled.html").write_text(html, "utf-8")
    page: Page = open_page(f"{origin}/settled.html").page
    inner = frame(page, TITLE)
    worn, other = ("dark", "light") if theme == "dark" else ("light", "dark")
    wears(inner, worn)
    expect(inner.locator("html")).to_have_attribute("data-linked", "")
    page.evaluate(ASK, other)
    # Once the height is told, what came with the question has been read.
    page.wait_for_function("() => globalThis.answered")
    wears(inner, worn)


def test_the_code_says_the_theme_that_is_picked(open_page: Any, server: Any) -> None:
    page = open_page(f"{server.url}?view=tilt").page
    for theme, said in {"dark": "&amp;theme=dark", "auto": "&amp;theme=auto", "light": ""}.items():
        assert f'embed=1{said}"' in code(page, theme)
        assert "tellTheme" not in code_shown(page)
        page.keyboard.press("Escape")


def code_shown(page: Page) -> str:
    return page.get_by_role("textbox", name="Embed it in a page").input_value()
