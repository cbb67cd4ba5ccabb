"""Validation shared by the public functions of the core.

Each check returns its argument as a float64 array, or raises a ValueError that names the argument,
says what is allowed and shows what came. Nothing is repaired in silence: a wrong input would become
a plausible number on a page whose promise is that every number is exact.
"""

from collections.abc import Sequence
from math import prod
from reprlib import Repr
from sys import maxsize
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from models.logspace import FloatArray

# How far the sum of a row may be from 1, by the bytes of a number: what a softmax leaves of it.
NORMALISATION_TOLERANCE = 1e-9
TOLERANCES = {2: 1e-2, 4: 1e-5}
# No array of more numbers is made: some of this size together still fit a small machine.
MOST_NUMBERS = 2**24
# Up to here a float counts without a gap.
MOST_COUNTED = 2**53
# As many as NumPy has.
MOST_AXES = 64
SHORT = Repr()
SHORT.maxlist, SHORT.maxother = 4, 60


def refusal(name: str, allowed: str, came: object) -> ValueError:
    """The one wording of every error: what the argument must be, and what it was."""
    return ValueError(f"{name} must be {allowed}; got {came}")


def shown(value: object) -> str:
    """A value as an error shows it: cut short."""
    return SHORT.repr(value)


def check_array(
    name: str, value: ArrayLike, allowed: str = "an array of real numbers"
) -> FloatArray:
    """Real numbers of any shape, none of them NaN; no truth values, no digits in strings."""
    if (size := _numbers(value)) > MOST_NUMBERS:
        raise refusal(name, f"an array of at most {MOST_NUMBERS:,} numbers", f"{size:,}")
    try:
        array = np.asarray(value)
    except ValueError:
        # Rows of different lengths.
        array = np.array(None)
    if array.dtype.kind not in "iuf" or _holds_bool(value):
        raise refusal(name, allowed, shown(value))
    if np.isnan(array).any():
        raise refusal(name, "free of NaN", f"NaN in an array of shape {array.shape}")
    # A number of more than double precision may be beyond the range of a float.
    with np.errstate(over="ignore"):
        return array.astype(np.float64, copy=False)


def _numbers(value: Any) -> int:
    """How many numbers NumPy would make of a value, before it does; by the first of each axis."""
    size = 1
    for _ in range(MOST_AXES):
        if isinstance(shape := getattr(value, "shape", None), tuple):
            return size * prod(shape)
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            return size
        size *= _length(value)
        if not size:
            return 0
        value = value[0]
    return size


def _length(value: Sequence[Any]) -> int:
    try:
        return len(value)
    except OverflowError:
        # A range may be longer than anything that is held.
        return maxsize


def check_size(name: str, *shape: int) -> None:
    """The shape of an array that is about to be made, of MOST_NUMBERS at most."""
    if prod(shape) > MOST_NUMBERS:
        allowed = f"small enough for arrays of at most {MOST_NUMBERS:,} numbers"
        axes = " x ".join(f"{n:,}" for n in shape)
        raise refusal(name, allowed, f"an array of {axes}")


def _holds_bool(value: Any) -> bool:
    # Among numbers in a list NumPy turns True into 1.
    if isinstance(value, list | tuple):
        return any(_holds_bool(item) for item in value)
    return isinstance(value, bool | np.bool_)


def check_positive(name: str, value: ArrayLike, ndims: Sequence[int] = (0, 1)) -> FloatArray:
    """Finite numbers above zero: by default one, or a vector of them."""
    allowed = " or ".join(("a number", "a vector")[n] for n in ndims)
    array = check_array(name, value, f"{allowed}, positive and finite real numbers")
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


def check_count(name: str, value: object, least: int = 1, most: float = MOST_COUNTED) -> int:
    """A whole number from `least` to `most`; 16.0 is one, True is not 1 here."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if isinstance(value, float | np.floating):
        whole = value.is_integer()
    if not whole or not least <= value <= most:  # type: ignore[operator]
        # What nobody comes near is said only to who went beyond.
        end = f" and at most {most:,}" if most < MOST_COUNTED or (whole and value > most) else ""  # type: ignore[operator]
        raise refusal(name, f"a whole number of at least {least}{end}", shown(value))
    return int(value)  # type: ignore[call-overload]


def check_generator(name: str, value: object, method: str) -> None:
    """A source of random numbers that has the method which is needed."""
    if not callable(getattr(value, method, None)):
        raise refusal(name, "a numpy.random.Generator", shown(value))


def check_per_response(name: str, value: ArrayLike, responses: int) -> FloatArray:
    """A reward: one finite number per response, shape (responses,)."""
    array, allowed = check_array(name, value), f"one number per response, shape ({responses},)"
    if array.shape != (responses,):
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
    """Log-probabilities (..., N) whose rows sum to 1; -inf allowed.

    Within 1e-9, or as the precision of what came allows: then each row is normalised.
    """
    array = check_logs(name, value)
    if array.ndim == 0 or ndim not in (None, array.ndim):
        allowed = "an array (..., N)" if ndim is None else f"an array of {ndim} axes"
        raise refusal(name, f"log-probabilities, {allowed}", f"shape {array.shape}")
    # A wildly wrong row may overflow here; it is refused all the same.
    with np.errstate(over="ignore"):
        sums = np.exp(array).sum(axis=-1, keepdims=True)
    return array - np.log(sums) if _is_coarse(name, value, sums) else array


def check_probs(name: str, value: ArrayLike) -> FloatArray:
    """Probabilities (..., N): none negative, rows that sum to 1, as check_log_probs says."""
    array = check_array(name, value)
    if array.ndim == 0:
        raise refusal(name, "probabilities, an array (..., N)", "shape ()")
    if (array < 0).any():
        raise refusal(name, "free of negative probabilities", array.min())
    with np.errstate(over="ignore"):
        sums = array.sum(axis=-1, keepdims=True)
    return array / sums if _is_coarse(name, value, sums) else array


def _is_coarse(name: str, value: ArrayLike, sums: FloatArray) -> bool:
    """Whether the numbers came in less than double precision; their sums are checked by it."""
    came = np.asarray(value).dtype
    tolerance = NORMALISATION_TOLERANCE
    if came.kind == "f":
        tolerance = TOLERANCES.get(came.itemsize, tolerance)
    wrong = np.flatnonzero(np.abs(sums - 1) > tolerance)
    if wrong.size:
        allowed = f"rows of probabilities that sum to 1 within {tolerance:g}"
        raise refusal(name, allowed, f"a sum of {sums.flat[wrong[0]]:.12g} in row {wrong[0]}")
    return tolerance > NORMALISATION_TOLERANCE


def check_broadcast(*axes: int, **shapes: tuple[int, ...]) -> None:
    """Named shapes that broadcast against one another; more axes may come with what they give."""
    names = " and ".join(shapes)
    try:
        shape = np.broadcast_shapes(*shapes.values())
    except ValueError:
        came = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise refusal(names, "of matching shapes", came) from None
    check_size(names, *shape, *axes)
