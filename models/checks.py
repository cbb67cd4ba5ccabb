"""Validation shared by the public functions of the core.

Each check returns its argument as a float64 array, or raises a ValueError that names the argument,
says what is allowed and shows what came. Nothing is repaired in silence: a wrong input would become
a plausible number on a page whose promise is that every number is exact.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from numbers import Real
from reprlib import Repr
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from models.logspace import FloatArray

NORMALISATION_TOLERANCE = 1e-9
# What a 64-bit integer can count.
MOST = 2**63 - 1
# As much of a refused value as fits into a line.
SHORT = Repr()
SHORT.maxlevel, SHORT.maxstring, SHORT.maxother = 3, 40, 60
LINE = 120


def refusal(name: str, allowed: str, came: object) -> ValueError:
    """The one wording of every error: what the argument must be, and what it was."""
    return ValueError(f"{name} must be {allowed}; got {came}")


def shown(value: object) -> str:
    """A value as an error shows it: cut short, and without a failure of its own."""
    try:
        text = SHORT.repr(value)
    except ValueError:
        # Python refuses to write out integers of thousands of digits.
        return f"a {type(value).__name__} too long to write out"
    return text if len(text) <= LINE else f"{text[:LINE]}..."


def check_array(
    name: str, value: ArrayLike, allowed: str = "an array of real numbers"
) -> FloatArray:
    """Real numbers of any shape, none of them NaN; no truth values, no digits in strings."""
    array = check_reals(name, value, allowed)
    if np.isnan(array).any():
        came = f"NaN in an array of shape {array.shape}" if array.ndim else "NaN"
        raise refusal(name, "free of NaN", came)
    return array


def check_reals(name: str, value: ArrayLike, allowed: str) -> FloatArray:
    """Numbers that a float can hold, NaN among them."""
    if not _holds_reals(value):
        raise refusal(name, allowed, shown(value))
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise refusal(name, allowed, shown(value)) from None
    except OverflowError:
        raise refusal(name, f"{allowed} within the range of a float", shown(value)) from None


def _holds_reals(value: Any) -> bool:
    """Whether all that is in a number, an array or nested sequences is a real number.

    NumPy by itself turns None into NaN, True into 1 and "1" into 1.
    """
    if isinstance(value, list | tuple):
        return all(_holds_reals(item) for item in value)
    if isinstance(value, np.ndarray | np.generic) and value.dtype != object:
        return value.dtype.kind in "iuf"
    if isinstance(value, np.ndarray):
        return all(_holds_reals(item) for item in value.flat)
    if hasattr(value, "__array__"):
        return _holds_reals(np.asarray(value))
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def check_positive(name: str, value: ArrayLike, ndims: Sequence[int] = (0, 1)) -> FloatArray:
    """Finite numbers above zero: by default one, or a vector of them."""
    allowed = " or ".join({0: "a number", 1: "a vector"}[n] for n in ndims)
    array = check_array(name, value, f"{allowed} (positive, finite real numbers)")
    if array.ndim not in ndims:
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


def check_count(name: str, value: object, least: int = 1) -> int:
    """A whole number from `least` up to what 64 bits can count; True is not 1 here."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not isinstance(value, int | np.integer) or value < least:
        raise refusal(name, f"a whole number of at least {least}", shown(value))
    if value > MOST:
        raise refusal(name, "a whole number below 2**63", shown(value))
    return int(value)


def check_generator(name: str, value: object, method: str) -> None:
    """A source of random numbers that has the method which is needed."""
    if not callable(getattr(value, method, None)):
        raise refusal(name, "a numpy.random.Generator", shown(value))


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
    if array.ndim == 0:
        raise refusal(name, "probabilities, an array (..., N)", "shape ()")
    if (array < 0).any():
        raise refusal(name, "free of negative probabilities", array.min())
    with np.errstate(over="ignore"):
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
    tokens = tuple(_items("vocab", vocab, "a sequence of strings"))
    if not tokens:
        raise refusal("vocab", "at least one token", "none")
    for token in tokens:
        if not isinstance(token, str) or not token:
            raise refusal("vocab", "non-empty strings", shown(token))
        if tokens.count(token) > 1:
            raise refusal("vocab", "distinct tokens", f"{token!r} twice")
    return tokens


def _items(name: str, value: Any, allowed: str) -> list[Any]:
    """The items of anything that can be gone through."""
    try:
        return list(value)
    except TypeError:
        raise refusal(name, allowed, shown(value)) from None


def check_layers(name: str, layers: Iterable[ArrayLike], vocab_size: int) -> list[FloatArray]:
    """One array (V**t, V) per position t; the first may come as a plain row (V,)."""
    allowed = "one array per position, at least one"
    items = _items(name, layers, allowed)
    arrays = [check_array(f"{name}[{t}]", layer) for t, layer in enumerate(items)]
    if not arrays:
        raise refusal(name, allowed, "none")
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
