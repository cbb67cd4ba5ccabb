"""The explorer as a Panel component."""

from typing import ClassVar

from widgets.component import Component, places
from widgets.explorer import Explorer
from widgets.tilt.explorer import TILT
from widgets.tilt.state import TiltState


class Tilt(Component, TiltState):
    """What the leash does to a policy: ``Tilt(scenario="worked", beta=0.5)``."""

    explorer: ClassVar[Explorer] = TILT
    views = places(TILT)
