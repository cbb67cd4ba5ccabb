"""The state: typed values, scenarios, and stops that always contain what is set."""

from typing import Any

import numpy as np
import pytest

from models.grids import stops
from models.scenarios import SCENARIOS
from widgets.sweep import SweepView
from widgets.tilt.bars import ResponseBars
from widgets.tilt.plane import RewardKLPlane
from widgets.tilt.readouts import Readouts
from widgets.tilt.solution import BETAS, TEMPERATURES, solve
from widgets.tilt.state import TiltState
from widgets.tilt.tree import TokenTree

RANGES = {"beta": BETAS, "temperature": TEMPERATURES}
BAD = [
    "abc", "", "   ", "42", "0", "-0", "-1", "nan", "inf", "-inf", "1e999", "1e-999", "0.04999",
    "0,5", "1/2", "0x1", "1.2.3", "½", "β", "9" * 5000, "x" * 5000, "<script>alert(1)</script>",
    "'; drop table", "\x00", "1e", "--1", "{{ 7 }}", "None", "True", "[1]",
]  # fmt: skip


@pytest.fixture
def worked() -> TiltState:
    return TiltState()


def axis(view: SweepView, name: str) -> Any:
    return view.sweep["axes"][name]


def test_it_opens_on_the_worked_example(worked: TiltState) -> None:
    assert (worked.scenario, worked.beta, worked.show_temperature) == ("worked", 1.0, False)
    assert worked.solution.scenario is SCENARIOS["worked"]
    assert worked.problems == {}


@pytest.mark.parametrize("name", RANGES)
def test_the_stops_are_the_grid(worked: TiltState, name: str) -> None:
    np.testing.assert_array_equal(worked.stops[name], stops(*RANGES[name]))
    assert getattr(worked, name) in worked.stops[name]
    np.testing.assert_array_equal(worked.solution.axes[name], worked.stops[name])


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("beta", "0.333", 0.333), ("beta", "0.05", 0.05), ("beta", "10", 10), ("beta", " 2 ", 2),
        ("beta", "1e-1", 0.1), ("beta", "3.1420", 3.142), ("beta", "+0.7", 0.7),
        ("temperature", "0.777", 0.777), ("temperature", "4", 4), ("temperature", ".1", 0.1),
    ],
)  # fmt: skip
def test_a_good_value_is_taken_exactly(
    worked: TiltState, name: str, text: str, value: float
) -> None:
    worked.type_value(name, text)
    assert getattr(worked, name) == value
    assert value in worked.stops[name]
    assert (np.diff(worked.stops[name]) > 0).all()
    assert worked.problems == {}


def test_every_table_has_the_typed_values(worked: TiltState) -> None:
    views = [view(worked) for view in (TokenTree, ResponseBars, RewardKLPlane, Readouts)]
    worked.type_value("beta", "0.333")
    worked.type_value("temperature", "0.777")
    exact = solve("worked", (0.333,), (0.777,))
    for view in views:
        assert 0.333 in axis(view, "beta")
        assert view is views[0] or 0.777 in axis(view, "temperature")
    frame = Readouts(worked).contents(worked.solution)[1].frame(beta=0.333, temperature=0.777)
    assert frame["star_reward"] == pytest.approx(exact.summary.star.reward[0], abs=1e-12)
    assert frame["temp_gap"] == pytest.approx(exact.summary.tempered.gap[0, 0], abs=1e-12)


def test_a_typed_stop_replaces_the_one_before(worked: TiltState) -> None:
    worked.type_value("beta", "0.333")
    worked.type_value("beta", "0.444")
    assert 0.333 not in worked.stops["beta"]
    assert len(worked.stops["beta"]) == len(stops(*BETAS)) + 1


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("text", BAD)
def test_a_bad_value_changes_nothing_and_is_explained(
    worked: TiltState, name: str, text: str
) -> None:
    before, solution, at = dict(worked.stops), worked.solution, getattr(worked, name)
    worked.type_value(name, text)
    assert (getattr(worked, name), worked.solution) == (at, solution)
    assert worked.stops == before
    message = worked.problems[name]
    low, high = RANGES[name]
    assert f"{low:g} to {high:g}" in message
    assert message.endswith(f"stays at {at:g}.")
    assert len(message) < 120
    assert set(worked.problems) == {name}


@pytest.mark.parametrize("text", ["1_0", "٢", "1_0.0"])
def test_python_spellings_of_numbers_are_refused_or_plain(worked: TiltState, text: str) -> None:
    """What Python reads as a number but nobody writes: never silently another number."""
    worked.type_value("beta", text)
    assert (worked.beta, "beta" in worked.problems) in [(1.0, True), (2.0, False)]


def test_a_value_with_more_digits_than_the_page_shows_is_rounded_and_said(
    worked: TiltState,
) -> None:
    worked.type_value("beta", "3.14159265")
    assert worked.beta == 3.142
    assert worked.problems == {"beta": "3.14159265 is rounded to 3.142."}


def test_only_a_temperature_that_is_taken_shows_what_it_does(worked: TiltState) -> None:
    for text in ("nope", "99"):
        worked.type_value("temperature", text)
        assert not worked.show_temperature
    worked.type_value("temperature", "0.5")
    assert worked.show_temperature


def test_a_good_value_clears_its_own_complaint_only(worked: TiltState) -> None:
    worked.type_value("beta", "abc")
    worked.type_value("temperature", "99")
    worked.type_value("beta", "0.5")
    assert set(worked.problems) == {"temperature"}


def test_moving_the_slider_clears_its_complaint(worked: TiltState) -> None:
    """Or it comes back, with a value that is no longer set, when the other field is refused."""
    worked.type_value("beta", "abc")
    worked.beta = 0.5
    worked.type_value("temperature", "abc")
    assert "stays at 1." not in worked.problems.get("beta", "")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_another_scenario_keeps_the_controls(worked: TiltState, scenario: str) -> None:
    worked.type_value("beta", "0.333")
    worked.scenario = scenario
    assert worked.beta == 0.333
    assert worked.solution.scenario.key == scenario
    assert 0.333 in worked.solution.axes["beta"]


def test_values_given_at_the_start_are_stops() -> None:
    state = TiltState(scenario="flattery", beta=0.1234, temperature=3.21)
    assert 0.1234 in state.solution.axes["beta"]
    assert 3.21 in state.solution.axes["temperature"]


def test_a_value_that_is_set_becomes_a_stop(worked: TiltState) -> None:
    """Whoever sets it: a step of the guide, a link, a program."""
    worked.param.update(beta=0.34, temperature=0.123)
    assert 0.34 in worked.solution.axes["beta"]
    assert 0.123 in worked.solution.axes["temperature"]


@pytest.mark.parametrize(
    "setting", [{"beta": 0.01}, {"beta": 11}, {"temperature": 0}, {"scenario": "nonsense"}]
)
def test_what_is_out_of_bounds_is_refused(worked: TiltState, setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        worked.param.update(**setting)
    assert (worked.scenario, worked.beta, worked.temperature) == ("worked", 1.0, 0.5)


def test_sessions_do_not_share_their_settings() -> None:
    one, other = TiltState(), TiltState()
    one.type_value("beta", "0.333")
    one.type_value("temperature", "abc")
    assert 0.333 not in other.stops["beta"]
    assert (other.beta, other.problems) == (1.0, {})


def test_a_drag_computes_nothing(worked: TiltState) -> None:
    solution = worked.solution
    for beta in worked.stops["beta"]:
        worked.beta = beta
    assert worked.solution is solution
