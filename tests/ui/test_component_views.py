"""Components with some of their views, two of a kind in one Panel app."""

import re
from typing import Any

import pytest
from component_page import Shown
from figures import At
from playwright.sync_api import Page, expect


@pytest.fixture
def parts(open_page: Any, address: str) -> Page:
    """Two of a kind, with some of their views."""
    page: Page = open_page(f"{address}?page=parts").page
    for nth in (0, 1):
        expect(Shown(page, "tilt", nth).picture("plane")).to_be_visible()
    return page


def test_there_are_only_the_views_that_are_asked_for(parts: Page) -> None:
    for nth, places in enumerate((["sentence", "controls", "plane"], ["controls", "plane"])):
        there = Shown(parts, "tilt", nth).root.locator("section.view")
        names = there.evaluate_all("all => all.map(({classList}) => classList[1])")
        assert names == places
    # Alone, a picture has the whole width.
    box = Shown(parts, "tilt").picture("plane").bounding_box()
    assert box is not None and box["width"] > 1300


def test_two_of_a_kind_are_independent(parts: Page) -> None:
    one, other = Shown(parts, "tilt", 0), Shown(parts, "tilt", 1)
    one.shows(At(beta=2))
    other.shows(At("blind-spot"))
    one.beta.press("Home")
    one.shows(At(beta=0.05))
    expect(parts.get_by_text("0.05 worked")).to_be_visible()
    expect(parts.get_by_text("1.0 blind-spot")).to_be_visible()
    other.shows(At("blind-spot"))
    other.scenario.select_option("verifier")
    other.shows(At("verifier"))
    one.shows(At(beta=0.05))


def test_a_view_that_there_is_not_is_named_and_the_rest_works(parts: Page) -> None:
    words = re.compile("Tilt.views.*'plan'.*sentence, tree, plane, bars, readouts, guide")
    expect(parts.locator(".alert")).to_have_text(words)
    shown = Shown(parts, "tilt", 1)
    shown.beta.press("Home")
    shown.shows(At("blind-spot", 0.05))
