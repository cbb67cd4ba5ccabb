"""The docs' notebook as an export of it is: its outputs in a page, and no Python behind them."""

import re
from pathlib import Path
from typing import Any

import pytest
from component_page import Shown
from figures import At
from measures import OVERFLOW
from playwright.sync_api import Page, expect


@pytest.fixture
def exported(rendered: Path, open_page: Any) -> Page:
    page: Page = open_page((rendered / "notebook.html").as_uri()).page
    Shown(page, "tilt").drawn()
    return page


def test_every_explorer_is_drawn_and_moves(exported: Page) -> None:
    tilt = Shown(exported, "tilt")
    tilt.shows(At(beta=0.5))
    for key, beta in (("Home", 0.05), ("End", 10)):
        tilt.beta.press(key)
        tilt.shows(At(beta=beta))
    tilt.root.get_by_role("slider", name="β, along the frontier").press("Home")
    for nth, scenario in ((1, "worked"), (2, "blind-spot")):
        plane = Shown(exported, "tilt", nth)
        plane.shows(At(scenario))
        plane.beta.press("Home")
        plane.shows(At(scenario, 0.05))
    estimate = Shown(exported, "estimate")
    expect(estimate.picture("histograms")).to_have_attribute(
        "aria-label", re.compile("N = 64 tokens")
    )
    assert exported.evaluate(OVERFLOW) <= 0


def test_what_only_python_can_do_waits_and_says_so(exported: Page) -> None:
    tilt, estimate = Shown(exported, "tilt"), Shown(exported, "estimate")
    for shown in (tilt, estimate):
        expect(shown.root.locator("p.silence")).to_be_hidden()
    tilt.scenario.select_option("verifier")
    estimate.root.get_by_role("button", name="Draw one batch").click()
    for shown in (tilt, estimate):
        expect(shown.root.locator("p.silence")).to_contain_text("Python does not answer.")
    tilt.beta.press("Home")
    expect(tilt.picture("plane")).to_have_attribute("aria-label", re.compile("β 0.05 "))
