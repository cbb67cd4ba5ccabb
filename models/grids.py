"""Stops for a logarithmic slider: round numbers, about evenly spaced in the logarithm.

A slider that divides its range evenly shows values such as 0.4216965034; people want 0.42.
Preferred numbers are the engineer's answer: the R40 series of ISO 3 (Renard's, forty steps a
decade, each about 6 % up) written with two digits, halves rounded down. At two digits two of them
coincide with their neighbours, which leaves 38 a decade, between 3 % and 10 % apart.
"""

from decimal import Decimal
from math import floor, log10

import numpy as np

from models.checks import check_range
from models.logspace import FloatArray

# fmt: off
MANTISSAS = (
    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 28, 30, 31,
    33, 35, 37, 40, 42, 45, 47, 50, 53, 56, 60, 63, 67, 71, 75, 80, 85, 90, 95,
)
# fmt: on


def stops(low: float, high: float) -> FloatArray:
    """Strictly increasing round numbers from low to high, both included, about logarithmic.

    Powers of ten and 2 and 5 times them are always in where they lie within the range. Each stop is
    the float nearest to its decimal: 0.1, never 0.10000000000000009. Raises ValueError unless
    0 < low < high, both finite.
    """
    low, high = check_range(low, high)
    decades = range(floor(log10(low)) - 1, floor(log10(high)) + 1)
    # Through decimals: 11 * 10**-2 in binary is not the float that "0.11" is.
    rounds = [float(Decimal(m).scaleb(k - 1)) for k in decades for m in MANTISSAS]
    # Among the smallest floats of all, neighbouring decimals are one and the same float.
    return np.unique([low, *(x for x in rounds if low < x < high), high])
