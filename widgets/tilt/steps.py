"""The steps of "What to try", scenario by scenario.

A step's numbers are computed by the core at the step's own settings, never typed in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.frontier import frontier, temperature_curve
from models.scenarios import Scenario
from models.tilt import objective, tilted_logps
from widgets.guide import Step
from widgets.text import nats, number, percent, quoted
from widgets.tilt.solution import peak_stop


@dataclass(frozen=True)
class Point:
    """What a policy does, in the words of the page; ``share`` is of a single response."""

    reward: str
    truth: str
    kl: str
    objective: str
    share: Callable[[str], str]


def star(scenario: Scenario, beta: float) -> Point:
    """The optimum at β."""
    logps, _ = tilted_logps(scenario.lm.response_logps(), scenario.reward, beta)
    at = frontier(scenario.lm, scenario.reward, [beta], scenario.true_reward)
    value = objective(logps, scenario.lm.response_logps(), scenario.reward, beta)
    return _point(scenario, np.exp(logps), at, number(float(value)))


def cooled(scenario: Scenario, temperature: float) -> Point:
    """The reference at temperature T."""
    at = temperature_curve(scenario.lm, scenario.reward, [temperature], scenario.true_reward)
    return _point(scenario, scenario.lm.at_temperature(temperature).response_probs(), at)


def _point(scenario: Scenario, probs: NDArray, at: Any, objective: str = "") -> Point:
    shares = dict(zip(scenario.lm.responses, probs, strict=True))
    return Point(
        reward=number(at.reward[0]),
        truth="" if at.true_reward is None else number(at.true_reward[0]),
        kl=nats(at.kl[0]),
        objective=objective,
        share=lambda response: percent(shares[response]),
    )


def set_beta(title: str, beta: float, text: str) -> Step:
    """A step that goes to a β, with π_T out of the way."""
    return Step(title, text, f"Set β to {beta:g}", {"show_temperature": False, "beta": beta})


def compare(title: str, beta: float, temperature: float, text: str) -> Step:
    """A step that shows π_T beside π*."""
    settings = {"show_temperature": True, "beta": beta, "temperature": temperature}
    return Step(title, text, f"Show T = {temperature:g} at β {beta:g}", settings)


def _worked(scenario: Scenario) -> list[Step]:
    tight, one, loose = (star(scenario, beta) for beta in (10, 1, 0.1))
    cold = cooled(scenario, 0.5)
    return [
        set_beta(
            "Tighten the leash",
            10,
            f"Every nat costs 10, so π* stays within {tight.kl} nats: bb gets {tight.share('bb')}, "
            "and the blue bars barely leave the grey ones.",
        ),
        set_beta(
            "Let go",
            0.1,
            f"bb takes {loose.share('bb')} and the reward reaches {loose.reward}. The slope of the "
            "frontier is down to 0.1: another nat would buy a tenth of a unit of reward.",
        ),
        set_beta(
            "Read the tangent",
            1,
            "The slope of the frontier is β: here a nat buys one unit of reward. The tangent "
            f"meets the axis at J = E[r] − β KL = {one.reward} − 1 × {one.kl} = "
            f"{one.objective}, which is β log Z.",
        ),
        compare(
            "Try temperature instead",
            1,
            0.5,
            "Sampling colder sharpens what was likely already, and bb is not: it drops to "
            f"{cold.share('bb')}. The green square lies below the frontier.",
        ),
    ]


def _likely_is_good(scenario: Scenario) -> list[Step]:
    cold, near, frozen = cooled(scenario, 0.5), star(scenario, 0.6), cooled(scenario, 0.1)
    return [
        compare(
            "Sample colder",
            10,
            0.5,
            f"Likely answers are good here, so T = 0.5 lifts the reward to {cold.reward}, at "
            f"{cold.kl} nats.",
        ),
        compare(
            "Tilt instead",
            0.6,
            0.5,
            f"At the same distance, {near.kl} nats, π* earns {near.reward}: it knows the rewards, "
            "temperature only what is likely.",
        ),
        compare(
            "Freeze",
            0.3,
            0.1,
            f"At T = 0.1 nearly all mass, {frozen.share('aa')}, sits on aa. But ab is better: the "
            f"green curve ends at {frozen.reward}, below the frontier.",
        ),
    ]


def _fooled(best: str, loved: str, scenario: Scenario) -> list[Step]:
    top = peak_stop(scenario)
    assert top is not None
    tight, peak, loose = (star(scenario, beta) for beta in (10, top, 0.1))
    cold, good, bad = cooled(scenario, 0.5), quoted(best), quoted(loved)
    return [
        set_beta(
            "Tighten the leash",
            10,
            f"The tilt is faint: {bad} stays at {tight.share(loved)}, and the true reward at "
            f"{tight.truth}.",
        ),
        set_beta(
            "Find the best true reward",
            top,
            f"The dashed curve peaks here, at {peak.truth}: {good} has {peak.share(best)}, and "
            f"{bad} only {peak.share(loved)} so far.",
        ),
        set_beta(
            "Let go",
            0.1,
            f"The reward model is delighted: {loose.reward}. But {bad} now takes "
            f"{loose.share(loved)}, and the true reward is {loose.truth}: more reward, a much "
            "worse model.",
        ),
        compare(
            "Try temperature instead",
            top,
            0.5,
            f"Sampling colder cannot tell {bad} from any other unlikely answer: it gets "
            f"{cold.share(loved)}. {good} gets {cold.share(best)}, and the true reward is "
            f"{cold.truth}, against {peak.truth} for π*.",
        ),
    ]


def _verifier(scenario: Scenario) -> list[Step]:
    start, tilted, loose = (star(scenario, beta) for beta in (10, 0.3, 0.05))
    return [
        set_beta(
            "Start from the reference",
            10,
            f"Right answers are rare: even tilted at β 10 they earn {start.reward}. Point at an "
            "answer with r 1 in the tree to see its path.",
        ),
        set_beta(
            "Tilt",
            0.3,
            f"The right answers share {tilted.reward} of the probability at {tilted.kl} nats. "
            "Each grows by the same factor, and the tree moves early: towards prefixes that can "
            "still win.",
        ),
        set_beta(
            "Let go",
            0.05,
            f"Reward {loose.reward} at {loose.kl} nats, and no further: π* still mixes the right "
            "answers as the reference did. RL need not collapse onto one.",
        ),
        compare(
            "Try temperature instead",
            0.3,
            0.5,
            f"T = 0.5 earns {cooled(scenario, 0.5).reward}: making likely digits likelier does "
            "not make them right.",
        ),
    ]


STEPS: dict[str, Callable[[Scenario], list[Step]]] = {
    "worked": _worked,
    "likely-is-good": _likely_is_good,
    "blind-spot": lambda scenario: _fooled("bb", "cc", scenario),
    "flattery": lambda scenario: _fooled("sweet wordy", "genius genius", scenario),
    "verifier": _verifier,
}
