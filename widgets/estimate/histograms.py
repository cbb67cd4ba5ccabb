"""Three histograms of real batch estimates over their exact sampling distributions."""

from typing import TypedDict

from widgets.estimate.solution import Solution
from widgets.sweep import Sweep
from widgets.view import View


class FormulaFacts(TypedDict):
    """The term of a single token, by estimator."""

    k1: str
    k2: str
    k3: str


class HistogramsFacts(TypedDict):
    """What stays; all else comes with the run that is played."""

    formulas: FormulaFacts


def contents(solution: Solution) -> tuple[HistogramsFacts, Sweep]:
    """Nothing but the terms' formulas: the frames are those of the run."""
    formulas: FormulaFacts = {"k1": "ℓ", "k2": "ℓ² / 2", "k3": "exp(−ℓ) − 1 + ℓ"}
    return {"formulas": formulas}, Sweep({}, {})


HISTOGRAMS = View("histograms", contents)
