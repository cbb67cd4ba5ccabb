"""Who goes through the page by Tab sees what has focus: in the window, and not under the bar."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

# The page is still again: what has focus has been in one place for two frames.
STILL = """() => new Promise((done) => {
  let last = NaN;
  const look = () => (scrollY === last ? done() : (last = scrollY, requestAnimationFrame(() => requestAnimationFrame(look))));
  look();
})"""  # noqa: E501
# What has focus, from its heading on where that is a picture's handle; what the bar leaves free.
FOCUS = """() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at === document.body) return null;
  const bar = document.querySelector("section.controls > div").shadowRoot.querySelector(".bar");
  const box = at.getBoundingClientRect(), {top, bottom} = bar.getBoundingClientRect();
  const heading = at.matches(".handle") && at.getRootNode().querySelector("header");
  return {
    name: at.getAttribute("aria-label") ?? at.textContent, inBar: bar.contains(at),
    top: heading ? heading.getBoundingClientRect().top : box.top, bottom: box.bottom,
    free: top < 1 ? bottom : 0, height: innerHeight,
  };
}"""
SIZES = [(1440, 900), (720, 900), (390, 844)]


@pytest.mark.parametrize("back", [False, True], ids=["on", "back"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("query", ["view=tilt", "view=estimate", "view=tilt&embed=1"])
def test_what_has_focus_is_in_view(
    open_page: Any, server: Any, query: str, size: tuple[int, int], back: bool
) -> None:
    window = {"width": size[0], "height": size[1]}
    page: Page = open_page(f"{server.url}?{query}", viewport=window, reduced_motion="reduce").page
    expect(page.get_by_role("heading", name="What to try")).to_be_visible()
    seen = []
    while True:
        page.keyboard.press("Shift+Tab" if back else "Tab")
        page.evaluate(STILL)
        at = page.evaluate(FOCUS)
        if at is None or len(seen) > 60:
            break
        seen.append(at["name"])
        assert at["top"] >= (0 if at["inBar"] else at["free"]) - 1, at
        assert at["bottom"] <= at["height"] + 1, at
    assert 10 < len(seen) < 60


@pytest.mark.parametrize("query", ["view=tilt", "view=estimate"])
def test_a_step_by_keyboard_leads_to_what_it_changes(
    open_page: Any, server: Any, query: str
) -> None:
    """The focus goes to the pictures, with the window."""
    page: Page = open_page(
        f"{server.url}?{query}", viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    ).page
    step = page.locator("section.view.guide").get_by_role("button").nth(1)
    step.press("Enter")
    page.evaluate(STILL)
    at = page.evaluate(FOCUS)
    assert at is not None and 0 <= at["top"] < at["height"] / 2
    expect(page.locator(".columns")).to_be_focused()
