"""Explorers in somebody's Panel app: drawn there, moved from both sides, each for itself."""

import re
from typing import Any

import pytest
from component_page import PICTURES, Shown
from figures import At
from measures import OVERFLOW, TEXT_SIZES
from palette import PALETTE
from playwright.sync_api import Page, expect

VIEWS = {
    "tilt": ("sentence", "tree", "plane", "bars", "readouts", "guide"),
    "estimate": ("sentence", "histograms", "curves", "table", "guide"),
}
SIZES = {1440: 900, 390: 844}
# The script that draws an explorer is a module that anybody can import. What does it say of this?
MOUNT = """async opening => {
  const loaded = () => performance.getEntriesByType("resource").map(({name}) => name);
  const script = () => loaded().find(name => name.includes("/tilt.js"));
  while (!script()) await new Promise(requestAnimationFrame);
  const {mount} = await import(script());
  const channel = {attach() {}, send() {}, require() {}};
  const element = document.createElement("div");
  try { mount(element, opening, channel); } catch (error) { return String(error); }
}"""


@pytest.fixture
def page(open_page: Any, address: str) -> Page:
    """Both side by side."""
    page: Page = open_page(address).page
    both(page)
    return page


def both(page: Page) -> tuple[Shown, Shown]:
    return Shown(page, "tilt").drawn(), Shown(page, "estimate").drawn()


def rgb(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_both_are_drawn_where_there_is_room(
    open_page: Any, address: str, width: int, theme: str
) -> None:
    other = {"light": "dark", "dark": "light"}[theme]
    size = {"width": width, "height": SIZES[width]}
    # Of Panel's theme, and not of the system's.
    url = f"{address}?theme={theme if theme == 'dark' else 'default'}"
    page = open_page(url, viewport=size, color_scheme=other).page
    for shown in both(page):
        assert page.evaluate(OVERFLOW) <= 0
        expect(shown.root).to_have_css("background-color", rgb(PALETTE[theme]["ground"]))
        ink = rgb(PALETTE[theme]["ink"])
        expect(shown.root.get_by_role("heading").first).to_have_css("color", ink)
        for place in VIEWS[shown.key]:
            expect(shown.view(place)).to_be_visible()
        for place in PICTURES[shown.key]:
            box = shown.picture(place).bounding_box()
            assert box is not None and box["height"] >= 250, place
            sizes = shown.picture(place).locator("text").evaluate_all(TEXT_SIZES)
            assert sizes and min(size for _, size in sizes) > 10.99, place
    beside = [shown.root.bounding_box() for shown in both(page)]
    assert beside[0] and beside[1]
    assert (beside[0]["y"] == beside[1]["y"]) is (width == 1440)
    assert all(box and box["width"] == min(width, 720) for box in beside)


def test_a_slider_moves_the_pictures_of_its_own(page: Page) -> None:
    tilt, estimate = both(page)
    still = estimate.says()
    tilt.beta.press("End")
    tilt.shows(At(beta=10))
    assert estimate.says() == still
    moved = tilt.says()
    estimate.slider("Flatness f of π").press("End")
    expect(estimate.picture("curves")).to_have_attribute("aria-label", re.compile("At f 0.9 "))
    assert tilt.says() == moved


def test_python_hears_of_what_the_picture_says(page: Page) -> None:
    tilt, estimate = both(page)
    expect(page.get_by_text("β is 0.5 on worked, N is 16.")).to_be_visible()
    tilt.root.get_by_role("slider", name="β, along the frontier").press("Home")
    expect(page.get_by_text("β is 10 on worked, N is 16.")).to_be_visible()
    expect(page.get_by_text("Heard β 10.")).to_be_visible()
    tilt.scenario.select_option("verifier")
    estimate.slider("Tokens N").press("End")
    expect(page.get_by_text("β is 10 on verifier, N is 256.")).to_be_visible()


def test_a_button_of_the_app_moves_the_picture(page: Page) -> None:
    tilt, estimate = both(page)
    still = estimate.says()
    page.get_by_role("button", name="Flattery on a short leash").click()
    tilt.shows(At("flattery", 0.2))
    expect(page.get_by_text("β is 0.2 on flattery, N is 16.")).to_be_visible()
    assert estimate.says() == still
    # And by hand from there.
    tilt.beta.press("Home")
    tilt.shows(At("flattery", 0.05))
    expect(page.get_by_text("Heard β 0.05.")).to_be_visible()


def test_a_widget_of_panel_and_the_slider_move_each_other(page: Page) -> None:
    tilt, _ = both(page)
    handle = page.locator(".noUi-handle")
    # Also where a sum of its steps is 0.6000000000000001.
    for beta in (0.55, 0.6, 0.65, 0.7):
        handle.press("ArrowRight")
        tilt.shows(At(beta=beta))
    tilt.beta.press("End")
    expect(handle).to_have_attribute("aria-valuenow", re.compile("^10"))


def test_a_value_typed_between_two_stops_becomes_one(page: Page) -> None:
    tilt, _ = both(page)
    typed = tilt.root.get_by_role("textbox", name="Leash β, typed value")
    typed.fill("0.333")
    typed.press("Enter")
    tilt.shows(At(beta=0.333))
    expect(page.get_by_text("β is 0.333 on worked, N is 16.")).to_be_visible()
    typed.fill("11")
    typed.press("Enter")
    expect(tilt.root.get_by_role("alert")).to_contain_text("0.05 to 10")
    tilt.shows(At(beta=0.333))


def test_a_run_is_played(page: Page) -> None:
    _, estimate = both(page)
    run = estimate.view("histograms").locator("p.run")
    expect(run).to_have_text("400 batches of N = 16, seed 0")
    estimate.root.get_by_role("combobox", name="Batches a frame").select_option("100")
    estimate.root.get_by_role("button", name="Play").click()
    expect(run).to_have_text(re.compile(r"^[\d,]{5,} batches of N = 16, seed 0$"))
    estimate.root.get_by_role("button", name="Pause").click()
    estimate.root.get_by_role("button", name="Reset the run").click()
    expect(run).to_have_text("A new run: no batches yet, seed 0")
    estimate.root.get_by_role("button", name="Draw one batch").click()
    expect(run).to_have_text("1 batch of N = 16, seed 0")


@pytest.mark.parametrize(
    ("opening", "missing"),
    [
        (None, "layout, controls, scales, stops, values, views, link; got nothing"),
        ({}, "layout, controls, scales, stops, values, views, link; got nothing"),
        ({"layout": {}, "values": {}}, "controls, scales, stops, views, link; got layout, values"),
    ],
)
def test_what_is_no_opening_is_refused_and_the_rest_works(
    page: Page, opening: Any, missing: str
) -> None:
    assert page.evaluate(MOUNT, opening) == f"TypeError: an opening needs {missing}"
    tilt, _ = both(page)
    tilt.beta.press("Home")
    tilt.shows(At(beta=0.05))


def scroll_past(shown: Shown) -> None:
    """Down to its last view."""
    shown.view("guide").scroll_into_view_if_needed()


@pytest.mark.parametrize("width", [1000, 390])
def test_where_it_is_narrow_its_bar_folds_within_it(
    open_page: Any, address: str, width: int
) -> None:
    page = open_page(address, viewport={"width": width, "height": 844}).page
    for shown in both(page):
        bar = shown.root.get_by_role("group", name="Controls")
        unfold = shown.root.get_by_role("button", name="All controls")
        first = bar.get_by_role("slider").first
        before = page.evaluate("() => document.scrollingElement.scrollHeight")
        scroll_past(shown)
        expect(unfold).to_be_visible()
        expect(first).to_be_in_viewport()
        folded, whole = bar.bounding_box(), shown.root.bounding_box()
        assert folded is not None and whole is not None
        assert whole["x"] + 16 == folded["x"] and folded["width"] == whole["width"] - 32
        assert 0 <= folded["y"] < 12 and folded["height"] < 60
        assert page.evaluate("() => document.scrollingElement.scrollHeight") == before
        first.press("Home")
        unfold.click()
        expect(bar.get_by_role("combobox").first).to_be_in_viewport()
        unfold.click()
        expect(bar.get_by_role("combobox").first).to_be_hidden()
        shown.view("sentence").scroll_into_view_if_needed()
        expect(unfold).to_be_hidden()


def test_where_it_is_wide_its_bar_stays_whole(page: Page) -> None:
    for shown in both(page):
        scroll_past(shown)
        bar = shown.root.get_by_role("group", name="Controls")
        expect(bar.get_by_role("combobox").first).to_be_in_viewport()
        expect(shown.root.get_by_role("button", name="All controls")).to_be_hidden()
