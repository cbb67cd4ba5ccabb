"""What to try: short steps, each with a button that puts the controls there.

A step's numbers are computed by the core at the step's own settings, never typed in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from models.frontier import frontier, temperature_curve
from models.scenarios import SCENARIOS, Scenario
from models.tilt import tilted_logps
from widgets.sweep import Sweep
from widgets.text import TextView, math, number, percent
from widgets.tilt.solution import Solution


@dataclass(frozen=True)
class Step:
    """A title, a text with its numbers filled in, the words on the button, and what it sets."""

    title: str
    text: str
    button: str
    settings: dict[str, Any]


@dataclass(frozen=True)
class Point:
    """What a policy does, in the words of the page: rewards, KL, and its share on responses."""

    reward: str
    truth: str
    kl: str
    share: Callable[[str], str]


def star(scenario: Scenario, beta: float) -> Point:
    """The optimum at β."""
    lm = scenario.lm
    logps, _ = tilted_logps(lm.response_logps(), scenario.reward, beta)
    at = frontier(lm, scenario.reward, [beta], scenario.true_reward)
    return _point(scenario, np.exp(logps), at.reward, at.kl, at.true_reward)


def cooled(scenario: Scenario, temperature: float) -> Point:
    """The reference at temperature T."""
    lm = scenario.lm
    at = temperature_curve(lm, scenario.reward, [temperature], scenario.true_reward)
    probs = lm.at_temperature(temperature).response_probs()
    return _point(scenario, probs, at.reward, at.kl, at.true_reward)


def _point(scenario: Scenario, probs: Any, reward: Any, kl: Any, truth: Any) -> Point:
    share = dict(zip(scenario.lm.responses, probs))
    return Point(
        reward=number(reward[0]),
        truth="" if truth is None else number(truth[0]),
        kl=number(kl[0]),
        share=lambda response: percent(share[response]),
    )


def set_beta(title: str, beta: float, text: str, **more: Any) -> Step:
    """A step that goes to a β; unless it says otherwise, with π_T out of the way."""
    return Step(title, text, f"Set β to {beta:g}", {"show_temperature": False, "beta": beta, **more})


def compare(title: str, beta: float, temperature: float, text: str) -> Step:
    """A step that shows π_T beside π*."""
    settings = {"show_temperature": True, "beta": beta, "temperature": temperature}
    return Step(title, text, f"Show T = {temperature:g} at β {beta:g}", settings)


def _worked(scenario: Scenario) -> list[Step]:
    tight, loose, cold = star(scenario, 10), star(scenario, 0.1), cooled(scenario, 0.5)
    at_one = star(scenario, 1)
    return [
        set_beta("Tighten the leash", 10, f"Every nat costs 10, so π* stays at {tight.kl} nats: bb keeps {tight.share('bb')}, and the blue bars barely leave the grey ones."),
        set_beta("Let go", 0.1, f"bb takes {loose.share('bb')}. The reward reaches {loose.reward}, near its limit of 2, and the frontier has gone flat: the last nats buy almost nothing."),
        set_beta("Read the tangent", 1, f"At β 1 a nat buys one unit of reward: the slope of the frontier is β. The tangent meets the axis at J = E[r] − β KL = {at_one.reward} − 1 × {at_one.kl}."),
        compare("Try temperature instead", 1, 0.5, f"Sampling colder sharpens what was likely already, and bb is not: it drops to {cold.share('bb')}. The green square lies below the frontier."),
    ]


def _likely(scenario: Scenario) -> list[Step]:
    cold, near = cooled(scenario, 0.5), star(scenario, 0.3)
    frozen = cooled(scenario, 0.1)
    return [
        compare("Sample colder", 0.3, 0.5, f"Likely answers are good here, so T = 0.5 lifts the reward to {cold.reward}, at {cold.kl} nats."),
        set_beta("Tilt instead", 0.3, f"π* earns {near.reward} at {near.kl} nats. It knows the rewards; temperature knows only what is likely."),
        compare("Freeze", 0.3, 0.1, f"At T = 0.1 nearly all mass, {frozen.share('aa')}, sits on aa. But ab is better: the green curve ends at {frozen.reward}, below the frontier."),
    ]


def _fooled(best: str, loved: str) -> Callable[[Scenario], list[Step]]:
    def steps(scenario: Scenario) -> list[Step]:
        peak = 0.42 if scenario.key == "blind-spot" else 0.34
        tight, top, loose = (star(scenario, beta) for beta in (10, peak, 0.1))
        return [
            set_beta("Tighten the leash", 10, f"The tilt is faint: “{loved}” stays at {tight.share(loved)}, and the true reward at {tight.truth}."),
            set_beta("Find the best true reward", peak, f"The dashed curve peaks here, at {top.truth}: “{best}” has {top.share(best)}, “{loved}” {top.share(loved)} so far."),
            set_beta("Let go", 0.1, f"The reward model is delighted: {loose.reward}. The true reward is {loose.truth}, for “{loved}” now takes {loose.share(loved)}. More reward, a much worse model."),
            compare("Try temperature instead", peak, 0.5, f"Sampling colder cannot find “{loved}”, nor is it looking for “{best}”: the true reward is {cooled(scenario, 0.5).truth}."),
        ]

    return steps


def _verifier(scenario: Scenario) -> list[Step]:
    start, mid, loose, cold = star(scenario, 10), star(scenario, 0.3), star(scenario, 0.05), cooled(scenario, 0.5)
    return [
        set_beta("Start from the reference", 10, f"Right answers are rare: even tilted at β 10 they earn {start.reward}. In the tree, point at an answer with r 1 to see its path."),
        set_beta("Tilt", 0.3, f"The nine right answers share {mid.reward} of the probability at {mid.kl} nats. Each grows by the same factor, so the tree moves mass early, towards prefixes that can still win."),
        set_beta("Let go", 0.05, f"Reward {loose.reward} at {loose.kl} nats, and no further: π* still mixes the right answers as the reference did. RL need not collapse onto one."),
        compare("Try temperature instead", 0.3, 0.5, f"T = 0.5 earns {cold.reward}: making likely digits likelier does not make them right."),
    ]


STEPS: dict[str, Callable[[Scenario], list[Step]]] = {
    "worked": _worked,
    "likely-is-good": _likely,
    "blind-spot": _fooled("bb", "cc"),
    "flattery": _fooled("sweet wordy", "genius genius"),
    "verifier": _verifier,
}


def steps_for(scenario: Scenario) -> list[Step]:
    """The steps of a scenario, the last of which leads to the next one in the menu."""
    keys = list(SCENARIOS)
    following = SCENARIOS[keys[(keys.index(scenario.key) + 1) % len(keys)]]
    onward = Step(
        "Go on", following.summary, following.title,
        {"scenario": following.key, "beta": 1.0, "show_temperature": False},
    )
    return [*STEPS[scenario.key](scenario), onward]


class Guide(TextView):
    """The steps as a list; the one where the controls stand is marked as current."""

    def contents(self, solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Facts: the markup and what each button sets. Nothing here moves with a slider."""
        steps = steps_for(solution.scenario)
        items = "".join(
            f"<li><h3>{escape(step.title)}</h3><p>{escape(step.text)}</p>"
            f'<button type="button" data-step="{i}">{escape(step.button)}</button></li>'
            for i, step in enumerate(steps)
        )
        html = f'<header><h2>What to try</h2></header><ol class="steps">{items}</ol>'
        return {"html": math(html), "steps": [step.settings for step in steps]}, Sweep({}, {})
