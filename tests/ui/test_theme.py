"""Light and dark: the system's choice or the reader's, switched in place and remembered."""

from typing import Any

import pytest
from palette import PALETTE
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

HTML_GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
THEMES = ("light", "dark")


def rgb(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


def button(tilt: TiltPage) -> Locator:
    return tilt.page.get_by_role("button", name="Dark theme")


def wears(tilt: TiltPage, theme: str) -> None:
    """The page, its cards, and what is drawn in their shadow roots are all of this theme."""
    palette = PALETTE[theme]
    expect(tilt.page.locator("html")).to_have_css("background-color", rgb(palette["ground"]))
    expect(tilt.view("tree")).to_have_css("background-color", rgb(palette["card"]))
    star = tilt.picture("plane").locator("circle.dot.star")
    expect(star).to_have_css("fill", rgb(palette["star"]))
    heading = tilt.view("bars").get_by_role("heading")
    expect(heading).to_have_css("color", rgb(palette["ink"]))
    expect(tilt.scenario).to_have_css("color", rgb(palette["ink"]))
    expect(button(tilt)).to_have_attribute("aria-pressed", str(theme == "dark").lower())


@pytest.mark.parametrize("theme", THEMES)
def test_it_follows_the_system(open_page: Any, server: Any, theme: str) -> None:
    tilt = open_page(server.url, color_scheme=theme).drawn()
    wears(tilt, theme)
    other = THEMES[1 - THEMES.index(theme)]
    tilt.page.emulate_media(color_scheme=other)
    wears(tilt, other)


@pytest.mark.parametrize("system", THEMES)
def test_it_is_switched_in_place_and_remembered(open_page: Any, server: Any, system: str) -> None:
    tilt = open_page(server.url, color_scheme=system).drawn()
    other = THEMES[1 - THEMES.index(system)]
    tilt.beta.press("Home")
    tilt.page.evaluate("() => { globalThis.untouched = true; }")
    button(tilt).click()
    wears(tilt, other)
    assert tilt.page.evaluate("() => globalThis.untouched") is True
    expect(tilt.beta).to_have_attribute("aria-valuetext", "β 0.05")
    tilt.page.reload()
    wears(tilt.drawn(), other)
    button(tilt).click()
    wears(tilt, system)


def test_the_remembered_theme_is_there_from_the_first_paint(open_page: Any, server: Any) -> None:
    """Set before the body is read, so that a dark page does not flash white."""
    tilt = open_page(server.url).drawn()
    button(tilt).click()
    tilt.page.route("**/static/**", lambda route: route.abort())
    tilt.page.goto("about:blank")
    assert tilt.page.evaluate(HTML_GROUND) != rgb(PALETTE["dark"]["ground"])
    tilt.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " globalThis.early = document.documentElement.dataset.theme; })"
    )
    tilt.page.unroute("**/static/**")
    tilt.page.goto(server.url)
    assert tilt.page.evaluate("() => globalThis.early") == "dark"
    wears(tilt.drawn(), "dark")


def test_a_reader_without_storage_can_switch_too(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url).drawn()
    tilt.page.add_init_script(
        "Object.defineProperty(globalThis, 'localStorage', {get() { throw new Error('no'); }});"
    )
    tilt.page.reload()
    tilt.drawn()
    button(tilt).click()
    wears(tilt, "dark")
