"""The state of Estimate: typed values, seeds, and the run that goes with the settings."""

import json
from typing import Any

import numpy as np
import pytest

from widgets.estimate.live import MOST_FRAMES, MOST_PER_FRAME, Settings
from widgets.estimate.positions import POSITIONS
from widgets.estimate.state import EstimateState

STOPS = {
    "f": [round(-0.7 + 0.05 * i, 2) for i in range(33)],
    "tokens": [1, 2, 4, 8, 16, 32, 64, 128, 256],
}
NO_NUMBERS = [
    "abc", "", "  ", "nan", "inf", "-inf", "1_0", "٢", "1/2", "0,5", "1e", "--1", "[1]", "None",
    "<script>alert(1)</script>", "x" * 5000,
]  # fmt: skip


@pytest.fixture
def state() -> EstimateState:
    return EstimateState()


def told(state: EstimateState) -> dict[str, Any]:
    chunk: dict[str, Any] = json.loads(state.chunk)
    return chunk


def settings(**changes: Any) -> dict[str, Any]:
    return {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0, **changes}


def test_it_opens_on_the_default_run(state: EstimateState) -> None:
    assert (state.position, state.f, state.tokens, state.seed) == ("eight", 0.3, 16, 0)
    assert state.problems == {}
    assert told(state)["settings"] == settings()
    assert told(state)["batches"] == 400


@pytest.mark.parametrize("name", STOPS)
def test_the_stops(state: EstimateState, name: str) -> None:
    assert state.stops[name].tolist() == STOPS[name]
    assert state.solution.axes[name].tolist() == STOPS[name]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.333", 0.333), ("-0.7", -0.7), ("−0.7", -0.7), ("0.9", 0.9), (" 0 ", 0.0),
        ("-.123", -0.123), ("3e-1", 0.3), ("+0.25", 0.25),
    ],
)  # fmt: skip
def test_a_good_f_is_taken_exactly(state: EstimateState, text: str, value: float) -> None:
    state.type_value("f", text)
    assert state.f == value
    assert value in state.stops["f"]
    assert (np.diff(state.stops["f"]) > 0).all()
    assert value in state.solution.axes["f"]
    assert state.problems == {}


def test_a_typed_f_is_solved(state: EstimateState) -> None:
    state.type_value("f", "0.333")
    at = state.solution.stops.tolist().index(0.333)
    weights = np.array(POSITIONS["eight"].ref) ** (1 - 0.333)
    np.testing.assert_allclose(state.solution.policies[at], weights / weights.sum(), rtol=1e-12)
    state.type_value("f", "0.444")
    assert 0.333 not in state.stops["f"]


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("5", 0.9), ("0.91", 0.9), ("-0.71", -0.7), ("−3", -0.7), ("1e999", 0.9), ("9" * 400, 0.9)],
)
def test_an_f_out_of_range_becomes_the_nearest(
    state: EstimateState, text: str, nearest: float
) -> None:
    state.type_value("f", text)
    assert state.f == nearest
    message = state.problems["f"]
    assert message.startswith(f"{text[:20]} is out of range; f takes −0.7 to 0.9")
    assert message.endswith(f"so {nearest:g} is taken.".replace("-", "−"))
    assert len(message) < 120


@pytest.mark.parametrize("text", ["1", "2", " 32 ", "256", "1.6e1", "128.0"])
def test_a_stop_of_n_is_taken(state: EstimateState, text: str) -> None:
    state.type_value("tokens", text)
    assert state.tokens == float(text)
    assert state.problems == {}


@pytest.mark.parametrize(
    ("text", "nearest"), [("20", 16), ("25", 32), ("3.5", 4), ("16.4", 16), ("255", 256)]
)
def test_n_between_two_stops_becomes_one(state: EstimateState, text: str, nearest: int) -> None:
    state.type_value("tokens", text)
    assert state.tokens == nearest
    assert state.problems == {"tokens": f"{text} is no stop of N: {nearest} is taken."}
    assert state.stops["tokens"].tolist() == STOPS["tokens"]


@pytest.mark.parametrize(("text", "nearest"), [("1000", 256), ("0", 1), ("-4", 1), ("0.5", 1)])
def test_n_out_of_range_becomes_the_nearest(state: EstimateState, text: str, nearest: int) -> None:
    state.type_value("tokens", text)
    assert state.tokens == nearest
    expected = f"{text} is out of range; N takes 1 to 256, so {nearest} is taken."
    assert state.problems == {"tokens": expected}


@pytest.mark.parametrize(("name", "kept"), [("f", 0.3), ("tokens", 16)])
@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_changes_nothing(
    state: EstimateState, name: str, kept: float, text: str
) -> None:
    solution, chunk = state.solution, state.chunk
    state.type_value(name, text)
    assert (getattr(state, name), state.solution, state.chunk) == (kept, solution, chunk)
    message = state.problems[name]
    assert "is not a number" in message and message.endswith(f"stays at {kept:g}.")
    assert len(message) < 120


@pytest.mark.parametrize(
    ("text", "seed"), [("7", 7), ("0", 0), (" 12 ", 12), ("007", 7), ("4294967295", 2**32 - 1)]
)
def test_a_good_seed(state: EstimateState, text: str, seed: int) -> None:
    state.type_value("seed", text)
    assert (state.seed, state.problems) == (seed, {})


@pytest.mark.parametrize(
    "text",
    ["x", "-1", "1.5", "", " ", "99999999999", "4294967296", "9" * 5000, "1e3", "٢", "²", "0x1"],
)
def test_a_bad_seed_is_refused_and_the_old_one_kept(state: EstimateState, text: str) -> None:
    state.type_value("seed", "5")
    state.type_value("seed", text)
    assert state.seed == 5
    message = state.problems["seed"]
    assert f"“{text.strip()[:20]}”" in message
    assert "a seed is a whole number from 0 to 4294967295" in message
    assert message.endswith("The seed stays 5.")


def test_a_good_value_clears_its_own_complaint_only(state: EstimateState) -> None:
    for name in ("f", "tokens", "seed"):
        state.type_value(name, "abc")
    assert set(state.problems) == {"f", "tokens", "seed"}
    state.type_value("seed", "3")
    state.type_value("f", "0.5")
    assert set(state.problems) == {"tokens"}
    state.tokens = 32
    assert state.problems == {}


@pytest.mark.parametrize(
    "setting",
    [{"f": 1}, {"f": -0.8}, {"tokens": 0}, {"tokens": 512}, {"seed": -1}, {"seed": 0.5},
     {"seed": 2**32}, {"position": "nowhere"}],
)  # fmt: skip
def test_what_is_out_of_bounds_is_refused(state: EstimateState, setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        state.param.update(**setting)
    assert state.settings == Settings("eight", 0.3, 16, 0)


def test_another_position_keeps_the_other_controls(state: EstimateState) -> None:
    state.type_value("f", "0.333")
    state.position = "treacherous"
    assert (state.f, state.tokens) == (0.333, 16)
    assert state.solution.position is POSITIONS["treacherous"]
    assert len(state.solution.policies[0]) == 2


def test_start_begins_a_run_with_the_settings_of_the_browser(state: EstimateState) -> None:
    wanted = settings(position="treacherous", f=-0.2, tokens=64, seed=9)
    state.start(wanted)
    assert told(state)["settings"] == wanted
    assert (told(state)["batches"], told(state)["ticks"]) == (0, 0)


def test_start_takes_a_typed_f_of_the_browser(state: EstimateState) -> None:
    state.start(settings(f=0.1234))
    assert told(state)["settings"]["f"] == 0.1234


def test_a_start_does_not_undo_what_was_typed_since(state: EstimateState) -> None:
    """It may have been sent before the browser had heard of the typed values."""
    state.type_value("tokens", "256")
    state.type_value("seed", "7")
    state.start(settings(f=0.35))
    assert (state.tokens, state.seed) == (256, 7)


@pytest.mark.parametrize(
    ("frames", "per_frame", "drawn"),
    [
        (10**9, 10**9, MOST_FRAMES * MOST_PER_FRAME),
        (10**9, 1, MOST_FRAMES),
        (1, 10**9, MOST_PER_FRAME),
        (-5, 5, 0),
        (0, 0, 0),
        (2, -7, 2),
    ],
)
def test_draws_are_capped(state: EstimateState, frames: int, per_frame: int, drawn: int) -> None:
    state.start(settings())
    state.draw(frames, per_frame)
    assert told(state)["batches"] == drawn


def test_sessions_do_not_share_a_run() -> None:
    one, other = EstimateState(), EstimateState()
    one.draw(1, 10)
    one.draw(1, 10)
    other.draw(1, 10)
    assert (told(one)["batches"], told(other)["batches"]) == (420, 410)
    one.type_value("f", "0.333")
    assert 0.333 not in other.stops["f"]
