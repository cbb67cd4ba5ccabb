"""A finger: it scrolls where it goes up or down, and moves what it goes along."""

from typing import Any

import pytest
from estimate_page import EstimatePage
from playwright.sync_api import Locator, Page, expect
from tilt_page import TiltPage

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def swipe(page: Page, start: tuple[float, float], by: tuple[float, float], steps: int = 12) -> None:
    """A finger that lands, goes a way, and is lifted."""
    session = page.context.new_cdp_session(page)
    for i in range(steps + 1):
        x, y = start[0] + by[0] * i / steps, start[1] + by[1] * i / steps
        kind = "touchMove" if i else "touchStart"
        at = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", at)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def on(slider: Locator, share: float) -> tuple[float, float]:
    """A place on a slider, so far along it."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


@pytest.fixture
def phone(open_page: Any, server: Any) -> TiltPage:
    tilt: TiltPage = open_page(server.url, reduced_motion="reduce", **PHONE)
    return tilt.drawn()


def test_a_finger_that_scrolls_moves_no_slider(phone: TiltPage) -> None:
    top = "() => Math.round(scrollY)"
    place = on(phone.beta, 0.75)
    before = phone.page.evaluate(top)
    swipe(phone.page, place, (0, -200))
    phone.page.wait_for_function("before => scrollY > before + 100", arg=before)
    expect(phone.beta).to_have_attribute("aria-valuetext", "β 1")
    # Nor stands its knob elsewhere than its value.
    knob = phone.beta.evaluate("range => Number(range.value) / Number(range.max)")
    assert 0.3 < knob < 0.7
    phone.page.evaluate("() => scrollTo(0, 0)")
    expect(phone.temperature).to_be_in_viewport()
    swipe(phone.page, on(phone.temperature, 0.1), (3, -150))
    phone.page.wait_for_function("() => scrollY > 50")
    phone.page.evaluate("() => scrollTo(0, 0)")
    expect(phone.temperature).to_have_attribute("aria-valuetext", "T 0.5")
    expect(phone.switch).not_to_be_checked()


def test_a_finger_along_a_slider_moves_it(phone: TiltPage) -> None:
    swipe(phone.page, on(phone.beta, 0.5), (-300, 4))
    expect(phone.beta).to_have_attribute("aria-valuetext", "β 0.05")


def test_a_tap_on_a_slider_moves_it(phone: TiltPage) -> None:
    phone.page.touchscreen.tap(*on(phone.beta, 0.999))
    expect(phone.beta).to_have_attribute("aria-valuetext", "β 10")


def test_a_run_is_played_from_the_folded_bar(open_page: Any, server: Any) -> None:
    page = EstimatePage(open_page(f"{server.url}?view=estimate", **PHONE).page).drawn()
    page.page.evaluate("() => scrollTo({top: 1200, behavior: 'instant'})")
    unfold = page.page.get_by_role("button", name="All controls")
    expect(unfold).to_be_visible()
    for gone in (page.one, page.reset):
        expect(gone).to_be_hidden()
    page.play.tap()
    expect(page.pause).to_be_in_viewport()
    page.more_than(400)
    page.pause.tap()
    expect(page.play).to_be_in_viewport()
    expect(unfold).to_have_attribute("aria-expanded", "false")
