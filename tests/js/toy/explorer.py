"""A small explorer of its own, as anybody might add one: a folder, and a line in the app.

It follows the optimum of the smallest scenario as the leash gets longer, step by step.
"""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from models.frontier import frontier
from models.scenarios import SCENARIOS
from models.tilt import tilted_logps
from widgets.controls import Slider
from widgets.explorer import Explorer
from widgets.state import Scale, Setting, SliderState
from widgets.sweep import Sweep
from widgets.text import math, slot
from widgets.view import View

STEPS = np.arange(11.0)
# The leash at each step: tight at first, and 0.5 at the end.
BETAS = 10.0 ** (1 - STEPS / STEPS[-1] * np.log10(20))


class ToyState(SliderState):
    """Which step is shown."""

    step = Setting(default=5, doc="Step along the path.")

    scales: ClassVar = {"step": Scale("step", STEPS, between=False, clamp=True)}
    keys: ClassVar = {"step": "step"}

    def solve(self) -> str:
        """There is nothing to choose: the one scenario."""
        return "worked"


def _path(key: str) -> Any:
    scenario = SCENARIOS[key]
    return frontier(scenario.lm, scenario.reward, BETAS)


def _grid(key: str) -> tuple[dict[str, Any], Sweep]:
    scenario = SCENARIOS[key]
    logps, _ = tilted_logps(scenario.lm.response_logps(), scenario.reward, BETAS)
    return {"vocab": list(scenario.lm.vocab)}, Sweep(
        {"step": STEPS}, {"probs": (["step"], np.exp(logps))}
    )


def _line(key: str) -> tuple[dict[str, Any], Sweep]:
    path = _path(key)
    return {"steps": STEPS.tolist(), "objective": path.reward - path.kl}, Sweep({}, {})


def _plane(key: str) -> tuple[dict[str, Any], Sweep]:
    scenario, path = SCENARIOS[key], _path(key)
    whole = frontier(scenario.lm, scenario.reward, np.geomspace(0.05, 1e3, 100))
    start = float(scenario.lm.response_probs() @ scenario.reward)
    facts = {
        "start": [0.0, start, None],
        "curve": {"kl": whole.kl, "reward": whole.reward, "truth": None},
        "range": {"kl": [0.0, 1.9], "reward": [0.5, 2.0]},
        "kl": path.kl,
        "reward": path.reward,
    }
    return facts, Sweep({}, {})


def _words(key: str) -> tuple[dict[str, Any], Sweep]:
    rewards = [f"{reward:.2f}" for reward in _path(key).reward]
    html = math(f"<p>After step {slot('step')} π* earns {slot('reward')}.</p>")
    columns = {"step": (["step"], [f"{s:g}" for s in STEPS]), "reward": (["step"], rewards)}
    return {"html": html, "steps": []}, Sweep({"step": STEPS}, columns)


TOY = Explorer(
    key="toy",
    title="Toy",
    lead="A grid, a line, a path.",
    state=ToyState,
    columns=(("grid", "line"), ("path",)),
    controls=(Slider("step", "Step", "step", "star", typed=False),),
    views={
        "words": View("text", _words),
        "grid": View("grid", _grid),
        "line": View("line", _line),
        "path": View("path", _plane),
    },
    script=Path(__file__).with_name("toy.bundle.js"),
)
