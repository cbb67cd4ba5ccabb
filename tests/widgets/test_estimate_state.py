"""The state of Estimate: what it takes, and the run that goes with the settings."""

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


@pytest.fixture
def state() -> EstimateState:
    return EstimateState()


def chunk_of(state: EstimateState) -> dict[str, Any]:
    chunk: dict[str, Any] = json.loads(state.chunk)
    return chunk


def settings(**changes: Any) -> dict[str, Any]:
    return {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0, **changes}


def test_it_opens_on_the_default_run(state: EstimateState) -> None:
    assert (state.position, state.f, state.tokens, state.seed) == ("eight", 0.3, 16, 0)
    assert chunk_of(state)["settings"] == settings()
    assert chunk_of(state)["batches"] == 400


@pytest.mark.parametrize("name", STOPS)
def test_the_stops(state: EstimateState, name: str) -> None:
    assert state.stops[name].tolist() == STOPS[name]
    assert state.solution.axes[name].tolist() == STOPS[name]


@pytest.mark.parametrize("value", [0.333, -0.7, 0.9, 0, -0.123])
def test_a_good_f_is_taken_exactly(state: EstimateState, value: float) -> None:
    state.f = value
    assert value in state.stops["f"]
    assert (np.diff(state.stops["f"]) > 0).all()
    assert value in state.solution.axes["f"]


def test_an_f_between_the_stops_is_solved(state: EstimateState) -> None:
    state.f = 0.333
    at = state.solution.stops.tolist().index(0.333)
    weights = np.array(POSITIONS["eight"].ref) ** (1 - 0.333)
    np.testing.assert_allclose(state.solution.policies[at], weights / weights.sum(), rtol=1e-12)
    state.f = 0.444
    assert 0.333 not in state.stops["f"]


@pytest.mark.parametrize("tokens", STOPS["tokens"])
def test_a_stop_of_n_is_taken(state: EstimateState, tokens: int) -> None:
    state.tokens = tokens
    assert state.tokens == tokens
    state.tokens = float(tokens)
    assert state.settings.tokens == tokens


@pytest.mark.parametrize("tokens", [20, 0, 512, 2.5, -4, "16", None, True, float("nan")])
def test_no_n_stands_between_two_stops(state: EstimateState, tokens: Any) -> None:
    assert not state.legal("tokens", tokens)
    with pytest.raises(ValueError, match=r"tokens must be one of 1, 2, 4, .*, 256; got "):
        state.tokens = tokens
    assert state.tokens == 16
    assert state.stops["tokens"].tolist() == STOPS["tokens"]


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_a_good_seed(state: EstimateState, seed: int) -> None:
    assert state.legal("seed", seed)
    state.seed = seed


@pytest.mark.parametrize("seed", [-1, 1.5, 2**32, "7", None, True, [0]])
def test_a_bad_seed_is_not_legal(state: EstimateState, seed: Any) -> None:
    assert not state.legal("seed", seed)


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
    state.f = 0.333
    state.position = "treacherous"
    assert (state.f, state.tokens) == (0.333, 16)
    assert state.solution.position is POSITIONS["treacherous"]
    assert len(state.solution.policies[0]) == 2


def test_start_begins_a_run_with_the_settings_of_the_browser(state: EstimateState) -> None:
    wanted = settings(position="treacherous", f=-0.2, tokens=64, seed=9)
    state.start(wanted)
    assert chunk_of(state)["settings"] == wanted
    assert (chunk_of(state)["batches"], chunk_of(state)["ticks"]) == (0, 0)


def test_start_takes_an_f_between_the_stops(state: EstimateState) -> None:
    state.start(settings(f=0.1234))
    assert chunk_of(state)["settings"]["f"] == 0.1234


def test_a_start_does_not_undo_what_was_set_since(state: EstimateState) -> None:
    """It may have been sent before the browser had heard of the values."""
    state.param.update(tokens=256, seed=7)
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
    assert chunk_of(state)["batches"] == drawn


def test_sessions_do_not_share_a_run() -> None:
    one, other = EstimateState(), EstimateState()
    one.draw(1, 10)
    one.draw(1, 10)
    other.draw(1, 10)
    assert (chunk_of(one)["batches"], chunk_of(other)["batches"]) == (420, 410)
    one.f = 0.333
    assert 0.333 not in other.stops["f"]
