"""The page as a reader meets it: its controls by name, and the figures that it shows."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from figures import At, figures
from playwright.sync_api import Locator, Page, TimeoutError, expect

READ = Path(__file__).with_name("read.js").read_text("utf-8")
SHOWS = (
    "(expected) => { const {heights, ...seen} = (" + READ + ")() ?? {};"
    " return JSON.stringify(seen) === expected; }"
)

# The response in whose share of a picture the middle of the lit band lies.
LIT = """view => {
  const root = [...view.querySelectorAll("*")].find(part => part.shadowRoot).shadowRoot;
  const box = (kind) => root.querySelector(`svg rect.${kind}`)?.getBoundingClientRect();
  const count = Number(root.querySelector("input.handle").max) + 1;
  const area = box("hit"), band = box("band.lit");
  if (!band) return [];
  const across = band.width > band.height;
  const share = across ? (band.top + band.height / 2 - area.top) / area.height
    : (band.left + band.width / 2 - area.left) / area.width;
  return [Math.floor(share * count)];
}"""

# Reading the whole page in every frame would keep the browser from drawing it.
POLL_MS = 100


class TiltPage:
    """The explorer in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.beta = page.get_by_role("slider", name="Leash β", exact=True)
        self.temperature = page.get_by_role("slider", name="Temperature T", exact=True)
        self.typed_beta = page.get_by_role("textbox", name="Leash β, typed value")
        self.typed_temperature = page.get_by_role("textbox", name="Temperature T, typed value")
        self.scenario = page.get_by_role("combobox", name="Scenario")
        self.switch = page.get_by_role("switch")
        self.frontier = page.get_by_role("slider", name="β, along the frontier")

    def view(self, place: str) -> Locator:
        return self.page.locator(f"section.view.{place}")

    def picture(self, place: str) -> Locator:
        return self.view(place).get_by_role("img")

    def drawn(self) -> Self:
        """Wait until every view is there."""
        for place in ("tree", "plane", "bars"):
            expect(self.picture(place)).to_be_visible()
        expect(self.view("readouts").get_by_role("table")).to_be_visible()
        expect(self.view("guide").get_by_role("button").first).to_be_visible()
        return self

    def linked(self) -> Self:
        """Wait until the page, which draws itself before, is connected to its session."""
        expect(self.page.locator("html")).to_have_attribute("data-linked", "")
        return self

    def read(self) -> dict[str, Any]:
        """The figures on the page now."""
        seen: dict[str, Any] = self.page.evaluate(READ)
        return seen

    def shows(self, at: At) -> None:
        """Wait until all views show the core's figures for this state; say where they do not."""
        expected = figures(at)
        told = json.dumps(expected, ensure_ascii=False, separators=(",", ":"))
        try:
            self.page.wait_for_function(SHOWS, arg=told, timeout=10_000, polling=POLL_MS)
        except TimeoutError:
            seen = self.read()
            del seen["heights"]
            assert seen == expected
        self._bars_are_in_proportion(at)

    def _bars_are_in_proportion(self, at: At) -> None:
        heights, summary = self.read()["heights"], at.summary
        probs = {"ref": summary.ref.probs, "star": summary.star.probs[0]}
        scale = np.sum(heights["ref"]) / np.sum(probs["ref"])
        for role, expected in probs.items():
            np.testing.assert_allclose(heights[role], scale * expected, atol=0.05)
        if at.shown:
            whole = scale * summary.tempered.probs[0]
            np.testing.assert_array_less(heights["temp"], whole + 0.05)
            lower = whole < max(heights["temp"]) - 0.05
            np.testing.assert_allclose(np.array(heights["temp"])[lower], whole[lower], atol=0.05)

    def type(self, field: Locator, text: str) -> None:
        """Type into a field and press Enter."""
        field.fill(text)
        field.press("Enter")

    def step(self, name: str) -> Locator:
        """A step of the guide, by its heading."""
        items = self.view("guide").get_by_role("listitem")
        return items.filter(has=self.page.get_by_role("heading", name=name, exact=True))

    def point_at(self, target: Locator) -> None:
        """Move the pointer over the middle of what may lie under something transparent."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def await_lit(self, place: str, responses: Sequence[int]) -> None:
        """Wait until a picture lights up exactly these."""
        view = self.view(place).element_handle()
        same = f"([view, expected]) => JSON.stringify(({LIT})(view)) === JSON.stringify(expected)"
        self.page.wait_for_function(same, arg=[view, list(responses)])
