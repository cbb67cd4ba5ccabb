"""What a reader must never meet: words over words, a page that jumps, figures out of reach."""

import json
import re
from typing import Any

import pytest
from estimate_page import EstimatePage
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

PHONE = {"width": 390, "height": 844}
LOW = {"width": 844, "height": 390}

# The words of the plane that are shown, and overlap: a line of type is less high than its box.
OVERLAPS = """() => {
  const svg = document.querySelector("section.view.plane").firstElementChild.shadowRoot.querySelector("svg[role=img]");
  const boxes = [...svg.querySelectorAll("text")].filter((text) => text.checkVisibility() && text.textContent.trim())
    .map((text) => [text.textContent, text.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 7;
  return boxes.flatMap(([a, box], i) => boxes.slice(i + 1).filter(([, other]) => meet(box, other)).map(([b]) => `${a} | ${b}`));
}"""  # noqa: E501

# A slider put at every second or so of its stops, and what is seen in the frame after.
SWEEP = """async (range, [see, every]) => {
  const seen = [], look = eval(see);
  for (let i = 0; i <= Number(range.max); i += every) {
    range.value = i;
    range.dispatchEvent(new Event("input"));
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    seen.push(look());
  }
  return seen;
}"""

# Where the first control and the first column stand.
PLACES = """() => ["controls", "columns"].map((name) => Math.round(
  document.querySelector(name === "columns" ? ".columns" : `section.view.${name}`).getBoundingClientRect().top + scrollY))"""  # noqa: E501


def sweep(range_: Locator, see: str, every: int = 2) -> list[Any]:
    seen: list[Any] = range_.evaluate(SWEEP, [see, every])
    return seen


@pytest.mark.parametrize(
    ("scenario", "temperature", "width"),
    [("blind-spot", 0.3, 1000), ("flattery", 2, 1000), ("blind-spot", 4, 390)],
)
def test_words_in_the_plane_keep_apart(
    open_page: Any, server: Any, scenario: str, temperature: float, width: int
) -> None:
    link = f"{server.url}?scenario={scenario}&piT=1&T={temperature}"
    tilt = open_page(link, viewport={"width": width, "height": 900}).drawn()
    assert not any(sweep(tilt.beta, OVERLAPS, 3))


@pytest.mark.parametrize("query", ["view=tilt&scenario=flattery", "view=estimate"])
def test_nothing_jumps_below_the_sentence(open_page: Any, server: Any, query: str) -> None:
    """However long what it says is: the control under a finger stays there."""
    page = open_page(f"{server.url}?{query}", viewport=PHONE).page
    slider = page.get_by_role("slider").first
    expect(slider).to_be_visible()
    assert len({tuple(at) for at in sweep(slider, PLACES)}) == 1


def test_in_a_low_window_the_first_slider_stays_in_reach(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(server.url, viewport=LOW).drawn()
    tilt.view("readouts").scroll_into_view_if_needed()
    expect(tilt.beta).to_be_in_viewport()
    expect(tilt.temperature).to_be_hidden()
    tilt.page.get_by_role("button", name="All controls").click()
    expect(tilt.temperature).to_be_in_viewport()
    expect(tilt.scenario).to_be_in_viewport()
    boxes = [control.bounding_box() for control in (tilt.scenario, tilt.beta, tilt.temperature)]
    tops = [box["y"] for box in boxes if box is not None]
    assert len(tops) == 3 and tops == sorted(set(tops))


def test_small_figures_keep_their_digits(open_page: Any, server: Any) -> None:
    page = EstimatePage(open_page(f"{server.url}?view=estimate&f=0.05&N=256").page).drawn()
    cells = page.read()["cells"]
    for name in ("k2_error", "k3_error", "k3_exact_spread"):
        assert float(cells[name]) > 0, cells[name]


def test_a_run_says_where_it_ends(open_page: Any, server: Any) -> None:
    page = EstimatePage(open_page(f"{server.url}?view=estimate").page).drawn()
    says = page.view("controls").get_by_role("status")
    expect(says).to_have_text("A run ends at 100,000 batches.")


def test_arrow_keys_follow_the_picture(tilt: TiltPage) -> None:
    handle = tilt.view("tree").get_by_role("slider")
    for key, response in (("ArrowDown", "ab"), ("ArrowDown", "ba"), ("ArrowUp", "ab")):
        handle.press(key)
        expect(handle).to_have_attribute("aria-valuetext", re.compile(f"^{response}:"))


def test_escape_puts_a_typed_value_back(tilt: TiltPage) -> None:
    tilt.typed_beta.fill("0.7")
    tilt.typed_beta.press("Escape")
    expect(tilt.typed_beta).to_have_value("1")
    expect(tilt.typed_beta).not_to_be_focused()


def test_with_the_systems_colours_sliders_and_keys_are_seen(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(server.url, forced_colors="active", color_scheme="dark").drawn()
    style = "part => { const {forcedColorAdjust, backgroundColor} = getComputedStyle(part); return JSON.stringify([forcedColorAdjust, backgroundColor]); }"  # noqa: E501
    key = tilt.view("bars").locator(".key i").first.evaluate(style)
    picture = tilt.view("tree").locator(".picture").evaluate(style)
    assert json.loads(key)[0] == json.loads(picture)[0] == "none"
    current = tilt.page.get_by_role("navigation").get_by_role("link")
    edges = [link.evaluate("a => getComputedStyle(a).borderBottomColor") for link in current.all()]
    assert len(set(edges)) == 2
