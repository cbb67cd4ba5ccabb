"""All tokens of all responses in one table, for work that goes over every one of them at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.lm import ToyLM
from models.logspace import FloatArray


@dataclass(frozen=True, eq=False)
class Paths:
    """Where the tokens of every response stand in one table of all prefixes (P, V).

    places (N, L): the flat index of each token; rows (N, L): its prefix; ref (N, L): its log-
    probability under the reference, nats, 0 where that is impossible; possible (N,).
    """

    vocab: tuple[str, ...]
    places: NDArray[np.int64]
    ref: FloatArray
    possible: NDArray[np.bool_]
    sizes: tuple[int, ...]

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The prefix of each token, (N, L)."""
        rows: NDArray[np.int64] = self.places // len(self.vocab)
        return rows


def paths_of(lm: ToyLM) -> Paths:
    """The paths of a model's responses through its prefixes, level by level."""
    size, length = lm.vocab_size, lm.length
    sizes = tuple(size**t for t in range(length))
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    response = np.arange(size**length)[:, None]
    # The prefix of t + 1 tokens that a response begins with is the place of its t-th token.
    within = response // size ** np.arange(length - 1, -1, -1)
    places = starts * size + within
    ref = np.concatenate(lm.logps).ravel()[places]
    possible = np.asarray(np.isfinite(ref).all(axis=1))
    return Paths(lm.vocab, places, np.where(np.isfinite(ref), ref, 0.0), possible, sizes)
