"""The link of a page to its session: what it takes, what it publishes, its deafness to nonsense."""

from typing import Any

import browser
import pytest
from pages import Page

from models.scenarios import SCENARIOS
from widgets.tilt.explorer import TILT

SAID = [
    ("scenario", "verifier"),
    ("beta", 0.42),
    ("temperature", 2.0),
    ("show_temperature", True),
]
ELSEWHERE = {"scenario": "blind-spot", "beta": 0.1, "temperature": 4.0, "show_temperature": True}
NONSENSE: list[dict[Any, Any]] = [
    {"beta": 0}, {"beta": -1}, {"beta": 1e9}, {"beta": float("nan")}, {"beta": float("inf")},
    {"beta": 10**400}, {"beta": 0.123456}, {"beta": "1"}, {"beta": None}, {"beta": [1]},
    {"beta": True}, {"beta": {"a": 1}}, {"scenario": "nowhere"}, {"scenario": None},
    {"scenario": ["worked"]}, {"scenario": 1}, {"show_temperature": 1},
    {"show_temperature": "yes"}, {"show_temperature": None},
]  # fmt: skip
FOREIGN: list[dict[Any, Any]] = [
    {"solution": "x"}, {"stops": {}}, {"views": ["tree"]}, {"theme": "dark"}, {"name": "x"},
    {1: 2}, {None: 1}, {},
]  # fmt: skip
OTHERS: list[Any] = [
    None, 5, "set", [], ["set"], {}, {"set": None}, {"set": 5}, {"set": ["beta"]}, {"x": 1},
    {"typed": "beta", "text": "0.3"}, {"draw": 1, "per_frame": 1}, {"start": {}},
]  # fmt: skip


@pytest.fixture
def page() -> Page:
    return Page(TILT, **ELSEWHERE)


def test_the_page_brings_along_what_it_needs(page: Page) -> None:
    opening = page.opening
    assert opening["values"] == ELSEWHERE
    assert opening["shown"] == {"scenario": "blind-spot"}
    assert opening["stops"].keys() == {"beta", "temperature"}
    assert [control["name"] for control in opening["controls"]] == [name for name, _ in SAID]
    kinds = [control["kind"] for control in opening["controls"]]
    assert kinds == ["picker", "slider", "slider", "toggle"]
    assert all(control["label"] for control in opening["controls"])
    assert opening["scales"]["beta"] == {
        "symbol": "β", "low": 0.05, "high": 10.0, "between": True, "clamp": False,
    }  # fmt: skip
    assert opening["link"]["defaults"]["beta"] == 1.0


def test_the_menu_offers_every_scenario(page: Page) -> None:
    titles = [[key, scenario.title] for key, scenario in SCENARIOS.items()]
    assert page.opening["controls"][0]["options"] == titles


@pytest.mark.parametrize(("name", "value"), SAID)
def test_what_the_browser_says_is_set_and_not_said_back(name: str, value: object) -> None:
    page = Page(TILT)
    page.say({"set": {name: value}})
    assert getattr(page.state, name) == value
    assert all("values" not in message for message in page.news)


@pytest.mark.parametrize("value", [0.05, 0.42, 1, 10])
def test_a_stop_is_taken_without_a_word(page: Page, value: float) -> None:
    page.say({"set": {"beta": value}})
    assert (page.state.beta, page.news) == (value, [])


@pytest.mark.parametrize(("name", "value"), SAID)
def test_what_is_set_in_python_is_published(name: str, value: object) -> None:
    page = Page(TILT)
    setattr(page.state, name, value)
    assert page.news[0]["values"] == {name: value}
    assert len(page.news) == 1


def test_several_values_at_once_are_answered_at_once(page: Page) -> None:
    page.say({"set": {"scenario": "verifier", "beta": 0.5}})
    assert (page.state.scenario, page.state.beta) == ("verifier", 0.5)
    (message,) = page.news
    assert set(message) == {"views", "shown", "answered"}
    assert message["shown"] == {"scenario": "verifier"}


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_value_between_the_stops_comes_with_its_stop_and_its_tables(by_hand: bool) -> None:
    page = Page(TILT)
    if by_hand:
        page.say({"set": {"beta": 0.333}})
    else:
        page.state.beta = 0.333
    (message,) = page.news
    assert 0.333 in message["stops"]["beta"]
    tree = message["views"]["tree"]["sweep"]
    assert tree["axes"] == {}
    edges, count = browser.column({**tree, "axes": message["stops"]}, "edges"), 6
    assert len(edges) == count * len(message["stops"]["beta"])
    expected = {"stops", "views", "answered"} if by_hand else {"stops", "views", "values"}
    assert set(message) == expected


def test_numbers_go_in_the_precision_that_is_needed(page: Page) -> None:
    page.say({"set": {"scenario": "worked"}})
    views = page.last("views")
    assert views["tree"]["sweep"]["columns"]["reach"]["kind"] == "f4"
    assert views["readouts"]["sweep"]["columns"]["log_z"]["kind"] == "f8"
    assert list(views["plane"]["facts"]["curve"]["kl"]) == ["f4"]
    assert isinstance(views["tree"]["facts"]["edges"], list)


def test_who_joins_late_is_told_what_was_set_meanwhile(page: Page) -> None:
    """As by a callback of Panel between the page and its socket."""
    opened = dict(page.opening["values"])
    page.say({"join": opened})
    assert page.news == []
    page.state.param.update(beta=0.333, scenario="verifier")
    page.news.clear()
    page.say({"join": opened})
    (message,) = page.news
    assert message["values"] == {"beta": 0.333, "scenario": "verifier"}
    assert message["shown"] == {"scenario": "verifier"}
    assert 0.333 in message["stops"]["beta"] and list(message["views"]) == list(TILT.views)


@pytest.mark.parametrize("values", [5, [], {"beta": [1]}, {"nobody": 1}, {5: {}}], ids=str)
def test_who_joins_with_nonsense_does_no_harm(page: Page, values: Any) -> None:
    before = page.state.values
    page.say({"join": values})
    assert page.state.values == before


@pytest.mark.parametrize(("name", "value"), [SAID[0], SAID[3]])
def test_a_choice_and_a_switch_are_answered_even_if_they_change_nothing(
    name: str, value: object
) -> None:
    page = Page(TILT, **{name: value})
    page.say({"set": {name: value}})
    assert page.news == [{"answered": True}]


@pytest.mark.parametrize("values", NONSENSE, ids=lambda values: str(values)[:40])
def test_a_value_that_no_control_has_is_not_taken(page: Page, values: dict[Any, Any]) -> None:
    page.say({"set": {**values, "temperature": 1.0}})
    assert page.state.values == {**ELSEWHERE, "temperature": 1.0}
    # Who waits for an answer must not wait for ever.
    assert page.news == [{"answered": True}]


@pytest.mark.parametrize("values", FOREIGN, ids=str)
def test_what_no_control_sets_is_not_taken(page: Page, values: dict[Any, Any]) -> None:
    page.say({"set": {**values, "temperature": 1.0}})
    assert page.state.values == {**ELSEWHERE, "temperature": 1.0}
    assert page.news == []


@pytest.mark.parametrize("message", OTHERS, ids=str)
def test_a_message_that_makes_no_sense_does_no_harm(page: Page, message: Any) -> None:
    page.say(message)
    assert (page.state.values, page.news) == (ELSEWHERE, [])
    page.say({"set": {"beta": 0.5}})
    assert page.state.beta == 0.5


def test_who_watches_may_set_more_and_all_goes_in_one_message() -> None:
    page = Page(TILT)
    page.state.param.watch(lambda _: page.state.param.update(scenario="verifier"), "beta")
    page.say({"set": {"beta": 0.333}})
    (message,) = page.news
    assert message["values"] == {"scenario": "verifier"}
    assert message["shown"] == {"scenario": "verifier"}
    assert message["views"]["tree"]["facts"]["depth"] == 3


def test_the_order_of_watchers_does_not_matter() -> None:
    """One that runs before the state has followed still finds all of it published at once."""
    page = Page(TILT)
    page.state.param.watchers["beta"]["value"].reverse()
    page.state.beta = 0.333
    (message,) = page.news
    assert set(message) == {"values", "stops", "views"}
