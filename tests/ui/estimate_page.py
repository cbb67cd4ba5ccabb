"""The page of the estimators as a reader meets it, and what a run of the core says it must show."""

import re
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from playwright.sync_api import Locator, Page, expect

from models.estimators import ESTIMATORS, Moments, flatten, moments
from models.runs import Run
from widgets.text import figures, percent

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
BINS = 48

# All that the run has put on the page, read in one go, so that nothing moves in between.
READ = """() => {
  const all = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap((part) => part.shadowRoot ? all(part.shadowRoot, selector) : []),
  ];
  const view = (place, selector) => all(document.querySelector(`section.view.${place}`), selector);
  const cells = view("table", "[data-live], [data-slot]");
  return {
    run: view("histograms", "p.run")[0].textContent,
    label: view("histograms", "svg[role=img]")[0].getAttribute("aria-label"),
    measured: view("histograms", "text").map((text) => text.textContent).filter((text) => text.startsWith("mean ")),
    bars: view("histograms", "path.heap").map((path) => path.getAttribute("d")),
    cells: Object.fromEntries(cells.map((cell) => [cell.dataset.live ?? cell.dataset.slot, cell.textContent])),
  };
}"""  # noqa: E501


@dataclass(frozen=True)
class At:
    """Where the controls stand; the defaults are where the page opens."""

    position: str = "eight"
    f: float = 0.3
    tokens: int = 16
    seed: int = 0

    @property
    def policies(self) -> tuple[Any, Any]:
        if self.position == "treacherous":
            return (0.99, 0.01), (0.5, 0.5)
        return flatten(EIGHT, self.f), EIGHT

    @property
    def single(self) -> dict[str, Moments]:
        return moments(*self.policies)

    @property
    def kl(self) -> float:
        return self.single["k1"].mean

    def run(self) -> Run:
        k1 = self.single["k1"]
        half = 5 * k1.spread(self.tokens) or 1.0
        edges = np.linspace(k1.mean - half, k1.mean + half, BINS + 1)
        return Run(*self.policies, self.tokens, edges, self.seed)


def heights(path: str) -> list[float]:
    """The heights of the bars of a path, left to right."""
    bars = re.findall(r"M[\d.]+ ([\d.]+)V([\d.]+)h[\d.]+V", path)
    return [float(base) - float(top) for base, top in bars]


class EstimatePage:
    """The explorer in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._asked = 0
        self.position = page.get_by_role("combobox", name="Position")
        self.f = page.get_by_role("slider", name="Flatness f of π")
        self.tokens = page.get_by_role("slider", name="Tokens N")
        self.typed_f = page.get_by_role("textbox", name="Flatness f of π")
        self.typed_tokens = page.get_by_role("textbox", name="Tokens N, typed value")
        self.seed = page.get_by_role("textbox", name="Seed")
        self.play = page.get_by_role("button", name="Play")
        self.pause = page.get_by_role("button", name="Pause")
        self.one = page.get_by_role("button", name="Draw one batch")
        self.reset = page.get_by_role("button", name="Reset the run")
        self.speed = page.get_by_role("combobox", name="Batches a frame")
        self.says = self.view("histograms").locator("p.run")

    def view(self, place: str) -> Locator:
        return self.page.locator(f"section.view.{place}")

    def picture(self, place: str) -> Locator:
        return self.view(place).get_by_role("img")

    def alert(self, text: str) -> Locator:
        return self.view("controls").get_by_role("alert").filter(has_text=text)

    def drawn(self) -> Self:
        """Wait until every view is there."""
        for place in ("histograms", "curves"):
            expect(self.picture(place)).to_be_visible()
        expect(self.says).to_contain_text("batches")
        expect(self.view("table").get_by_role("table")).to_be_visible()
        expect(self.view("guide").get_by_role("button").first).to_be_visible()
        return self

    def type(self, field: Locator, text: str) -> None:
        """Type into a field and press Enter."""
        field.fill(text)
        field.press("Enter")

    def read(self) -> dict[str, Any]:
        """What the run has put on the page now."""
        seen: dict[str, Any] = self.page.evaluate(READ)
        return seen

    def batches(self) -> int:
        return int(self.read()["cells"]["batches"].replace(",", ""))

    def settled(self) -> int:
        """The batches there are once all that was asked for before has come: a round trip later."""
        # Another word each time, or the answer to the one before would do.
        self._asked += 1
        self.type(self.seed, f"no seed {self._asked}")
        expect(self.alert(f"no seed {self._asked}")).to_be_visible()
        return self.batches()

    def more_than(self, batches: int) -> None:
        """Wait until the run has drawn more batches than that."""
        self.page.wait_for_function(
            f"batches => Number(({READ})().cells.batches.replaceAll(',', '')) > batches",
            arg=batches,
            polling=100,
        )

    def shows(self, at: At, batches: int) -> None:
        """Wait for this run at that many batches; then all of it must be what the core draws."""
        start = f"Histograms of {batches:,} batch estimates of N = {at.tokens} tokens; "
        label = re.compile(f"^{re.escape(f'{start}the true KL is {at.kl:.4f}. ')}")
        expect(self.picture("histograms")).to_have_attribute("aria-label", label)
        plural = "batch" if batches == 1 else "batches"
        said = f"{batches:,} {plural} of N = {at.tokens}, seed {at.seed}"
        expect(self.says).to_have_text(
            said if batches else f"A new run: no batches yet, seed {at.seed}"
        )
        self.agrees(at, self.read(), batches)

    def agrees(self, at: At, seen: dict[str, Any], batches: int) -> None:
        """What was read is the run of the core after that many batches, to the last digit."""
        if not batches:
            assert seen["bars"] == ["", "", ""] and seen["measured"] == []
            assert [seen["cells"][f"{k}_average"] for k in ESTIMATORS] == ["–"] * 3
            return
        frames = at.run().draw(1, batches)
        error = frames.standard_error
        for e, k in enumerate(ESTIMATORS):
            mean, cells = figures(frames.mean[0, e]), seen["cells"]
            spread = "–" if batches == 1 else figures(frames.std[0, e])
            wobble = "–" if batches == 1 else figures(error[0, e])
            assert seen["measured"][e] == f"mean {mean} ± {wobble}"
            assert (cells[f"{k}_average"], cells[f"{k}_error"]) == (mean, wobble)
            assert cells[f"{k}_spread"] == spread
            assert cells[f"{k}_share"] == percent(frames.below[0, e])
            assert cells[f"{k}_mean"] == figures(at.single[k].mean)
            assert cells[f"{k}_exact_spread"] == figures(at.single[k].spread(at.tokens))
            self._bars_are_in_proportion(seen["bars"][e], frames.counts[0, e])

    def _bars_are_in_proportion(self, path: str, counts: Any) -> None:
        """A bar for every bin that has been hit, as high as its count; too high ones are cut."""
        bars, drawn = np.array(heights(path)), counts[counts > 0]
        assert len(bars) == len(drawn)
        free = bars < bars.max() - 0.05
        if not free.any():
            return
        # Written with one decimal: the scale is as good as the highest bar that is not cut.
        best = np.where(free, bars, 0).argmax()
        whole = drawn * bars[best] / drawn[best]
        tolerance = 0.06 + 0.06 * drawn / drawn[best]
        assert (np.abs(bars - whole) < tolerance)[free].all()
        assert (bars < whole + tolerance).all()


def opened(open_page: Any, url: str, **options: Any) -> EstimatePage:
    """The explorer in a fresh context, drawn."""
    return EstimatePage(open_page(f"{url}?view=estimate", **options).page).drawn()
