"""Explorer "Estimate": three ways to estimate a KL, live."""

from widgets.estimate.component import Estimate

__all__ = ["Estimate"]
