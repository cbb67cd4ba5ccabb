"""Views that fail: each says so in its own place, and all the others work on."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from figures import At
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

FAULTS = """
from dataclasses import replace

from widgets.tilt.explorer import TILT


def sometimes(solution, contents=TILT.views["tree"].contents):
    if solution.scenario.key == "blind-spot":
        raise RuntimeError("<b>no tree</b>")
    return contents(solution)


def never(solution):
    raise ValueError("<b>no bars</b>")


if TILT.views["bars"].contents.__name__ != "never":
    TILT.views["tree"] = replace(TILT.views["tree"], contents=sometimes)
    TILT.views["bars"] = replace(TILT.views["bars"], contents=never)
"""


@pytest.fixture
def faulty(changed_app: Any, serve_app: Any) -> Iterator[str]:
    """The address of an app whose bars cannot be built, nor its tree for one scenario."""
    with serve_app(changed_app(FAULTS)) as server:
        yield server.url


def complaint(tilt: TiltPage, place: str) -> Locator:
    return tilt.view(place).get_by_role("alert")


def shown_beta(tilt: TiltPage, beta: str) -> None:
    """The plane and the readouts, which are whole, follow."""
    expect(tilt.picture("plane")).to_have_attribute("aria-label", re.compile(f"β {beta} "))


def test_each_fault_stays_in_its_place(faulty: str, open_page: Any) -> None:
    tilt: TiltPage = open_page(faulty)
    expect(complaint(tilt, "bars")).to_have_text(
        "This view could not be drawn: ValueError: <b>no bars</b>"
    )
    expect(tilt.picture("tree")).to_be_visible()
    tilt.beta.press("Home")
    shown_beta(tilt, "0.05")
    tilt.scenario.select_option("blind-spot")
    expect(complaint(tilt, "tree")).to_contain_text("RuntimeError: <b>no tree</b>")
    expect(tilt.view("sentence")).to_contain_text("on cc")
    tilt.beta.press("End")
    shown_beta(tilt, "10")
    summary = At("blind-spot", 10.0).summary
    expect(tilt.view("readouts")).to_contain_text(f"{summary.star.reward[0]:.3f}")
    tilt.scenario.select_option("worked")
    expect(tilt.picture("tree")).to_have_attribute("aria-label", re.compile("β 10:"))
    expect(complaint(tilt, "tree")).to_have_count(0)
