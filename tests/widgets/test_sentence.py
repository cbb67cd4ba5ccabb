"""The sentence: what it says at states whose numbers are known, and that it never says nonsense."""

import re

import numpy as np
import pytest
from by_hand import ByHand, divergence, mean

from widgets.sweep import Sweep
from widgets.text import number, percent
from widgets.tilt.sentence import contents
from widgets.tilt.state import TiltState


def told(state: TiltState, beta: float, temperature: float = 0.5) -> str:
    """The sentence as it is read: the markup with its slots filled from the frame."""
    facts, sweep = contents(state.solution)
    frame = sweep.frame(beta=beta, temperature=temperature)

    def fill(match: re.Match[str]) -> str:
        value = frame[match[1]]
        return str(value) if value.dtype.kind == "U" else number(float(value), 3)

    marked = re.sub(r'<\w+(?: class="\w+")? data-slot="(\w+)">', r"{\1}", str(facts["html"]))
    bare = re.sub("</?[a-z][^>]*>", "", marked)
    return re.sub(r"{(\w+)}", fill, bare).replace("\u00a0", " ").replace("\u202f", " ")


def sweep_of(state: TiltState) -> Sweep:
    return contents(state.solution)[1]


@pytest.mark.parametrize(
    ("scenario", "beta", "parts"),
    [
        ("worked", 1.0, ["β 1 ", "45 % on bb", "15 %", "1.22 instead of 0.58", "0.33 nats"]),
        ("worked", 10.0, ["β 10 ", "17 % on bb", "hardly moves"]),
        ("worked", 0.05, ["β 0.05 ", "> 99.9 % on bb", "2.00 instead of 0.58", "all but off"]),
        ("blind-spot", 0.42, ["50 % on bb", "17 % on cc", "0.63, as good as it gets"]),
        ("blind-spot", 0.1, ["on cc", "reward model sees 1.58", "true reward has fallen to 0.03"]),
        ("blind-spot", 10.0, ["a looser leash would raise it, up to 0.63 at β 0.42"]),
        ("verifier", 10.0, ["the 9 best responses", "8 %"]),
    ],
)
def test_known_states(scenario: str, beta: float, parts: list[str]) -> None:
    text = told(TiltState(scenario=scenario), beta)
    for part in parts:
        assert part in text


def test_shares_at_every_stop(state: TiltState) -> None:
    solution, hand, sweep = state.solution, ByHand(state.solution.scenario), sweep_of(state)
    wrong = solution.peak is not None
    wanted = hand.truth if wrong else hand.reward
    best = [y for y in hand.words if wanted[y] == max(wanted.values())]
    for beta in state.stops["beta"]:
        star, frame = hand.star(beta), sweep.frame(beta=beta, temperature=1)
        assert frame["best"] == percent(sum(star[y] for y in best))
        assert frame["beta"] == f"{beta:g}"
        if wrong:
            loved = max(hand.words, key=lambda y: hand.reward[y] - hand.truth[y])
            assert frame["loved"] == percent(star[loved])
        else:
            assert frame["reward"] == number(mean(star, hand.reward))
            assert float(frame["kl"]) == pytest.approx(divergence(star, hand.ref), abs=0.0051)


def test_what_it_says_of_temperature(state: TiltState) -> None:
    hand, sweep = ByHand(state.solution.scenario), sweep_of(state)
    for temperature in state.stops["temperature"]:
        cooled, frame = hand.cooled(temperature), sweep.frame(beta=0.42, temperature=temperature)
        assert frame["temperature"] == f"{temperature:g}"
        said = str(frame["temp_reward"])
        assert said.startswith(number(mean(cooled, hand.reward)))
        assert ("truly" in said) == (state.solution.peak is not None)
        if state.solution.peak is not None:
            assert number(mean(cooled, hand.truth)) in said
        places = len(str(frame["temp_kl"]).partition(".")[2])
        kl = divergence(cooled, hand.ref)
        assert float(frame["temp_kl"]) == pytest.approx(kl, abs=0.51 * 10**-places)


def test_what_it_says_of_temperature_against_the_frontier(state: TiltState) -> None:
    """Below every tangent of the frontier is below the frontier, but for the reference itself."""
    gaps = state.solution.summary.tempered.gap
    for k, temperature in enumerate(state.stops["temperature"]):
        mood = str(sweep_of(state).frame(beta=1, temperature=temperature)["temp_mood"])
        assert ("reference itself" in mood) == (temperature == 1)
        assert ("offers more of the same reward" in mood) == (temperature != 1)
        assert (gaps[:, k] > 1e-12).all()


def test_the_mood_follows_the_peak(state: TiltState) -> None:
    """Above the peak's β the true reward can still rise, below it has fallen."""
    peak = state.solution.peak
    if peak is None:
        return
    sweep, truth = sweep_of(state), state.solution.summary.star.true_reward
    assert truth is not None
    for beta, value in zip(state.stops["beta"], truth, strict=True):
        mood = str(sweep.frame(beta=beta, temperature=1)["mood"])
        if number(value) == number(peak.true_reward):
            assert "as good as it gets" in mood
        else:
            assert ("would raise it" in mood) == (beta > peak.beta)
            assert ("has fallen" in mood) == (beta < peak.beta)
        assert number(value) in mood


def test_every_sentence_is_complete(state: TiltState) -> None:
    for beta in state.stops["beta"]:
        text = told(state, float(beta))
        assert not re.search(r"nan|None|inf|data-slot|-\d|  ", text), text


def test_typed_values_are_said_as_they_were_typed() -> None:
    state = TiltState()
    state.beta = 0.333
    assert "β 0.333 " in told(state, 0.333)


def test_the_summary_gives_way_to_temperature(state: TiltState) -> None:
    html = str(contents(state.solution)[0]["html"])
    assert html.count("data-if=") == html.count("data-unless=") == 1
    assert np.all([word in html for word in ("show_temperature", "Sampling the reference")])
