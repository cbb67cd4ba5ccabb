"""The explorers, in the order of the navigation."""

from widgets.estimate.explorer import ESTIMATE
from widgets.tilt.explorer import TILT

# A new explorer joins with one line.
EXPLORERS = [
    TILT,
    ESTIMATE,
]
