"""The token tree: where π* sends its probability, prefix by prefix, and what each is worth."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from models.lm import ToyLM
from widgets.sweep import Sweep, SweepView
from widgets.tilt.solution import Solution


def level_order(levels: Sequence[NDArray]) -> NDArray:
    """Arrays (B, …) of successive tree levels as one (B, rows), in order of depth."""
    return np.concatenate([level.reshape(len(level), -1) for level in levels], axis=1)


class TokenTree(SweepView):
    """Edges as wide as π*(a|s) over a ghost of π_ref, nodes sized by reach, soft values below."""

    kind: ClassVar[str] = "tree"
    scripts: ClassVar[tuple[str, ...]] = ("tilt/pointing", "tilt/treeshape", "tilt/tree")

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Columns in level order: edges π*(a|s), reach of their ends, soft values of prefixes."""
        scenario = solution.scenario
        facts = {
            "vocab": list(scenario.lm.vocab),
            "depth": scenario.lm.length,
            **response_facts(solution),
            "edges": _reference_edges(scenario.lm),
        }
        return facts, Sweep(
            {"beta": solution.axes["beta"]},
            {
                "edges": (["beta"], level_order(solution.tokens)),
                "reach": (["beta"], level_order(solution.reach[1:])),
                "soft": (["beta"], level_order(solution.soft[:-1])),
            },
        )


def _reference_edges(lm: ToyLM) -> list[float]:
    return np.concatenate([np.exp(logps).ravel() for logps in lm.logps]).tolist()


def response_facts(solution: Solution) -> dict[str, Any]:
    """What the views of single responses share: names, rewards, true rewards if any, π_ref."""
    scenario = solution.scenario
    truth = scenario.true_reward
    return {
        "responses": list(scenario.lm.responses),
        "reward": scenario.reward.tolist(),
        "truth": None if truth is None else truth.tolist(),
        "ref": solution.summary.ref.probs.tolist(),
    }
