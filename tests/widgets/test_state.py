"""The state: what a control can set, scenarios, and stops that always contain what is set."""

import gc
from typing import Any
from weakref import ref

import numpy as np
import pytest

from models.grids import stops
from models.scenarios import SCENARIOS
from widgets import cache
from widgets.estimate.state import EstimateState
from widgets.tilt import Tilt, readouts
from widgets.tilt.explorer import TILT
from widgets.tilt.solution import BETAS, TEMPERATURES, solve
from widgets.tilt.state import TiltState

RANGES = {"beta": BETAS, "temperature": TEMPERATURES}


@pytest.fixture
def worked() -> TiltState:
    return TiltState()


def test_it_opens_on_the_worked_example(worked: TiltState) -> None:
    assert (worked.scenario, worked.beta, worked.show_temperature) == ("worked", 1.0, False)
    assert worked.solution.scenario is SCENARIOS["worked"]


@pytest.mark.parametrize("name", RANGES)
def test_the_stops_are_the_grid(worked: TiltState, name: str) -> None:
    # And of β those at which the true reward of a scenario is best, to two decimals.
    more = {"beta": [0.34, 0.42]}.get(name, [])
    np.testing.assert_array_equal(worked.stops[name], np.union1d(stops(*RANGES[name]), more))
    assert getattr(worked, name) in worked.stops[name]
    np.testing.assert_array_equal(worked.solution.axes[name], worked.stops[name])


@pytest.mark.parametrize("name", RANGES)
def test_every_stop_is_legal(worked: TiltState, name: str) -> None:
    assert all(worked.legal(name, float(stop)) for stop in worked.stops[name])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("beta", 0.333), ("beta", 0.05), ("beta", 10), ("beta", 2), ("beta", 3.142),
        ("temperature", 0.777), ("temperature", 4), ("temperature", np.float64(0.1234)),
    ],
)  # fmt: skip
def test_a_legal_value_is_taken_exactly(worked: TiltState, name: str, value: float) -> None:
    assert worked.legal(name, value)
    setattr(worked, name, value)
    assert getattr(worked, name) == value
    assert value in worked.stops[name]
    assert (np.diff(worked.stops[name]) > 0).all()


def test_a_value_is_taken_without_what_binary_arithmetic_adds(worked: TiltState) -> None:
    assert 12 * 0.05 != 0.6 and 3 * 0.1 != 0.3
    worked.beta = 12 * 0.05
    worked.temperature = 3 * 0.1
    assert (worked.beta, worked.temperature) == (0.6, 0.3)
    assert EstimateState(f=0.1 + 0.2 - 0.3).f == 0


ILLEGAL = [
    0, -1, 10.01, 1e999, -1e999, float("nan"), 0.04999, 0.12345, 10**400, True, None, "1", [1],
    {"a": 1}, np.float32(0.2),
]  # fmt: skip


@pytest.mark.parametrize("value", ILLEGAL, ids=lambda value: str(value)[:20])
def test_what_no_control_has_is_refused(worked: TiltState, value: Any) -> None:
    assert not worked.legal("beta", value)
    before = worked.stops, worked.solution
    with pytest.raises(ValueError, match=r"beta must be a number from 0\.05 to 10.*; got "):
        worked.beta = value
    assert (worked.beta, worked.stops, worked.solution) == (1.0, *before)


def test_every_table_has_the_values(worked: TiltState) -> None:
    worked.param.update(beta=0.333, temperature=0.777)
    exact = solve("worked", (0.333,), (0.777,))
    for place in ("tree", "bars", "plane", "readouts"):
        axes = TILT.views[place].contents(worked.solution)[1].axes
        assert 0.333 in axes["beta"]
        assert place == "tree" or 0.777 in axes["temperature"]
    frame = readouts.contents(worked.solution)[1].frame(beta=0.333, temperature=0.777)
    assert frame["star_reward"] == pytest.approx(exact.summary.star.reward[0], abs=1e-12)
    assert frame["temp_gap"] == pytest.approx(exact.summary.tempered.gap[0, 0], abs=1e-12)


def test_a_new_stop_replaces_the_one_before(worked: TiltState) -> None:
    worked.beta = 0.333
    worked.beta = 0.444
    assert 0.333 not in worked.stops["beta"]
    assert len(worked.stops["beta"]) == len(TiltState.scales["beta"].grid) + 1


def test_stops_and_solution_change_at_once(worked: TiltState) -> None:
    """Nobody sees the one without the other, and nothing is solved twice."""
    seen = []
    worked.param.watch(lambda *_: seen.append((worked.stops, worked.solution)), ["beta", "stops"])
    worked.beta = 0.333
    for at, solution in seen:
        assert 0.333 in at["beta"] and solution is worked.solution
        np.testing.assert_array_equal(solution.axes["beta"], at["beta"])


def test_a_session_keeps_no_solution_of_its_own() -> None:
    """A thousand readers with a value of their own would fill the memory."""
    tilt = Tilt(beta=0.4567)
    tilt.link.snapshot()
    known = ref(tilt.solution)
    assert known() is tilt.solution
    cache._held.clear()
    gc.collect()
    assert known() is None
    assert 0.4567 in tilt.solution.axes["beta"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_another_scenario_keeps_the_controls(worked: TiltState, scenario: str) -> None:
    worked.beta = 0.333
    worked.scenario = scenario
    assert worked.beta == 0.333
    assert worked.solution.scenario.key == scenario
    assert 0.333 in worked.solution.axes["beta"]


def test_values_given_at_the_start_are_stops() -> None:
    state = TiltState(scenario="flattery", beta=0.1234, temperature=3.21)
    assert 0.1234 in state.solution.axes["beta"]
    assert 3.21 in state.solution.axes["temperature"]


@pytest.mark.parametrize(
    "setting", [{"beta": 0.01}, {"beta": 11}, {"temperature": 0}, {"scenario": "nonsense"}]
)
def test_what_is_out_of_bounds_is_refused(worked: TiltState, setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        worked.param.update(**setting)
    assert (worked.scenario, worked.beta, worked.temperature) == ("worked", 1.0, 0.5)


def test_sessions_do_not_share_their_settings() -> None:
    one, other = TiltState(), TiltState()
    one.beta = 0.333
    assert 0.333 not in other.stops["beta"]
    assert other.beta == 1.0


def test_a_drag_computes_nothing(worked: TiltState) -> None:
    solution = worked.solution
    for beta in worked.stops["beta"]:
        worked.beta = beta
    assert worked.solution is solution


def test_values_are_plain_numbers(worked: TiltState) -> None:
    worked.temperature = np.float64(2.0)
    assert type(worked.values["temperature"]) is float
