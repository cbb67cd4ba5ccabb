"""Validation shared by the public functions of the core.

Each check returns its argument as a float64 array, or raises a ValueError that names the argument,
says what is allowed and shows what came. Nothing is repaired in silence: a wrong input would become
a plausible number on a page whose promise is that every number is exact.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from models.logspace import FloatArray

NORMALISATION_TOLERANCE = 1e-9


def refusal(name: str, allowed: str, came: object) -> ValueError:
    """The one wording of every error: what the argument must be, and what it was."""
    return ValueError(f"{name} must be {allowed}; got {came}")


def check_array(name: str, value: ArrayLike) -> FloatArray:
    """Real numbers of any shape, none of them NaN."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise refusal(name, "an array of real numbers", repr(value)) from None
    if np.isnan(array).any():
        raise refusal(name, "free of NaN", f"NaN in an array of shape {array.shape}")
    return array


def check_positive(name: str, value: ArrayLike, ndims: Sequence[int] = (0, 1)) -> FloatArray:
    """Finite numbers above zero: by default one, or a vector of them."""
    array = check_array(name, value)
    if array.ndim not in ndims:
        allowed = " or ".join({0: "a number", 1: "a vector"}[n] for n in ndims)
        raise refusal(name, f"{allowed}, positive and finite", f"shape {array.shape}")
    bad = array[~((array > 0) & np.isfinite(array))]
    if bad.size:
        raise refusal(name, "positive and finite", bad.flat[0])
    return array


def check_range(low: float, high: float) -> tuple[float, float]:
    """Two positive finite numbers in increasing order."""
    low, high = (float(check_positive(n, x, (0,))) for n, x in (("low", low), ("high", high)))
    if low >= high:
        raise refusal("low", f"below high ({high})", low)
    return low, high


def check_per_response(name: str, value: ArrayLike, responses: int) -> FloatArray:
    """A reward: one finite number per response, shape (responses,)."""
    array = check_array(name, value)
    if array.shape != (responses,):
        allowed = f"one number per response, shape ({responses},)"
        raise refusal(name, allowed, f"shape {array.shape}")
    if np.isinf(array).any():
        raise refusal(name, "finite", array[np.isinf(array)][0])
    return array


def check_logs(name: str, value: ArrayLike) -> FloatArray:
    """Logarithms of non-negative numbers: anything but NaN and +inf."""
    array = check_array(name, value)
    if np.isposinf(array).any():
        raise refusal(name, "finite or -inf", "+inf")
    return array


def check_log_probs(name: str, value: ArrayLike, ndim: int | None = None) -> FloatArray:
    """Log-probabilities (..., N) whose rows sum to 1 within 1e-9; -inf allowed."""
    array = check_logs(name, value)
    if array.ndim == 0 or ndim not in (None, array.ndim):
        allowed = "an array (..., N)" if ndim is None else f"an array of {ndim} axes"
        raise refusal(name, f"log-probabilities, {allowed}", f"shape {array.shape}")
    # A wildly wrong row may overflow here; it is refused all the same.
    with np.errstate(over="ignore"):
        _check_sums(name, np.exp(array).sum(axis=-1))
    return array


def check_probs(name: str, value: ArrayLike) -> FloatArray:
    """Probabilities (..., N): none negative, rows that sum to 1 within 1e-9."""
    array = check_array(name, value)
    if (array < 0).any():
        raise refusal(name, "free of negative probabilities", array.min())
    _check_sums(name, array.sum(axis=-1))
    return array


def _check_sums(name: str, sums: FloatArray) -> None:
    sums = np.atleast_1d(sums)
    wrong = np.abs(sums - 1) > NORMALISATION_TOLERANCE
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        allowed = f"rows of probabilities that sum to 1 within {NORMALISATION_TOLERANCE:g}"
        raise refusal(name, allowed, f"a sum of {sums[wrong][0]:.12g} in row {row}")


def check_vocab(vocab: Iterable[str]) -> tuple[str, ...]:
    """At least one token, every token a non-empty string, no token twice."""
    tokens = tuple(vocab)
    if not tokens:
        raise refusal("vocab", "at least one token", "none")
    for token in tokens:
        if not isinstance(token, str) or not token:
            raise refusal("vocab", "non-empty strings", repr(token))
        if tokens.count(token) > 1:
            raise refusal("vocab", "distinct tokens", f"{token!r} twice")
    return tokens


def check_layers(name: str, layers: Iterable[ArrayLike], vocab_size: int) -> list[FloatArray]:
    """One array (V**t, V) per position t; the first may come as a plain row (V,)."""
    arrays = [check_array(f"{name}[{t}]", layer) for t, layer in enumerate(layers)]
    if not arrays:
        raise refusal(name, "one array per position, at least one", "none")
    if arrays[0].shape == (vocab_size,):
        arrays[0] = arrays[0][None, :]
    for t, array in enumerate(arrays):
        shape = (vocab_size**t, vocab_size)
        if array.shape != shape:
            raise refusal(f"{name}[{t}]", f"of shape {shape}", f"shape {array.shape}")
    return arrays


def check_broadcast(**shapes: tuple[int, ...]) -> None:
    """Named shapes that broadcast against one another."""
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        came = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise refusal(" and ".join(shapes), "of matching shapes", came) from None


def read_only(array: FloatArray) -> FloatArray:
    """A copy that refuses assignment, so that frozen objects are frozen all the way down."""
    copy = np.array(array, dtype=np.float64)
    copy.setflags(write=False)
    return copy
