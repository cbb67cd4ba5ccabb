"""The token tree: where π* sends its probability, prefix by prefix, and what each is worth.

Edges are as wide as π*(a|s) over a ghost of π_ref, nodes sized by reach, soft values below.
"""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from models.lm import ToyLM
from widgets.payloads import Numbers
from widgets.sweep import Sweep
from widgets.tilt.responses import ResponseFacts, response_facts
from widgets.tilt.solution import Solution
from widgets.view import View


class TreeFacts(ResponseFacts):
    """The shape of the tree, and π_ref(a|s) of its edges in level order."""

    vocab: list[str]
    depth: int
    edges: list[float]


class TreeFrame(TypedDict):
    """In level order: π*(a|s) of the edges, reach of their ends, soft values of the prefixes."""

    edges: Numbers
    reach: Numbers
    soft: Numbers


def level_order(levels: Sequence[NDArray]) -> NDArray:
    """Arrays (B, …) of successive tree levels as one (B, rows), in order of depth."""
    return np.concatenate([level.reshape(len(level), -1) for level in levels], axis=1)


def contents(solution: Solution) -> tuple[TreeFacts, Sweep]:
    """Facts, and the frames of ``TreeFrame`` along β."""
    lm = solution.scenario.lm
    facts: TreeFacts = {
        **response_facts(solution),
        "vocab": list(lm.vocab),
        "depth": lm.length,
        "edges": _reference_edges(lm),
    }
    levels = {"edges": solution.tokens, "reach": solution.reach[1:], "soft": solution.soft[:-1]}
    columns = {name: (["beta"], level_order(values)) for name, values in levels.items()}
    return facts, Sweep({"beta": solution.axes["beta"]}, columns)


TREE = View("tree", contents)


def _reference_edges(lm: ToyLM) -> list[float]:
    return np.concatenate([np.exp(logps).ravel() for logps in lm.logps]).tolist()
