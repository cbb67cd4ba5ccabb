"""The table: each measure of ours beside others' of the same run, and whether it is in budget."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, NamedTuple, TypeVar

HEADS = ("measure", "ours", "plain idiom", "ratio", "before", "ratio", "budget", "met?")
# Which of these are there only where something was measured beside.
OTHERS = slice(4, 6)

Result = TypeVar("Result")


@dataclass(frozen=True)
class Budget:
    """A limit in words, and the test of (ours, plain)."""

    words: str
    holds: Callable[[float, float | None], bool]


def at_most(limit: float, unit: str) -> Budget:
    """Ours may not be larger than this."""
    return Budget(f"≤ {limit:g} {unit}".rstrip(), lambda ours, _: ours <= limit)


def at_least(limit: float, unit: str) -> Budget:
    """Ours may not be smaller than this."""
    return Budget(f"≥ {limit:g} {unit}".rstrip(), lambda ours, _: ours >= limit)


def faster(factor: float) -> Budget:
    """The plain idiom must take this many times as long."""
    words = f"{factor:g} × faster"
    return Budget(words, lambda ours, plain: plain is not None and plain >= factor * ours)


@dataclass(frozen=True)
class Row:
    """A measure: ours, the plain idiom's, and that of another version, where there are such."""

    name: str
    unit: str
    ours: float
    plain: float | None = None
    budget: Budget | None = None
    before: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether ours is in budget; None where there is none."""
        return None if self.budget is None else self.budget.holds(self.ours, self.plain)

    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        met = {None: "", True: "yes", False: "NO"}[self.met]
        words = self.budget.words if self.budget else ""
        others = [*self._beside(self.plain), *self._beside(self.before)]
        return self.name, self._value(self.ours), *others, words, met

    def _beside(self, other: float | None) -> tuple[str, str]:
        """The value of another, and how many times ours it is."""
        if other is None:
            return "", ""
        return self._value(other), f"{other / self.ours:.3g}" if self.ours else ""

    def _value(self, value: float) -> str:
        digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
        return f"{value:.{digits}f} {self.unit}".rstrip()

    def record(self) -> dict[str, Any]:
        """The row for a file that programs read."""
        words = self.budget.words if self.budget else None
        return {**asdict(self), "budget": words, "met": self.met}


class Results(NamedTuple, Generic[Result]):
    """What the same measure found of ours, of the plain idiom, and of another version of ours."""

    ours: Result
    plain: Result | None = None
    before: Result | None = None

    def row(
        self, name: str, unit: str, value: Callable[[Result], float], budget: Budget | None = None
    ) -> Row:
        """One number of it."""
        plain, before = (None if r is None else value(r) for r in (self.plain, self.before))
        return Row(name, unit, value(self.ours), plain, budget, before)

    def alone(self) -> "Results[Result]":
        """Without the plain idiom, of which this cannot be said."""
        return self._replace(plain=None)


def table(rows: Sequence[Row]) -> str:
    """The rows in columns; a ratio is the value of another over ours."""
    lines: list[tuple[str, ...]] = [HEADS, *(row.cells() for row in rows)]
    if all(row.before is None for row in rows):
        lines = [line[: OTHERS.start] + line[OTHERS.stop :] for line in lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *rest = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return " | ".join([name, *rest]).rstrip()
