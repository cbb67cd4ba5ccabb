"""Estimate's pictures are drawn to scale: where each mark stands, and how large it is."""

import re
from typing import Any

import numpy as np
import pytest
from estimate_page import At, EstimatePage
from marks import FINE, Drawing, close, drawings, strays
from numpy.typing import NDArray

from models.divergence import kl_estimates
from models.estimators import ESTIMATORS, exact_distribution, log_ratios

# The last scale is so narrow that k2's exact mean lies beyond it.
OPENED = [At(), At(f=-0.7, tokens=4), At(f=0.9, tokens=8), At("treacherous", tokens=256)]
# Pixels: the radius of the rarest token's dot.
SMALLEST = 2.5


def tokens_stand_at_their_log_ratio(drawing: Drawing, at: At) -> None:
    """On the axis, each as large in area as its share; the rarest are still to be seen."""
    x, y = drawing.across(), drawing.up()
    share, ratio = np.asarray(at.policies[0]), log_ratios(*at.policies)
    order = np.argsort(ratio)
    dots = sorted(drawing.all("circle.token"), key=lambda dot: dot.middle[0])
    expected = np.column_stack([x(ratio[order]), np.full(len(order), y(0))])
    close([dot.middle for dot in dots], expected, f"tokens, {at}")
    radius = np.array([dot.box[2] / 2 for dot in dots])
    whole = radius.max() / np.sqrt(share.max())
    assert radius.max() > 2 * SMALLEST
    sizes = np.maximum(SMALLEST, whole * np.sqrt(share[order]))
    close(radius, sizes, f"sizes of the tokens, {at}", within=0.01)


def terms_are_curves(drawing: Drawing, at: At) -> None:
    """Drawn at least as far as there are tokens, and there as high as 2 nats."""
    x, y = drawing.across(), drawing.up()
    reach = np.abs(log_ratios(*at.policies)).max()
    # The axis is that of all values of f, and reaches further than the tokens of this one.
    ratio = np.linspace(-6, 6, 1201)
    for name, values in kl_estimates(np.zeros_like(ratio), -ratio)._asdict().items():
        whole = np.column_stack([x(ratio), y(values)])
        needed = whole[(np.abs(values) < 2) & (np.abs(ratio) <= reach)]
        corners = drawing.one(f"path.curve.{name}").corners
        assert strays(corners, whole) < FINE, f"{name} is off its curve, {at}"
        assert strays(needed[::5], corners) < 4 * FINE, f"{name} leaves a part out, {at}"


class Row:
    """One of the three histograms, from the axis of the one before down to its own."""

    def __init__(self, drawing: Drawing, e: int) -> None:
        bases = [0.0, *sorted(mark.ends[1] for mark in drawing.all("line.axis"))]
        above, self.base = bases[e], bases[e + 1]
        self.x = drawing.across()
        self.drawing = drawing.where(lambda mark: above < mark.middle[1] <= self.base)
        # The axis itself is at a share of 0, and says so only by being the ground of the bars.
        self.y = self.drawing.up((0.0, self.base))

    def upright(self, kinds: list[str]) -> float:
        """Where the upright line of exactly these kinds stands."""
        (line,) = (mark for mark in self.drawing.all("line.truth") if mark.kinds == kinds)
        assert line.ends[0] == line.ends[2] and line.ends[3] == self.base
        return line.ends[0]


def left_of_bins(row: Row, edges: NDArray) -> NDArray:
    """Where the bins begin: one more on either side of the edges."""
    x = row.x(edges)
    return np.array([2 * x[0] - x[1], *x])


def lines_stand_at_what_they_mark(row: Row, at: At, k: str, left: NDArray) -> None:
    """The dashed one at the KL, the other at the exact mean, or at the end of the picture."""
    end = 2 * left[-1] - left[-2]
    for kinds, value in ((["truth", "dashed"], at.kl), (["truth"], at.single[k].mean)):
        expected = np.clip(row.x(value), left[0], end)
        close(row.upright(kinds), expected, f"{k}, {kinds}, {at}", within=2 * FINE)


def exact_distribution_is_drawn(row: Row, at: At, k: str, left: NDArray, edges: NDArray) -> None:
    cuts = np.array([-np.inf, *edges, np.inf])
    shares = exact_distribution(*at.policies, at.tokens, cuts)[k]
    path = row.drawing.one("path.curve.ink")
    close(path.corners, np.column_stack([left, row.y(shares)]), f"exact {k}, {at}", 2 * FINE)
    widths = [float(width) for width in re.findall(r"h([\d.]+)", path.path)]
    close(widths, np.full(len(shares), left[1] - left[0]), f"steps of {k}, {at}")


def bars_are_as_high_as_their_share(
    row: Row, k: str, counts: NDArray, left: NDArray, total: int
) -> None:
    """Each in its bin and on the scale of its own picture, or cut at the top of it."""
    heap = row.drawing.one(f"path.heap.{k}").path
    bars = np.array(re.findall(r"M([\d.]+) [\d.]+V([\d.]+)h([\d.]+)V", heap), dtype=float)
    hit = counts > 0
    close(bars[:, 0] + bars[:, 2] / 2, left[hit] + (left[1] - left[0]) / 2, f"places of {k}")
    whole = row.y(counts[hit] / total)
    close(bars[:, 1], np.maximum(whole, bars[:, 1].min()), f"heights of {k}")
    assert bars[:, 1].min() > whole.min() - FINE


def histograms_are_to_scale(drawing: Drawing, at: At, batches: int) -> None:
    run = at.run()
    counts = run.draw(1, batches).counts[0]
    for e, k in enumerate(ESTIMATORS):
        row = Row(drawing, e)
        assert row.drawing.one(f"text.strong.{k}").text.startswith(k)
        left = left_of_bins(row, run.edges)
        lines_stand_at_what_they_mark(row, at, k, left)
        exact_distribution_is_drawn(row, at, k, left, run.edges)
        bars_are_as_high_as_their_share(row, k, counts[e], left, batches)


@pytest.mark.parametrize("at", OPENED, ids=str)
def test_histograms_and_curves_are_drawn_to_scale(open_page: Any, server: Any, at: At) -> None:
    link = f"position={at.position}&f={at.f:g}&N={at.tokens}"
    estimate = EstimatePage(open_page(f"{server.url}?view=estimate&{link}").page).drawn()
    estimate.shows(at, 400)
    histograms, curves = drawings(estimate.page, "histograms", "curves")
    histograms_are_to_scale(histograms, at, 400)
    tokens_stand_at_their_log_ratio(curves, at)
    terms_are_curves(curves, at)


def test_a_bar_that_is_cut_says_so_and_how_high_it_is(open_page: Any, server: Any) -> None:
    """After three batches there are bars far above the exact distribution, and the picture."""
    estimate = EstimatePage(open_page(f"{server.url}?view=estimate").page).drawn()
    estimate.reset.click()
    estimate.shows(At(), 0)
    for batches in (1, 2, 3):
        estimate.one.click()
        estimate.shows(At(), batches)
    counts = At().run().draw(1, 3).counts[0]
    (drawing,) = drawings(estimate.page, "histograms")
    seen = 0
    for e in range(len(ESTIMATORS)):
        row = Row(drawing, e)
        highest = row.drawing.one(f"path.heap.{ESTIMATORS[e]}").box[1]
        cut = counts[e][row.y(counts[e] / 3) < highest - FINE]
        notches = [mark.path.count("M") for mark in row.drawing.all("path.notch")]
        assert sum(notches) == len(cut)
        seen += len(cut)
        said = [mark.text for mark in row.drawing.all("text.small.strong") if mark.text]
        shares = [f"↑ {100 * count / 3:.1f} %" for count in sorted(cut, reverse=True)]
        # The tallest first, as far as there is room.
        assert said[:1] == shares[:1] and {*said} <= {*shares}
    assert seen >= 3
    estimate.page.reload()
    estimate.drawn()
    estimate.shows(At(), 400)
    (drawing,) = drawings(estimate.page, "histograms")
    assert not [mark for mark in drawing.all("text.small.strong") if mark.text]
