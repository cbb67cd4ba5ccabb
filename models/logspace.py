"""Arithmetic on logarithms of probabilities.

A response of a thousand tokens has a probability that no float can hold, and e^{r/beta} overflows
for beta below r/709. Both are harmless as logarithms, so every distribution in this package is an
array of log-probabilities in nats, -inf standing for probability zero, and sums of probabilities go
through log-sum-exp: log sum_i e^{x_i} = m + log sum_i e^{x_i - m} with m = max_i x_i.
"""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def log_sum_exp(values: FloatArray) -> FloatArray:
    """log sum exp over the last axis: (..., N) -> (...). A row of -inf gives -inf, never NaN."""
    top = np.max(values, axis=-1, keepdims=True)
    top = np.where(np.isneginf(top), 0.0, top)
    with np.errstate(divide="ignore", over="ignore"):
        total: FloatArray = np.log(np.sum(np.exp(values - top), axis=-1))
    return total + top[..., 0]


def log_normalise(values: FloatArray) -> FloatArray:
    """Logits (..., N) to log-probabilities (..., N): each row shifted so that it sums to 1.

    Relative to the largest first: beside a large one the logarithm of the sum would be lost. A
    difference beyond the range of a float is -inf.
    """
    with np.errstate(over="ignore"):
        away = values - values.max(axis=-1, keepdims=True)
    return away - log_sum_exp(away)[..., None]


def powers(logs: FloatArray, exponent: FloatArray) -> FloatArray:
    """log of p^exponent, up to a constant for each row, (..., N): exponent * (log p - max log p).

    Relative to the largest, which stays 0 whatever the exponent is: a row cannot vanish as a whole.
    A logarithm beyond the range of a float is -inf.
    """
    with np.errstate(over="ignore"):
        return exponent * (logs - logs.max(axis=-1, keepdims=True))


def log_of(probs: FloatArray) -> FloatArray:
    """Elementwise logarithm in which probability 0 becomes -inf without a warning."""
    with np.errstate(divide="ignore"):
        logs: FloatArray = np.log(probs)
    return logs


def expectation(logps: FloatArray, values: FloatArray) -> FloatArray:
    """E[values] under each row of log-probabilities: (..., N) and (N,) -> (...).

    A mean is never beyond what it is the mean of, which rounding could take it at the ends of the
    range of a float: there it is computed on half the values.
    """
    halves = 0.5 if np.abs(values).max() > np.finfo(np.float64).max / 4 else 1.0
    mean: FloatArray = np.exp(logps) @ (values * halves)
    return np.clip(mean, values.min() * halves, values.max() * halves) / halves


def read_only(array: FloatArray) -> FloatArray:
    """A copy that refuses assignment, so that frozen objects are frozen all the way down."""
    copy = np.array(array, dtype=np.float64)
    copy.setflags(write=False)
    return copy
