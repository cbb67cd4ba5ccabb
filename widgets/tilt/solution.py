"""What the exact core says of one scenario at every stop of both sliders, computed once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.frontier import (
    Frontier,
    FrontierLimits,
    Peak,
    TemperatureCurve,
    frontier,
    limits,
    temperature_curve,
    true_reward_peak,
)
from models.grids import stops
from models.layers import prefix_logps
from models.scenarios import SCENARIOS, Scenario
from models.summary import Summary, summarise
from models.tilt import soft_values, tilted_token_logps
from widgets.cache import shared

BETAS = (0.05, 10.0)
TEMPERATURES = (0.1, 4.0)


def peak_stop(scenario: Scenario) -> float | None:
    """The β of the best true reward as it is written on the page; None where the reward is true."""
    if scenario.true_reward is None:
        return None
    peak = true_reward_peak(scenario.lm, scenario.reward, scenario.true_reward, *BETAS)
    return round(peak.beta, 2)


def beta_stops() -> NDArray:
    """Round numbers, and wherever a true reward peaks: what the page names can be set."""
    peaks = filter(None, map(peak_stop, SCENARIOS.values()))
    return np.union1d(stops(*BETAS), [*peaks])


@dataclass(frozen=True, eq=False)
class Solution:
    """One scenario, solved: the readouts, the curves of the plane, and the tilted token tree.

    ``tokens`` are π*(a|s), a tuple over t of (B, V**t, V); ``reach`` the probability of every
    prefix under π*, a tuple over t = 0 .. L of (B, V**t); ``soft`` the soft values, likewise.
    ``peak`` is the β of the best true reward within the slider, None where the reward is true.
    """

    scenario: Scenario
    summary: Summary
    curve: Frontier
    cooling: TemperatureCurve
    ends: FrontierLimits
    peak: Peak | None
    tokens: tuple[NDArray, ...]
    reach: tuple[NDArray, ...]
    soft: tuple[NDArray, ...]

    @property
    def axes(self) -> dict[str, NDArray]:
        """The stops of the two sliders, by the name of the control."""
        return {"beta": self.summary.betas, "temperature": self.summary.temperatures}


@shared
def solve(key: str, betas: tuple[float, ...], temperatures: tuple[float, ...]) -> Solution:
    """The solution of scenario ``key``; cached per process, for it depends on nothing else."""
    scenario = SCENARIOS[key]
    lm, reward, truth = scenario.lm, scenario.reward, scenario.true_reward
    token_logps = tilted_token_logps(lm, reward, betas)
    return Solution(
        scenario=scenario,
        summary=summarise(lm, reward, betas, temperatures, truth),
        curve=frontier(lm, reward, np.geomspace(BETAS[0] / 5, 1e3, 200), truth),
        cooling=temperature_curve(lm, reward, np.geomspace(*TEMPERATURES, 120), truth),
        ends=limits(lm, reward, truth),
        peak=None if truth is None else true_reward_peak(lm, reward, truth, *BETAS),
        tokens=tuple(np.exp(logps) for logps in token_logps),
        reach=tuple(np.exp(logps) for logps in prefix_logps(token_logps)),
        soft=soft_values(lm, reward, betas),
    )
