"""For those who do not see it, or do not use a mouse: names, spoken values, and an audit."""

import re
from itertools import pairwise
from typing import Any

import pytest
from figures import At
from measures import violations
from playwright.sync_api import expect
from tilt_page import TiltPage

WORD = re.compile(r"\w")


def test_an_audit(tilt: TiltPage) -> None:
    """One of each shape of pictures."""
    for key in ("worked", "flattery", "verifier"):
        tilt.scenario.select_option(key)
        tilt.shows(At(key))
        assert violations(tilt.page) == [], key


def test_an_audit_of_what_a_theme_can_change(open_page: Any, server: Any) -> None:
    """The scenario in which every colour is on the page."""
    link = f"{server.url}?scenario=flattery&piT=1"
    tilt = open_page(link, color_scheme="dark").drawn()
    tilt.shows(At("flattery", shown=True))
    assert violations(tilt.page, "color-contrast") == []


@pytest.mark.parametrize("theme", ["dark"])
def test_an_audit_on_a_phone(open_page: Any, server: Any, theme: str) -> None:
    tilt = open_page(server.url, color_scheme=theme, viewport={"width": 390, "height": 844}).drawn()
    tilt.switch.click()
    tilt.type(tilt.typed_beta, "abc")
    expect(tilt.view("controls").get_by_role("alert").first).to_contain_text("abc")
    assert violations(tilt.page) == []
    tilt.view("readouts").scroll_into_view_if_needed()
    expect(tilt.page.get_by_role("button", name="All controls")).to_be_visible()
    assert violations(tilt.page) == []


def test_every_control_has_a_name(tilt: TiltPage) -> None:
    controls = tilt.page.locator("input, select, button, a[href], textarea").all()
    assert len(controls) > 12
    for control in controls:
        if control.evaluate("control => control.checkVisibility()"):
            expect(control).to_have_accessible_name(WORD)


def test_every_slider_speaks_its_value(tilt: TiltPage) -> None:
    tilt.type(tilt.typed_beta, "0.5")
    tilt.temperature.press("Home")
    expect(tilt.beta).to_have_attribute("aria-valuetext", "β 0.5")
    expect(tilt.temperature).to_have_attribute("aria-valuetext", "T 0.1")
    for slider in tilt.page.get_by_role("slider").all():
        expect(slider).to_have_attribute("aria-valuetext", WORD)


def test_every_picture_is_named_and_says_its_sentence(tilt: TiltPage) -> None:
    names = {
        "tree": "Token tree at β 1: .*bb.*",
        "bars": "Response bars at β 1: .*bb.*",
        "plane": "Reward–KL plane: π\\* at β 1 .*",
    }
    for place, name in names.items():
        expect(tilt.picture(place)).to_have_accessible_name(re.compile(name))


def test_everything_is_reached_by_tab_in_reading_order(tilt: TiltPage) -> None:
    order = [
        tilt.page.get_by_role("link", name="Skip to the content"),
        tilt.page.get_by_role("link", name="Tilt"),
        tilt.page.get_by_role("link", name="Estimate"),
        tilt.page.get_by_role("button", name="Share"),
        tilt.page.get_by_role("button", name="Dark theme"),
        tilt.scenario,
        tilt.typed_beta,
        tilt.beta,
        tilt.typed_temperature,
        tilt.temperature,
        tilt.switch,
        tilt.view("tree").get_by_role("slider"),
        tilt.view("bars").get_by_role("slider"),
        tilt.frontier,
        *tilt.view("guide").get_by_role("button").all(),
    ]
    for stop in order:
        tilt.page.keyboard.press("Tab")
        expect(stop).to_be_focused()


def test_headings_make_an_outline(tilt: TiltPage) -> None:
    levels = tilt.page.get_by_role("heading").evaluate_all(
        "all => all.map(heading => Number(heading.tagName[1]))"
    )
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_with_reduced_motion_it_works_the_same(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url, reduced_motion="reduce").drawn()
    expect(tilt.page.locator("html")).to_have_css("scroll-behavior", "auto")
    tilt.beta.press("Home")
    tilt.shows(At(beta=0.05))
    running = tilt.page.evaluate("() => document.getAnimations().length")
    assert running == 0
