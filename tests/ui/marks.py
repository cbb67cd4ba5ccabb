"""The marks of a picture and the scales of its axes, as they are on the page.

A scale is read off the axis itself, from where its numbers stand: what a reader would do with a
ruler, and nothing that the code which draws the picture says of itself.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from playwright.sync_api import Page

READ = Path(__file__).with_name("marks.js").read_text("utf-8")
NUMERAL = re.compile(r"(−?\d+(?:\.\d+)?)(?: %)?")
NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"

# Pixels. Paths are written with one or two decimals, and the widths of texts are measured.
FINE = 0.1


@dataclass(frozen=True)
class Mark:
    """A part of a drawing: its box [x, y, width, height]; of a line its ends [x1, y1, x2, y2]."""

    tag: str
    kinds: list[str]
    box: list[float]
    ends: list[float]
    path: str
    stroke: float
    opacity: float
    text: str
    seen: bool

    @property
    def middle(self) -> tuple[float, float]:
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    @property
    def right(self) -> float:
        return self.box[0] + self.box[2]

    @property
    def bottom(self) -> float:
        return self.box[1] + self.box[3]

    @property
    def level(self) -> bool:
        return self.tag == "line" and self.ends[1] == self.ends[3]

    @property
    def corners(self) -> NDArray:
        """The points (K, 2) of a path of straight lines."""
        found = re.findall(f"[ML]({NUMBER}) ({NUMBER})", self.path)
        return np.array(found, dtype=float).reshape(-1, 2)

    @property
    def numeral(self) -> float | None:
        """The value of a text that is nothing but a number, or a number of percent."""
        match = NUMERAL.fullmatch(self.text)
        if self.tag != "text" or match is None:
            return None
        value = float(match[1].replace("−", "-"))
        return value / 100 if self.text.endswith("%") else value


@dataclass(frozen=True)
class Scale:
    """From the values of an axis to pixels."""

    slope: float
    start: float

    def __call__(self, value: ArrayLike) -> Any:
        return self.start + self.slope * np.asarray(value, dtype=float)

    @classmethod
    def through(cls, ticks: list[tuple[float, float]]) -> Self:
        """The scale on which these values stand at these pixels: all of them, or it is no scale."""
        values, pixels = np.transpose(ticks)
        assert len(np.unique(values)) >= 2, f"too few ticks for a scale: {ticks}"
        scale = cls(*np.polyfit(values, pixels, 1))
        np.testing.assert_allclose(pixels, scale(values), atol=FINE, err_msg="uneven ticks")
        return scale


class Drawing:
    """All marks of one picture, in the order in which they are painted."""

    def __init__(self, marks: list[Mark]) -> None:
        self.marks = marks

    def all(self, name: str) -> list[Mark]:
        """The marks that are seen of this name, as ``circle.dot.star``."""
        tag, *kinds = name.split(".")
        named = (mark for mark in self.marks if mark.tag == tag and set(kinds) <= {*mark.kinds})
        return [mark for mark in named if mark.seen]

    def one(self, name: str) -> Mark:
        found = self.all(name)
        assert len(found) == 1, f"{len(found)} of {name}"
        return found[0]

    def where(self, keep: Callable[[Mark], bool]) -> "Drawing":
        return Drawing([mark for mark in self.marks if keep(mark)])

    def across(self) -> Scale:
        """The horizontal scale: the numbers that stand lowest, each in the middle of its place."""
        numbers = [mark for mark in self.all("text") if mark.numeral is not None]
        lowest = max(mark.bottom for mark in numbers)
        row = [mark for mark in numbers if mark.bottom > lowest - 1]
        return Scale.through([(mark.numeral, mark.middle[0]) for mark in row])

    def up(self, *known: tuple[float, float]) -> Scale:
        """The vertical scale: the numbers that end where the leftmost does, each beside its line.

        Where the axis leaves a number out because it goes without saying, it is ``known``.
        """
        numbers = [mark for mark in self.all("text") if mark.numeral is not None]
        edge = min(mark.right for mark in numbers)
        column = [mark for mark in numbers if mark.right < edge + 1]
        return Scale.through([*known, *((mark.numeral, self._beside(mark)) for mark in column)])

    def _beside(self, label: Mark) -> float:
        """The height of the line that a number stands beside: more exact than that of a text."""
        heights = [mark.ends[1] for mark in self.all("line") if mark.level]
        height = min(heights, key=lambda height: abs(height - label.middle[1]))
        assert abs(height - label.middle[1]) < 4, f"no line beside {label.text}"
        return height


def drawings(page: Page, *places: str) -> list[Drawing]:
    """The pictures of these views, all at the same moment."""
    read: list[list[dict[str, Any]]] = page.evaluate(READ, places)
    return [Drawing([Mark(**mark) for mark in marks]) for marks in read]


def strays(points: NDArray, line: NDArray) -> float:
    """How far the farthest of some points (P, 2) is from a line through others (K, 2)."""
    (x, y), (x0, y0) = points.T[:, :, None], line[:-1].T
    dx, dy = np.diff(line, axis=0).T
    length = np.maximum(dx**2 + dy**2, 1e-12)
    along = np.clip(((x - x0) * dx + (y - y0) * dy) / length, 0, 1)
    squares = (x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2
    return float(np.sqrt(squares.min(axis=1).max()))


def inside(points: NDArray, outline: NDArray) -> NDArray:
    """Which of some points (P, 2) lie within a closed outline (K, 2)."""
    (x, y), (x0, y0) = points.T[:, :, None], outline.T
    x1, y1 = np.roll(outline, -1, axis=0).T
    crossed = (y0 > y) != (y1 > y)
    height = np.where(y1 == y0, 1, y1 - y0)
    # From within, a ray to the right crosses the outline an odd number of times.
    crossings = crossed & (x < x0 + (y - y0) / height * (x1 - x0))
    odd: NDArray = crossings.sum(axis=1) % 2 == 1
    return odd


def close(seen: ArrayLike, expected: ArrayLike, what: str, within: float = FINE) -> None:
    """Both in pixels."""
    np.testing.assert_allclose(seen, expected, rtol=0, atol=within, err_msg=what)
