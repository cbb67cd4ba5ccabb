"""The positions whose KL is estimated: a policy and a reference over a handful of tokens."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.estimators import flatten

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)


@dataclass(frozen=True)
class Position:
    """A position by its key: what the menu calls it, π_ref, and π_θ, or None where f makes it."""

    key: str
    title: str
    ref: tuple[float, ...]
    fixed: tuple[float, ...] | None = None

    def policy(self, f: float) -> NDArray:
        """π_θ ∝ π_ref^(1−f), or the fixed policy of this position whatever f is."""
        return flatten(self.ref, f) if self.fixed is None else np.array(self.fixed)


POSITIONS: dict[str, Position] = {
    position.key: position
    for position in (
        Position("eight", "Eight tokens", EIGHT),
        Position("treacherous", "Two tokens, treacherous", (0.5, 0.5), (0.99, 0.01)),
    )
}
