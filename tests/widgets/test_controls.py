"""The bar of controls: made from the state, linked both ways, deaf to nonsense."""

from typing import Any

import numpy as np
import pytest
from panel.models.esm import DataEvent

from models.scenarios import SCENARIOS
from widgets.tilt.explorer import TiltControls, controls
from widgets.tilt.state import TiltState

LINKED = [
    ("scenario", "verifier"),
    ("beta", 0.42),
    ("temperature", 2.0),
    ("show_temperature", True),
]


@pytest.fixture
def state() -> TiltState:
    return TiltState(scenario="blind-spot", beta=0.1, temperature=4.0, show_temperature=True)


@pytest.fixture
def bar(state: TiltState) -> TiltControls:
    return controls(state)


def say(bar: TiltControls, message: Any) -> None:
    """What the browser sends with ``send_msg``."""
    bar._process_event(DataEvent(None, data=message))


def test_it_opens_with_the_values_of_the_state(bar: TiltControls, state: TiltState) -> None:
    for name, _ in LINKED:
        assert getattr(bar, name) == getattr(state, name)
    assert bar.stops.keys() == {"beta", "temperature"}
    assert bar.problems == {}


@pytest.mark.parametrize(("name", "value"), LINKED)
def test_the_bar_sets_the_state(name: str, value: object) -> None:
    state = TiltState()
    setattr(controls(state), name, value)
    assert getattr(state, name) == value


@pytest.mark.parametrize(("name", "value"), LINKED)
def test_the_state_sets_the_bar(name: str, value: object) -> None:
    state = TiltState()
    bar = controls(state)
    setattr(state, name, value)
    assert getattr(bar, name) == value


def test_a_typed_value_arrives_with_its_stop(bar: TiltControls, state: TiltState) -> None:
    say(bar, {"typed": "beta", "text": "0.333"})
    assert (state.beta, bar.beta) == (0.333, 0.333)
    assert 0.333 in bar.stops["beta"]
    np.testing.assert_array_equal(bar.stops["beta"], state.stops["beta"])


def test_a_refused_value_comes_back_as_a_problem(bar: TiltControls, state: TiltState) -> None:
    say(bar, {"typed": "temperature", "text": "<script>"})
    assert bar.temperature == state.temperature == 4.0
    assert bar.problems == state.problems
    assert "0.1 to 4" in bar.problems["temperature"]


@pytest.mark.parametrize("text", [None, 5, ["0.3"], {"a": 1}])
def test_a_message_that_is_no_text_does_no_harm(bar: TiltControls, text: object) -> None:
    say(bar, {"typed": "beta", "text": text})
    assert bar.beta in (0.1, 5)


def test_every_control_is_named(bar: TiltControls) -> None:
    assert [control["name"] for control in bar.items] == [name for name, _ in LINKED]
    assert [control["kind"] for control in bar.items] == ["picker", "slider", "slider", "toggle"]
    assert all(control["label"] for control in bar.items)


def test_the_menu_offers_every_scenario(bar: TiltControls) -> None:
    options = bar.items[0]["options"]
    assert options == [(key, scenario.title) for key, scenario in SCENARIOS.items()]
