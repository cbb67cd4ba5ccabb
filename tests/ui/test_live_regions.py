"""What changes with a run or a drag is told to a screen reader now and then, and at the end."""

from typing import Any

import pytest
from estimate_page import EstimatePage, opened
from playwright.sync_api import Locator, Page, expect
from tilt_page import TiltPage

# Every change of a live region from now on: when, and what it says then.
LISTEN = """() => {
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((part) => part.shadowRoot ? roots(part.shadowRoot) : [])];
  window.told = [];
  for (const region of roots(document).flatMap((root) => [...root.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live], output")])) {
    const hear = () => window.told.push([performance.now(), region.textContent]);
    new MutationObserver(hear).observe(region, {childList: true, characterData: true, subtree: true});
  }
  return performance.now();
}"""  # noqa: E501
# What stands there in the end: the last key may not have been drawn yet when it was pressed.
TOLD = "says => window.told.some(([, heard]) => heard === says.textContent)"
LAST = "words => window.told.at(-1)?.[1] === words"
# Not sooner after one another than this; what is told at the end, or of another view, is besides.
APART_MS, BESIDES = 4000, 3


def quiet(page: Page, began: float, last: str) -> None:
    """Told in the end is what stands there, and on the way no more than now and then."""
    page.wait_for_function(LAST, arg=last, polling=100)
    told = page.evaluate("() => window.told")
    assert len(told) <= (told[-1][0] - began) / APART_MS + BESIDES, told


@pytest.fixture
def estimate(open_page: Any, server: Any) -> EstimatePage:
    return opened(open_page, server.url)


def test_a_run_is_told_now_and_then_and_when_it_pauses(estimate: EstimatePage) -> None:
    began = estimate.page.evaluate(LISTEN)
    estimate.play.click()
    estimate.page.wait_for_function("() => window.told.length > 1", polling=100)
    estimate.pause.click()
    expect(estimate.play).to_be_visible()
    estimate.settled()
    quiet(estimate.page, began, estimate.says.inner_text())


def drag_is_told(page: Page, slider: Locator, key: str) -> None:
    began = page.evaluate(LISTEN)
    for _ in range(20):
        slider.press(key)
    # The sentence, told among what the other views tell.
    says = page.locator("section.view.sentence .says:not([aria-hidden])").element_handle()
    page.wait_for_function(TOLD, arg=says, polling=100)
    told = page.evaluate("() => window.told")
    assert len(told) <= (told[-1][0] - began) / APART_MS + BESIDES, told


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowLeft"])
def test_a_drag_is_told_when_it_rests(
    tilt: TiltPage, open_page: Any, server: Any, key: str
) -> None:
    drag_is_told(tilt.page, tilt.beta, key)
    estimate = opened(open_page, server.url)
    drag_is_told(estimate.page, estimate.f, key)
