"""The table: every measure of ours beside that of the plain idiom, and whether it is in budget."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

HEADS = ("measure", "ours", "plain idiom", "ratio", "budget", "met?")


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
    """A measure, ours and the plain idiom's, the latter None where there is nothing to compare."""

    name: str
    unit: str
    ours: float
    plain: float | None = None
    budget: Budget | None = None

    @property
    def met(self) -> bool | None:
        """Whether ours is in budget; None where there is none."""
        return None if self.budget is None else self.budget.holds(self.ours, self.plain)

    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        ratio = f"{self.plain / self.ours:.3g}" if self.plain is not None and self.ours else ""
        plain = "" if self.plain is None else self._value(self.plain)
        met = {None: "", True: "yes", False: "NO"}[self.met]
        words = self.budget.words if self.budget else ""
        return self.name, self._value(self.ours), plain, ratio, words, met

    def _value(self, value: float) -> str:
        digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
        return f"{value:.{digits}f} {self.unit}".rstrip()

    def record(self) -> dict[str, Any]:
        """The row for a file that programs read."""
        words = self.budget.words if self.budget else None
        return {**asdict(self), "budget": words, "met": self.met}


def table(rows: Sequence[Row]) -> str:
    """The rows in columns; the ratio is the plain idiom's value over ours."""
    lines = [HEADS, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *rest = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return " | ".join([name, *rest]).rstrip()
