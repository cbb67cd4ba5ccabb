"""The explorer as a Panel component."""

from typing import ClassVar

from widgets.component import Component, places
from widgets.estimate.explorer import ESTIMATE
from widgets.estimate.state import EstimateState
from widgets.explorer import Explorer


class Estimate(Component, EstimateState):
    """Three ways to estimate a KL, live: ``Estimate(position="treacherous", tokens=64)``."""

    explorer: ClassVar[Explorer] = ESTIMATE
    views = places(ESTIMATE)
