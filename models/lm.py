"""Language models small enough to write out in full.

A response y = (y_1 ... y_L) has exactly L tokens from a vocabulary of V, so there are V^L responses
and V^t prefixes of length t, both listed in lexicographic order of the vocabulary. The model is a
table: for each position t an array (V^t, V) whose row s is log pi(. | s), the next-token
distribution after prefix s. The log-probability of a response is the sum of those of its tokens,
log pi(y) = sum_t log pi(y_t | y_<t).

Two ways to sharpen such a model look alike and are not. Temperature raises each next-token
distribution to the power 1/T and renormalises it on the spot; the power distribution raises the
probability of whole responses, and so weighs a first token by all that can follow it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.checks import (
    check_broadcast,
    check_count,
    check_generator,
    check_log_probs,
    check_logs,
    check_positive,
    check_probs,
    check_size,
    refusal,
    shown,
)
from models.layers import check_layers, check_vocab, prefix_logps
from models.logspace import FloatArray, log_normalise, log_of, powers, read_only


@dataclass(frozen=True, eq=False)
class ToyLM:
    """A complete table of next-token distributions; immutable, compared by identity.

    vocab: V distinct tokens. logps: tuple over t = 0 .. L-1 of arrays (V**t, V), log-probabilities
    in nats, -inf allowed, rows that sum to 1 within 1e-9 (the remainder is normalised away, so that
    it cannot grow by a factor beta later). Row s belongs to the s-th prefix of length t.

    Raises ValueError for an empty or repeated vocabulary, wrong shapes, NaN, +inf, a row that does
    not sum to 1, responses of one name, and for more than 2**20 responses or 1,024 positions.
    """

    vocab: tuple[str, ...]
    logps: tuple[FloatArray, ...]

    def __post_init__(self) -> None:
        vocab = check_vocab(self.vocab)
        layers = check_layers("logps", self.logps, len(vocab))
        checked = [check_log_probs(f"logps[{t}]", layer) for t, layer in enumerate(layers)]
        object.__setattr__(self, "vocab", vocab)
        object.__setattr__(self, "logps", tuple(read_only(log_normalise(x)) for x in checked))
        self._check_names()

    @classmethod
    def from_probs(cls, vocab: Iterable[str], probs: Iterable[ArrayLike]) -> "ToyLM":
        """From probabilities, one array (V**t, V) per position; the first may be a plain row (V,).

        Raises ValueError as the class does, and for negative probabilities.
        """
        tokens = check_vocab(vocab)
        layers = check_layers("probs", probs, len(tokens))
        checked = [check_probs(f"probs[{t}]", layer) for t, layer in enumerate(layers)]
        return cls(tokens, tuple(log_of(layer) for layer in checked))

    @classmethod
    def from_logits(cls, vocab: Iterable[str], logits: Iterable[ArrayLike]) -> "ToyLM":
        """From logits, softmax over each row: pi(a|s) = e^{z_a} / sum_b e^{z_b}; -inf allowed.

        Raises ValueError as the class does, and for a row in which every logit is -inf.
        """
        tokens = check_vocab(vocab)
        layers = check_layers("logits", logits, len(tokens))
        layers = [check_logs(f"logits[{t}]", layer) for t, layer in enumerate(layers)]
        for t, layer in enumerate(layers):
            if np.isneginf(layer).all(axis=-1).any():
                raise refusal(f"logits[{t}]", "rows with a finite logit", "a row of -inf")
        return cls(tokens, tuple(log_normalise(layer) for layer in layers))

    @property
    def vocab_size(self) -> int:
        """V."""
        return len(self.vocab)

    @property
    def length(self) -> int:
        """L, the number of tokens in every response."""
        return len(self.logps)

    @property
    def responses(self) -> tuple[str, ...]:
        """The V**L responses in lexicographic order, as prefixes(L)."""
        return self.prefixes(self.length)

    def prefixes(self, t: int) -> tuple[str, ...]:
        """The V**t prefixes of length t: joined by "" if all tokens are one character, else " ".

        Raises ValueError unless t is a whole number, 0 <= t <= L.
        """
        t = check_count("t", t, 0, self.length)
        joint = "" if all(len(token) == 1 for token in self.vocab) else " "
        return tuple(joint.join(tokens) for tokens in product(self.vocab, repeat=t))

    def _check_names(self) -> None:
        # Only a token that holds the space which joins tokens makes two names one.
        if any(" " in token for token in self.vocab):
            name, times = Counter(self.responses).most_common(1)[0]
            if times > 1:
                allowed = "tokens whose responses have names of their own"
                raise refusal("vocab", allowed, f"{times} responses called {name!r}")

    def response_logps(self) -> FloatArray:
        """log pi(y) of every response, shape (V**L,), nats."""
        return prefix_logps(self.logps)[-1]

    def response_probs(self) -> FloatArray:
        """pi(y) of every response, shape (V**L,)."""
        return np.exp(self.response_logps())

    def at_temperature(self, temperature: float) -> "ToyLM":
        """The model sampled at temperature T: pi_T(a|s) proportional to pi(a|s)^(1/T).

        Raises ValueError unless T is positive and finite.
        """
        value = check_positive("temperature", temperature, (0,))
        layers = token_logps_at_temperatures(self, value[None])
        return ToyLM(self.vocab, tuple(layer[0] for layer in layers))

    def sample(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Token indices of `size` independent responses, shape (size, L).

        Raises ValueError for a size that is not a whole number from 0 up, or an rng that is none.
        """
        size = check_count("size", size, 0)
        check_generator("rng", rng, "random")
        check_size("size", size, max(self.length, self.vocab_size))
        tokens = np.empty((size, self.length), dtype=np.int64)
        prefix = np.zeros(size, dtype=np.int64)
        for t, layer in enumerate(self.logps):
            tokens[:, t] = _draw(np.exp(layer)[prefix], rng)
            prefix = prefix * self.vocab_size + tokens[:, t]
        return tokens


def check_model(name: str, value: object) -> ToyLM:
    """A ToyLM, and nothing that merely looks like its numbers."""
    if not isinstance(value, ToyLM):
        raise refusal(name, "a ToyLM", shown(value))
    return value


def _draw(probs: FloatArray, rng: np.random.Generator) -> NDArray[np.int64]:
    """One index per row of probs (n, V), by inversion."""
    cumulative = np.cumsum(probs, axis=-1)
    # Divided by its own end the last step is exactly 1, out of reach of a uniform in [0, 1): a
    # token of probability zero cannot be drawn through rounding.
    cumulative /= cumulative[:, -1:]
    index: NDArray[np.int64] = (cumulative <= rng.random((len(probs), 1))).sum(axis=-1)
    return index


def token_logps_at_temperatures(lm: ToyLM, temperatures: ArrayLike) -> tuple[FloatArray, ...]:
    """log pi_T(a|s) at every temperature: (K,) -> tuple over t of (K, V**t, V).

    pi_T(a|s) is proportional to pi(a|s)^(1/T), row by row. Raises ValueError unless every
    temperature is positive and finite, and unless lm is a ToyLM.
    """
    scale = check_positive("temperatures", temperatures, (1,))[:, None, None]
    check_size("temperatures", scale.size, check_model("lm", lm).logps[-1].size)
    return tuple(_at_scale(layer, scale) for layer in lm.logps)


def _at_scale(layer: FloatArray, scale: FloatArray) -> FloatArray:
    # Relative to the likeliest token, which stays 0: at the smallest T the others become -inf.
    with np.errstate(over="ignore"):
        return log_normalise((layer - layer.max(axis=-1, keepdims=True)) / scale)


def power_logps(logps: ArrayLike, alpha: ArrayLike) -> FloatArray:
    """The power distribution over whole responses, p_alpha(y) proportional to pi(y)^alpha.

    logps (..., N); alpha a number or an array that broadcasts over the leading axes, so that (N,)
    with alpha (A,) gives (A, N). Equals the KL-regularised optimum for the reward log pi with
    beta = 1 / (alpha - 1), alpha > 1. Raises ValueError for rows that do not sum to 1 and unless
    alpha is positive and finite.
    """
    rows = check_log_probs("logps", logps)
    power = check_positive("alpha", alpha)
    check_broadcast(rows.shape[-1], logps=rows.shape[:-1], alpha=power.shape)
    return log_normalise(powers(rows, power[..., None]))
