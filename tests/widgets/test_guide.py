"""What to try: every button leads to a legal state, and every number is right there."""

import re
from collections.abc import Callable

import pytest
from by_hand import ByHand, Policy, divergence, mean

from models.scenarios import SCENARIOS
from widgets.text import number, percent
from widgets.tilt import sentence
from widgets.tilt.guide import contents, steps_for
from widgets.tilt.state import TiltState
from widgets.tilt.steps import Step

Says = Callable[[ByHand], list[str]]


@pytest.fixture
def steps(state: TiltState) -> list[Step]:
    return steps_for(state.scenario)


def share(hand: ByHand, policy: Policy, response: str) -> str:
    names = dict(zip(hand.scenario.lm.responses, hand.words, strict=True))
    return percent(policy[names[response]])


def reward(hand: ByHand, policy: Policy) -> str:
    return number(mean(policy, hand.reward))


def truth(hand: ByHand, policy: Policy) -> str:
    return number(mean(policy, hand.truth))


def numbers(text: str) -> list[float]:
    return [float(part) for part in re.findall(r"\d+\.\d+", text)]


def test_settings_are_legal_and_stops(state: TiltState, steps: list[Step]) -> None:
    for step in steps:
        at = TiltState(scenario=state.scenario)
        at.param.update(**step.settings)
        for name in ("beta", "temperature"):
            assert getattr(at, name) in at.solution.axes[name]
            assert at.stops[name].tolist() == at.solution.axes[name].tolist()


def test_a_step_says_what_it_sets(steps: list[Step]) -> None:
    for step in steps[:-1]:
        assert f"β {'to ' if step.button.startswith('Set') else ''}{step.settings['beta']:g}" in (
            step.button
        )
        shown = step.settings["show_temperature"]
        assert shown == ("temperature" in step.settings)
        if shown:
            assert f"T = {step.settings['temperature']:g}" in step.button


def test_steps_lead_through_all_scenarios() -> None:
    keys = list(SCENARIOS)
    for key, following in zip(keys, keys[1:] + keys[:1], strict=True):
        last = steps_for(key)[-1]
        assert last.settings["scenario"] == following
        assert last.button == SCENARIOS[following].title


@pytest.mark.parametrize(
    ("scenario", "index", "says"),
    [
        ("worked", 0, lambda h: [share(h, h.star(10), "bb")]),
        ("worked", 1, lambda h: [share(h, h.star(0.1), "bb"), reward(h, h.star(0.1))]),
        ("worked", 2, lambda h: [f"{reward(h, h.star(1))} − 1 × 0.33"]),
        ("worked", 3, lambda h: [share(h, h.cooled(0.5), "bb")]),
        ("likely-is-good", 0, lambda h: [reward(h, h.cooled(0.5))]),
        ("likely-is-good", 1, lambda h: [reward(h, h.star(0.6))]),
        ("likely-is-good", 2, lambda h: [share(h, h.cooled(0.1), "aa"), reward(h, h.cooled(0.1))]),
        ("blind-spot", 0, lambda h: [share(h, h.star(10), "cc"), truth(h, h.star(10))]),
        ("blind-spot", 1, lambda h: ["0.63", share(h, h.star(0.42), "bb"), "17"]),
        ("blind-spot", 2, lambda h: ["1.58", "0.03", share(h, h.star(0.1), "cc")]),
        ("blind-spot", 3, lambda h: [truth(h, h.cooled(0.5))]),
        ("flattery", 0, lambda h: [share(h, h.star(10), "genius genius"), truth(h, h.star(10))]),
        ("flattery", 2, lambda h: [reward(h, h.star(0.1)), truth(h, h.star(0.1))]),
        ("flattery", 3, lambda h: [truth(h, h.cooled(0.5))]),
        ("verifier", 0, lambda h: [reward(h, h.star(10))]),
        ("verifier", 1, lambda h: [reward(h, h.star(0.3))]),
        ("verifier", 2, lambda h: [reward(h, h.star(0.05))]),
        ("verifier", 3, lambda h: [reward(h, h.cooled(0.5))]),
    ],
)
def test_the_numbers_of_each_step(scenario: str, index: int, says: Says) -> None:
    step = steps_for(scenario)[index]
    for part in says(ByHand(SCENARIOS[scenario])):
        assert part in step.text


def test_kls_of_each_step(state: TiltState, steps: list[Step]) -> None:
    """Where a step speaks of nats, the KL of its own policy is among its numbers."""
    hand = ByHand(state.solution.scenario)
    for step in steps:
        match = re.search(r"(\d+\.\d+) nats", step.text)
        if match is None or "scenario" in step.settings:
            continue
        shown = step.settings["show_temperature"]
        at = step.settings["temperature"] if shown else step.settings["beta"]
        policy = hand.cooled(at) if shown else hand.star(at)
        places = len(match[1].partition(".")[2])
        assert float(match[1]) == pytest.approx(
            divergence(policy, hand.ref), abs=0.51 * 10**-places
        )


@pytest.mark.parametrize("scenario", ["blind-spot", "flattery"])
def test_the_peak_is_a_peak(scenario: str) -> None:
    state, hand = TiltState(scenario=scenario), ByHand(SCENARIOS[scenario])
    step = steps_for(scenario)[1]
    best = max(mean(hand.star(beta), hand.truth) for beta in state.stops["beta"])
    at = mean(hand.star(step.settings["beta"]), hand.truth)
    assert at >= best - 1e-5  # it may stand between two stops
    assert number(at) in step.text
    loved = {"blind-spot": "cc", "flattery": "genius genius"}[scenario]
    assert share(hand, hand.star(step.settings["beta"]), loved) in step.text


def test_claims_in_words() -> None:
    worked, verifier = (ByHand(SCENARIOS[key]) for key in ("worked", "verifier"))
    assert mean(worked.star(0.05), worked.reward) - mean(worked.star(0.1), worked.reward) < 0.01
    assert sum(r > 0 for r in verifier.reward.values()) == 9
    best = [y for y in verifier.words if verifier.reward[y] > 0]
    growth = {round(verifier.star(0.3)[y] / verifier.ref[y], 9) for y in best}
    assert len(growth) == 1
    likely = ByHand(SCENARIOS["likely-is-good"])
    assert mean(likely.cooled(0.5), likely.reward) > mean(likely.ref, likely.reward)
    assert mean(likely.star(0.6), likely.reward) > mean(likely.cooled(0.5), likely.reward)


def test_the_markup_has_a_button_for_every_step(state: TiltState, steps: list[Step]) -> None:
    facts, _ = contents(state.solution)
    html = str(facts["html"])
    assert facts["steps"] == [step.settings for step in steps]
    assert re.findall(r'<button[^>]*data-step="(\d+)"', html) == [str(i) for i in range(len(steps))]
    assert numbers(html) or state.scenario == "verifier"


@pytest.mark.parametrize("scenario", ["blind-spot", "flattery"])
def test_the_peak_is_one_figure_everywhere(scenario: str) -> None:
    """What plane and sentence call the β of the peak is a stop, and where the step leads."""
    state = TiltState(scenario=scenario)
    assert state.solution.peak is not None
    named = number(state.solution.peak.beta)
    assert float(named) in state.stops["beta"]
    (step,) = (step for step in steps_for(scenario) if "best true reward" in step.title)
    assert step.settings["beta"] == float(named) and named in step.button
    texts = sentence.contents(state.solution)[1].columns["mood"].values
    assert any(f"at β {named}" in text for text in texts)
