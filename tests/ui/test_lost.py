"""A server that hangs, or goes and comes back: what the reader is told, and what is not lost."""

import os
import signal
from typing import Any

import pytest
from estimate_page import At as Run
from estimate_page import EstimatePage, opened
from figures import At
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage


def notice(page: Any, text: str) -> Locator:
    found: Locator = page.locator("#connection").filter(has_text=text)
    return found


@pytest.mark.parametrize("asks", ["scenario", "typed"])
def test_a_server_that_does_not_answer_is_spoken_of(server: Any, open_page: Any, asks: str) -> None:
    tilt: TiltPage = open_page(server.url).drawn().linked()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        if asks == "scenario":
            tilt.scenario.select_option("flattery")
        else:
            tilt.type(tilt.typed_beta, "0.333")
        expect(notice(tilt.page, "has not answered yet")).to_be_in_viewport()
    finally:
        os.kill(server.pid, signal.SIGCONT)
    tilt.shows(At("flattery") if asks == "scenario" else At(beta=0.333))
    expect(tilt.page.locator("#connection")).to_be_hidden()


def test_typed_values_and_an_open_dialog(own_server: Any, open_page: Any) -> None:
    """A typed value is refused beside its field; a page that comes back closes no dialog."""
    tilt: TiltPage = open_page(own_server.url, may_complain=True).drawn().linked()
    own_server.close()
    expect(notice(tilt.page, "typed values are not taken")).to_be_visible()
    tilt.type(tilt.typed_beta, "0.777")
    refused = tilt.view("controls").get_by_role("alert").first
    expect(refused).to_have_text("Without the server a typed value cannot be taken: it stays at 1.")
    expect(tilt.typed_beta).to_have_value("1")
    tilt.beta.press("Home")
    expect(refused).to_have_count(0)
    tilt.page.get_by_role("button", name="Share", exact=True).click()
    tilt.page.evaluate("() => { globalThis.before = true; }")
    own_server.come_back()
    assert tilt.page.evaluate("() => globalThis.before")
    tilt.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    tilt.page.wait_for_function("() => !globalThis.before", polling=100)
    tilt.linked().shows(At(beta=0.05))


def test_a_run_is_taken_up_where_it_was(own_server: Any, open_page: Any) -> None:
    """The same seed draws as many batches again, in the page that has loaded itself anew."""
    estimate = opened(lambda url, **_: open_page(url, may_complain=True), own_server.url)
    estimate.speed.select_option("10")
    estimate.play.click()
    estimate.more_than(450)
    estimate.pause.click()
    expect(estimate.play).to_be_visible()
    batches = estimate.batches()
    estimate.page.evaluate("() => { globalThis.before = true; }")
    own_server.close()
    expect(notice(estimate.page, "is lost")).to_be_visible()
    figures_of_another_run_are_faded(estimate)
    own_server.come_back()
    estimate.page.wait_for_function("() => !globalThis.before", polling=100)
    estimate.drawn().shows(Run(), batches)
    estimate.one.click()
    estimate.shows(Run(), batches + 1)
    # Only once: who loads the page by hand asks for it as it opens.
    estimate.page.reload()
    estimate.drawn().shows(Run(), 400)


def figures_of_another_run_are_faded(page: EstimatePage) -> None:
    """Without a server the run of other settings cannot begin: the old one is not this one's."""
    cell = page.view("table").locator("[data-live=k1_average]")
    faint = "cell => Number(getComputedStyle(cell).opacity) < 0.5"
    assert not cell.evaluate(faint)
    page.f.press("ArrowRight")
    expect(page.says).to_contain_text("begins when the connection is back")
    assert cell.evaluate(faint)
    assert page.picture("histograms").locator("path.curve").first.evaluate(faint)
    page.f.press("ArrowLeft")
    expect(page.says).to_contain_text("batches of N = 16")
    assert not cell.evaluate(faint)
