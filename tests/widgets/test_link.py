"""The link of a page to its session: what it takes, what it tells, and its deafness to nonsense."""

import json
from typing import Any

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
    {"beta": "1"}, {"beta": None}, {"beta": [1]}, {"beta": True}, {"beta": {"a": 1}},
    {"scenario": "nowhere"}, {"scenario": None}, {"scenario": ["worked"]}, {"scenario": 1},
    {"show_temperature": 1}, {"show_temperature": "yes"}, {"show_temperature": None},
    {"solution": "x"}, {"stops": {}}, {"problems": {"beta": "x"}}, {"name": "x"}, {1: 2}, {},
]  # fmt: skip
OTHERS: list[Any] = [
    None, 5, "set", [], ["set"], {}, {"set": None}, {"set": 5}, {"set": ["beta"]}, {"x": 1},
    {"typed": "beta"}, {"typed": "beta", "text": None}, {"typed": "beta", "text": 5},
    {"typed": "beta", "text": ["0.3"]}, {"typed": None, "text": "1"},
    {"typed": "name", "text": "1"}, {"typed": "scenario", "text": "verifier"},
    {"typed": "solution", "text": "1"},
    {"draw": 1, "per_frame": 1}, {"start": {}},
]  # fmt: skip


@pytest.fixture
def page() -> Page:
    return Page(TILT, **ELSEWHERE)


def test_the_page_brings_along_what_it_needs(page: Page) -> None:
    assert page.opening["values"] == ELSEWHERE
    assert page.opening["stops"].keys() == {"beta", "temperature"}
    assert page.opening["problems"] == {}
    assert [item["name"] for item in page.opening["items"]] == [name for name, _ in SAID]
    kinds = [item["kind"] for item in page.opening["items"]]
    assert kinds == ["picker", "slider", "slider", "toggle"]
    assert all(item["label"] for item in page.opening["items"])


def test_the_menu_offers_every_scenario(page: Page) -> None:
    titles = [[key, scenario.title] for key, scenario in SCENARIOS.items()]
    assert page.opening["items"][0]["options"] == titles


@pytest.mark.parametrize(("name", "value"), SAID)
def test_what_the_page_says_is_set_and_not_said_back(name: str, value: object) -> None:
    page = Page(TILT)
    page.say({"set": {name: value}})
    assert getattr(page.state, name) == value
    assert all(set(message) <= {"views", "shown"} for message in page.heard)
    assert bool(page.heard) == (name == "scenario")


@pytest.mark.parametrize(("name", "value"), SAID)
def test_what_the_state_says_is_told(name: str, value: object) -> None:
    page = Page(TILT)
    setattr(page.state, name, value)
    assert page.last("values")[name] == value


def test_several_values_at_once_are_answered_at_once(page: Page) -> None:
    page.say({"set": {"scenario": "verifier", "beta": 0.5}})
    assert (page.state.scenario, page.state.beta) == ("verifier", 0.5)
    assert [set(message) for message in page.heard] == [{"views", "shown"}]


def test_a_typed_value_comes_with_its_stop_and_its_table(page: Page) -> None:
    page.say({"typed": "beta", "text": "0.333"})
    assert page.state.beta == 0.333
    (message,) = page.heard
    assert message["values"] == {"beta": 0.333}
    assert 0.333 in message["stops"]["beta"]
    assert 0.333 in json.loads(message["views"]["tree"]["told"])["sweep"]["axes"]["beta"]


def test_a_refused_value_comes_back_as_a_problem(page: Page) -> None:
    for heard in (1, 2):
        page.say({"typed": "temperature", "text": "<script>"})
        assert len(page.heard) == heard
        assert set(page.heard[-1]) == {"problems", "heard"}
    assert "0.1 to 4" in page.last("problems")["temperature"]
    assert page.state.temperature == 4.0


def test_a_typed_value_is_answered_even_if_it_changes_nothing(page: Page) -> None:
    page.say({"typed": "beta", "text": f"{page.state.beta:g}"})
    assert page.heard == [{"heard": "beta"}]


@pytest.mark.parametrize("values", NONSENSE, ids=str)
def test_a_value_that_no_control_has_is_not_taken(page: Page, values: dict[Any, Any]) -> None:
    page.say({"set": {**values, "temperature": 1.0}})
    assert page.state.values == {**ELSEWHERE, "temperature": 1.0}
    assert page.heard == []


@pytest.mark.parametrize("message", OTHERS, ids=str)
def test_a_message_that_makes_no_sense_does_no_harm(page: Page, message: Any) -> None:
    page.say(message)
    assert page.state.values == ELSEWHERE
    page.say({"typed": "beta", "text": "0.5"})
    assert page.last("values") == {"beta": 0.5}
