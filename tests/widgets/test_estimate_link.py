"""The bar of Estimate: linked to its state, obedient to the player, deaf to nonsense."""

import json
from typing import Any

import pytest
from pages import Page

from widgets.estimate.explorer import ESTIMATE
from widgets.estimate.live import MOST_BATCHES
from widgets.estimate.positions import POSITIONS

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
    None, 5, "start", "draw", "set", [], [1], ["start"], ["draw"], {}, {"x": 1},
    {"typed": "f", "text": "1"}, {"set": "f"}, {"set": ["f", 1]}, {"set": None},
]  # fmt: skip


@pytest.fixture
def page() -> Page:
    return Page(ESTIMATE)


def chunk_of(page: Page) -> dict[str, Any]:
    """The chunk that the page was sent last, or has brought along."""
    chunk = page.last("chunk")
    whole: dict[str, Any] = chunk if isinstance(chunk, dict) else json.loads(chunk)
    return whole


def test_it_opens_with_the_values_of_the_state(page: Page) -> None:
    assert page.opening["values"] == {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0}
    assert page.opening["stops"] == {n: at.tolist() for n, at in page.state.stops.items()}
    assert page.opening["chunk"] == json.loads(page.state.chunk)
    assert page.opening["chunk"]["batches"] == 400


@pytest.mark.parametrize(("name", "value"), LINKED)
def test_the_page_and_the_state_follow_each_other(name: str, value: object) -> None:
    one, other = Page(ESTIMATE), Page(ESTIMATE)
    one.say({"set": {name: value}})
    assert getattr(one.state, name) == value
    setattr(other.state, name, value)
    assert other.last("values") == {name: value}


def test_every_control_is_named(page: Page) -> None:
    *named, player = page.opening["controls"]
    assert [control["name"] for control in named] == [name for name, _ in LINKED]
    assert [control["kind"] for control in page.opening["controls"]] == [
        "picker", "slider", "slider", "field", "player",
    ]  # fmt: skip
    assert all(control["label"] for control in named)
    assert (player["limit"], player["speeds"]) == (MOST_BATCHES, [1, 10, 100])


def test_f_can_be_moved_where_it_matters(page: Page) -> None:
    applies = {control["name"]: control.get("applies") for control in page.opening["controls"]}
    assert applies["f"] == ["position", "eight"]
    assert applies["tokens"] is None
    movable = [key for key, position in POSITIONS.items() if position.fixed is None]
    assert movable == ["eight"]


def test_the_menu_offers_every_position(page: Page) -> None:
    options = page.opening["controls"][0]["options"]
    assert options == [[key, position.title] for key, position in POSITIONS.items()]


def test_values_arrive(page: Page) -> None:
    page.say({"set": {"f": 0.333, "tokens": 32.0, "seed": 7}})
    assert (page.state.f, page.state.tokens, page.state.seed) == (0.333, 32, 7)
    (message,) = page.news
    assert set(message) == {"stops", "views", "answered"}
    assert 0.333 in message["stops"]["f"]


def test_a_seed_is_taken_without_a_word(page: Page) -> None:
    page.say({"set": {"seed": 7}})
    assert (page.state.seed, page.news) == (7, [])


def test_the_player_starts_and_draws(page: Page) -> None:
    page.say({"start": settings(f=-0.2, seed=3)})
    assert (chunk_of(page)["batches"], chunk_of(page)["settings"]) == (0, settings(f=-0.2, seed=3))
    page.say({"draw": 20, "per_frame": 10})
    assert (chunk_of(page)["batches"], chunk_of(page)["ticks"]) == (200, 20)
    page.say({"draw": 1, "per_frame": 1})
    assert chunk_of(page)["batches"] == 201


def test_every_chunk_is_chunk_of(page: Page) -> None:
    """Also where it says what the one before said."""
    for _ in range(3):
        page.say({"start": settings()})
    assert [set(message) for message in page.news] == [{"chunk"}] * 3
    assert len({message["chunk"] for message in page.news}) == 1


def test_numbers_without_a_fraction_are_whole(page: Page) -> None:
    """JavaScript has one kind of number; 16 may come as 16.0."""
    page.say({"start": settings(tokens=16.0)})
    page.say({"draw": 2.0, "per_frame": 5.0})
    assert (chunk_of(page)["batches"], chunk_of(page)["settings"]["tokens"]) == (10, 16)


def goes_on(page: Page) -> None:
    """The session is alive: it still starts, draws, and takes values."""
    page.say({"start": settings(seed=1)})
    page.say({"draw": 2, "per_frame": 3})
    assert (chunk_of(page)["batches"], chunk_of(page)["settings"]) == (6, settings(seed=1))
    page.say({"set": {"f": 0.5}})
    assert page.state.f == 0.5


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_start_that_makes_no_sense(page: Page, start: Any) -> None:
    before, chunk = page.state.settings, page.state.chunk
    page.say({"start": start})
    assert (page.state.settings, page.state.chunk) == (before, chunk)
    goes_on(page)


@pytest.mark.parametrize("tokens", [17, 2.5, 255])
def test_a_start_with_an_n_between_the_stops(page: Page, tokens: float) -> None:
    """Refused, or made a stop: the views know no other N, and would speak of another run."""
    page.say({"start": settings(tokens=tokens)})
    assert page.state.tokens in page.state.solution.axes["tokens"]
    assert chunk_of(page)["settings"]["tokens"] == page.state.tokens
    goes_on(page)


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: str(draw)[:40])
def test_a_draw_that_makes_no_sense(page: Page, draw: Any) -> None:
    page.say(draw)
    assert 400 <= chunk_of(page)["batches"] <= 400 + 40 * 100
    goes_on(page)


@pytest.mark.parametrize("message", OTHERS, ids=str)
def test_a_message_that_makes_no_sense(page: Page, message: Any) -> None:
    before = page.state.settings
    page.say(message)
    assert page.state.settings == before
    goes_on(page)
