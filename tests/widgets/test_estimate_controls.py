"""The bar of Estimate: linked to its state, obedient to the player, deaf to nonsense."""

import json
from typing import Any

import pytest
from panel.models.esm import DataEvent

from widgets.estimate.explorer import EstimateControls, controls
from widgets.estimate.live import MOST_BATCHES
from widgets.estimate.positions import POSITIONS
from widgets.estimate.state import EstimateState
from widgets.written import dumps

LINKED = [("position", "treacherous"), ("f", -0.35), ("tokens", 64.0), ("seed", 12)]


def settings(**changes: Any) -> dict[str, Any]:
    return {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0, **changes}


STARTS = [
    {}, None, "x", 5, [1], {"position": "eight"}, settings(f="0.3"), settings(f=None),
    settings(f=5), settings(f=-0.71), settings(f=float("nan")), settings(f=float("inf")),
    settings(f=[0.3]), settings(f={"a": 1}), settings(position="nowhere"), settings(position=None),
    settings(position=["eight"]), settings(tokens=0), settings(tokens=-16), settings(tokens=1e9),
    settings(tokens="16"), settings(tokens=None), settings(tokens=float("nan")),
    settings(seed=-1), settings(seed=1.5), settings(seed="7"), settings(seed=2**40),
    settings(seed=None), {**settings(), "seed": [0]},
]  # fmt: skip
DRAWS = [
    {"draw": 1}, {"draw": 1, "per_frame": None}, {"draw": None, "per_frame": 1},
    {"draw": "x", "per_frame": 1}, {"draw": 1, "per_frame": "1"}, {"draw": [1, 2], "per_frame": 1},
    {"draw": {"a": 1}, "per_frame": {}}, {"draw": float("nan"), "per_frame": 1},
    {"draw": 1, "per_frame": float("nan")}, {"draw": float("inf"), "per_frame": float("inf")},
    {"draw": -5, "per_frame": -5}, {"draw": 10**400, "per_frame": 1},
    {"draw": 1e308, "per_frame": 1e308}, {"draw": 0.5, "per_frame": 0.5},
]  # fmt: skip
OTHERS: list[Any] = [
    None, 5, "start", "draw", "typed", [], [1], ["start"], ["draw"], ["typed"], {}, {"x": 1},
    {"typed": "f"}, {"typed": "nowhere", "text": "1"}, {"typed": None, "text": "1"},
    {"typed": ["f"], "text": "1"}, {"typed": {"f": 1}, "text": "1"}, {"text": "1"},
    {"typed": "position", "text": "treacherous"}, {"typed": "chunk", "text": "x"},
    {"typed": "solution", "text": "x"}, {"typed": "seed", "text": None},
    {"typed": "f", "text": ["0.5"]}, {"typed": "tokens", "text": {"a": 1}},
]  # fmt: skip


@pytest.fixture
def state() -> EstimateState:
    return EstimateState()


@pytest.fixture
def bar(state: EstimateState) -> EstimateControls:
    return controls(state)


def say(bar: EstimateControls, message: Any) -> None:
    """What the browser sends with ``send_msg``."""
    bar._process_event(DataEvent(None, data=message))


def told(bar: EstimateControls) -> dict[str, Any]:
    chunk: dict[str, Any] = json.loads(bar.chunk or bar._state.chunk)
    return chunk


def test_it_opens_with_the_values_of_the_state(bar: EstimateControls, state: EstimateState) -> None:
    for name, _ in LINKED:
        assert getattr(bar, name) == getattr(state, name)
    assert bar.stops == {name: stops.tolist() for name, stops in state.stops.items()}
    opening = json.loads(dumps(bar.opening()))
    assert opening["chunk"] == json.loads(state.chunk)
    assert opening["chunk"]["batches"] == 400
    # What the page has brought along is not sent again.
    assert bar.chunk == ""


@pytest.mark.parametrize(("name", "value"), LINKED)
def test_the_bar_and_the_state_follow_each_other(name: str, value: object) -> None:
    one, other = EstimateState(), EstimateState()
    setattr(controls(one), name, value)
    assert getattr(one, name) == value
    bar = controls(other)
    setattr(other, name, value)
    assert getattr(bar, name) == value


def test_every_control_is_named(bar: EstimateControls) -> None:
    *named, player = bar.items
    assert [control["name"] for control in named] == [name for name, _ in LINKED]
    assert [control["kind"] for control in bar.items] == [
        "picker", "slider", "slider", "field", "player",
    ]  # fmt: skip
    assert all(control["label"] for control in named)
    assert (player["limit"], player["speeds"]) == (MOST_BATCHES, (1, 10, 100))


def test_f_can_be_moved_where_it_matters(bar: EstimateControls) -> None:
    applies = {control["name"]: control.get("applies") for control in bar.items}
    assert applies["f"] == ("position", "eight")
    assert applies["tokens"] is None
    movable = [key for key, position in POSITIONS.items() if position.fixed is None]
    assert movable == ["eight"]


def test_the_menu_offers_every_position(bar: EstimateControls) -> None:
    options = bar.items[0]["options"]
    assert options == [(key, position.title) for key, position in POSITIONS.items()]


def test_typed_values_arrive(bar: EstimateControls, state: EstimateState) -> None:
    say(bar, {"typed": "f", "text": "0.333"})
    say(bar, {"typed": "tokens", "text": "20"})
    say(bar, {"typed": "seed", "text": "7"})
    assert (bar.f, bar.tokens, bar.seed) == (0.333, 16, 7)
    assert (state.f, state.tokens, state.seed) == (0.333, 16, 7)
    assert 0.333 in bar.stops["f"]
    assert set(bar.problems) == {"tokens"}


def test_a_refused_value_comes_back_as_a_problem(bar: EstimateControls) -> None:
    for heard in (1, 2):
        say(bar, {"typed": "seed", "text": "<script>"})
        assert bar.seed == 0
        assert "<script>" in bar.problems["seed"]
        assert bar.told == heard


def test_the_player_starts_and_draws(bar: EstimateControls) -> None:
    say(bar, {"start": settings(f=-0.2, seed=3)})
    assert (told(bar)["batches"], told(bar)["settings"]) == (0, settings(f=-0.2, seed=3))
    say(bar, {"draw": 20, "per_frame": 10})
    assert (told(bar)["batches"], told(bar)["ticks"]) == (200, 20)
    say(bar, {"draw": 1, "per_frame": 1})
    assert told(bar)["batches"] == 201


def test_numbers_without_a_fraction_are_whole(bar: EstimateControls) -> None:
    """JavaScript has one kind of number; 16 may come as 16.0."""
    say(bar, {"start": settings(tokens=16.0)})
    say(bar, {"draw": 2.0, "per_frame": 5.0})
    assert (told(bar)["batches"], told(bar)["settings"]["tokens"]) == (10, 16)


def goes_on(bar: EstimateControls, state: EstimateState) -> None:
    """The session is alive: it still starts, draws, and takes typed values."""
    say(bar, {"start": settings(seed=1)})
    say(bar, {"draw": 2, "per_frame": 3})
    assert (told(bar)["batches"], told(bar)["settings"]) == (6, settings(seed=1))
    say(bar, {"typed": "f", "text": "0.5"})
    assert state.f == bar.f == 0.5


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_start_that_makes_no_sense(
    bar: EstimateControls, state: EstimateState, start: Any
) -> None:
    before, chunk = state.settings, state.chunk
    say(bar, {"start": start})
    assert (state.settings, state.chunk) == (before, chunk)
    goes_on(bar, state)


@pytest.mark.parametrize("tokens", [17, 2.5, 255])
def test_a_start_with_an_n_between_the_stops(
    bar: EstimateControls, state: EstimateState, tokens: float
) -> None:
    """Refused, or made a stop: the views know no other N, and would speak of another run."""
    say(bar, {"start": settings(tokens=tokens)})
    assert state.tokens in state.solution.axes["tokens"]
    assert told(bar)["settings"]["tokens"] == state.tokens
    goes_on(bar, state)


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: str(draw)[:40])
def test_a_draw_that_makes_no_sense(bar: EstimateControls, state: EstimateState, draw: Any) -> None:
    say(bar, draw)
    assert 400 <= told(bar)["batches"] <= 400 + 40 * 100
    goes_on(bar, state)


@pytest.mark.parametrize("message", OTHERS, ids=str)
def test_a_message_that_makes_no_sense(
    bar: EstimateControls, state: EstimateState, message: Any
) -> None:
    before = state.settings
    say(bar, message)
    assert state.settings == before
    goes_on(bar, state)
