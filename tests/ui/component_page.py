"""An explorer as a component, wherever it is shown: its controls by name, and what it says."""

import re
from typing import Self

from figures import At, fixed
from playwright.sync_api import Locator, Page, expect

PICTURES = {"tilt": ("tree", "plane", "bars"), "estimate": ("histograms", "curves")}


class Shown:
    """One explorer among others."""

    def __init__(self, page: Page, key: str, nth: int = 0) -> None:
        self.page, self.key = page, key
        self.root = page.locator(f".kl-leash.{key}").nth(nth)
        self.beta = self.slider("Leash β")
        self.scenario = self.root.get_by_role("combobox", name="Scenario")

    def view(self, place: str) -> Locator:
        return self.root.locator(f"section.view.{place}")

    def picture(self, place: str) -> Locator:
        return self.view(place).get_by_role("img")

    def slider(self, name: str) -> Locator:
        return self.root.get_by_role("slider", name=name)

    def says(self) -> list[str | None]:
        """What all its pictures show, in words."""
        return [self.picture(place).get_attribute("aria-label") for place in PICTURES[self.key]]

    def drawn(self) -> Self:
        """Wait until every picture is there."""
        for place in PICTURES[self.key]:
            expect(self.picture(place)).to_be_visible()
        expect(self.view("guide").get_by_role("button").first).to_be_visible()
        return self

    def shows(self, at: At) -> None:
        """The controls and the plane are where the core says."""
        expect(self.scenario).to_have_value(at.scenario)
        expect(self.beta).to_have_attribute("aria-valuetext", f"β {at.beta:g}")
        star = at.summary.star
        for number in (f"β {at.beta:g} ", fixed(star.kl[0], 3), fixed(star.reward[0], 3)):
            expect(self.picture("plane")).to_have_attribute(
                "aria-label", re.compile(re.escape(number))
            )
