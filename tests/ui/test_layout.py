"""Three widths: nothing sticks out, pictures are large, type can be read, nothing jumps."""

import re
from dataclasses import replace
from typing import Any

import pytest
from figures import BETAS, At
from measures import OVERFLOW, TEXT_SIZES
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

from models.scenarios import SCENARIOS

PICTURES = ("tree", "plane", "bars")
PHONE = {"width": 390, "height": 844}
OUTSIDE = """texts => texts
  .filter(text => text.checkVisibility({opacityProperty: true}))
  .map(text => [text.textContent, text.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.left < -0.5 || box.right > innerWidth + 0.5))
  .map(([text]) => text)"""
TOP = "section => Math.round(section.getBoundingClientRect().top + scrollY)"
ROOM = """section => { const style = getComputedStyle(section);
  return section.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight); }"""


def at_width(open_page: Any, server: Any, width: int) -> TiltPage:
    tilt: TiltPage = open_page(server.url, viewport={"width": width, "height": 844})
    return tilt.drawn()


def each_scenario(tilt: TiltPage) -> Any:
    for key in SCENARIOS:
        tilt.scenario.select_option(key)
        tilt.shows(At(key))
        yield key


@pytest.mark.parametrize("width", [390, 800, 1440])
def test_nothing_sticks_out_and_pictures_fill_their_cards(
    open_page: Any, server: Any, width: int
) -> None:
    tilt = at_width(open_page, server, width)
    for key in each_scenario(tilt):
        assert tilt.page.evaluate(OVERFLOW) <= 0, key
        for place in PICTURES:
            box = tilt.picture(place).bounding_box()
            assert box is not None and box["height"] >= 250, (key, place)
            room = tilt.view(place).evaluate(ROOM)
            assert abs(box["width"] - room) <= 2, (key, place)
            assert tilt.picture(place).locator("text").evaluate_all(OUTSIDE) == [], (key, place)


@pytest.mark.parametrize("width", [390, 1440])
def test_type_in_pictures_can_be_read(open_page: Any, server: Any, width: int) -> None:
    tilt = at_width(open_page, server, width)
    for key in each_scenario(tilt):
        for place in PICTURES:
            sizes = tilt.picture(place).locator("text").evaluate_all(TEXT_SIZES)
            small = [text for text, size in sizes if size < 10.99]
            assert sizes and not small, (key, place, small)


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_moves_when_the_controls_do(open_page: Any, server: Any, width: int) -> None:
    tilt = at_width(open_page, server, width)
    before = tops(tilt)
    for slider, key in (
        (tilt.beta, "Home"), (tilt.beta, "End"), (tilt.temperature, "Home"), (tilt.beta, "Home"),
    ):  # fmt: skip
        slider.press(key)
        assert tops(tilt) == before, key
    tilt.shows(At(beta=0.05, temperature=0.1, shown=True))
    assert tops(tilt) == before


def tops(tilt: TiltPage) -> dict[str, int]:
    return {place: tilt.view(place).evaluate(TOP) for place in ("controls", *PICTURES, "guide")}


def test_a_wide_page_keeps_its_controls_in_reach(tilt: TiltPage) -> None:
    tilt.view("guide").scroll_into_view_if_needed()
    tilt.page.mouse.wheel(0, 500)
    expect(tilt.beta).to_be_in_viewport()
    tilt.beta.press("Home")
    tilt.shows(At(beta=0.05))


def scroll_to(tilt: TiltPage, top: int) -> None:
    tilt.page.evaluate("top => scrollTo({top, behavior: 'instant'})", top)


@pytest.fixture
def phone(open_page: Any, server: Any) -> TiltPage:
    tilt: TiltPage = open_page(
        server.url, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    return tilt.drawn()


def unfold(phone: TiltPage) -> Locator:
    return phone.page.get_by_role("button", name="All controls")


def test_on_a_phone_the_controls_fold_while_scrolling(phone: TiltPage) -> None:
    before = tops(phone)
    expect(unfold(phone)).to_be_hidden()
    scroll_to(phone, before["bars"])
    expect(unfold(phone)).to_be_visible()
    expect(phone.beta).to_be_in_viewport()
    expect(phone.scenario).to_be_hidden()
    bar = phone.page.get_by_role("group", name="Controls").bounding_box()
    assert bar is not None
    assert (bar["x"], round(bar["y"]), bar["width"]) == (0, 0, 390)
    assert bar["height"] < 100
    assert tops(phone) == before
    scroll_to(phone, 0)
    expect(unfold(phone)).to_be_hidden()
    expect(phone.scenario).to_be_visible()
    assert tops(phone) == before


def test_the_folded_bar_works_and_unfolds(phone: TiltPage) -> None:
    before = tops(phone)
    scroll_to(phone, before["tree"])
    # A frame later: until then its slider stands above the window, and the focus would lead there.
    expect(unfold(phone)).to_be_visible()
    phone.beta.press("ArrowRight")
    at = replace(At(), beta=BETAS[BETAS.index(1.0) + 1])
    phone.shows(at)
    unfold(phone).tap()
    expect(unfold(phone)).to_have_attribute("aria-expanded", "true")
    for control in (phone.scenario, phone.temperature, phone.switch, phone.typed_beta):
        expect(control).to_be_in_viewport()
    assert tops(phone) == before
    phone.temperature.press("Home")
    phone.shows(replace(at, temperature=0.1, shown=True))
    unfold(phone).tap()
    expect(unfold(phone)).to_have_attribute("aria-expanded", "false")
    expect(phone.scenario).to_be_hidden()


def test_a_tap_on_the_frontier_sets_beta(phone: TiltPage) -> None:
    star = phone.picture("plane").locator("circle.dot.star")
    star.scroll_into_view_if_needed()
    phone.beta.press("Home")
    phone.shows(At(beta=0.05))
    box, plane = star.bounding_box(), phone.picture("plane").bounding_box()
    assert box is not None and plane is not None
    phone.page.touchscreen.tap(plane["x"] + plane["width"] - 4, box["y"] + 60)
    expect(phone.beta).to_have_attribute("aria-valuetext", re.compile("β 0.(05|[12])"))


def test_a_narrow_window_that_grows_is_drawn_anew(open_page: Any, server: Any) -> None:
    tilt = at_width(open_page, server, 390)
    tilt.beta.press("Home")
    tilt.page.set_viewport_size({"width": 1440, "height": 900})
    tilt.page.wait_for_function(
        "([selector, room]) => document.querySelector(selector).clientWidth > room",
        arg=["section.tree", 600],
    )
    tilt.shows(At(beta=0.05))
    box = tilt.picture("tree").bounding_box()
    assert box is not None
    assert abs(box["width"] - tilt.view("tree").evaluate(ROOM)) <= 2
