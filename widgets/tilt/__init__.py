"""Explorer "Tilt": what the leash does to a policy, token by token and response by response."""

from widgets.tilt.component import Tilt

__all__ = ["Tilt"]
