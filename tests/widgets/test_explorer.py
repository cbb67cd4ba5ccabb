"""The explorer: its places, its views, and that one which fails takes nothing else with it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pages import Page

from widgets.explorer import Explorer
from widgets.state import SliderState
from widgets.sweep import Sweep
from widgets.tilt import tree
from widgets.tilt.explorer import TILT
from widgets.tilt.solution import Solution
from widgets.view import View


class Odd(SliderState):
    """A state of nothing."""

    def solve(self) -> Any:
        return object()


def plain(solution: Any) -> tuple[dict[str, Any], Sweep]:
    return {"fine": True}, Sweep({}, {})


def fail(solution: Any) -> tuple[dict[str, Any], Sweep]:
    raise RuntimeError("<b>no</b> such tree")


def sometimes(solution: Solution) -> Any:
    if solution.scenario.key == "blind-spot":
        raise ValueError("not this one")
    return tree.contents(solution)


ODD = Explorer(
    key="odd",
    title="Odd",
    lead="",
    state=Odd,
    columns=(("b", "c"), ("d",)),
    controls=(),
    views=dict.fromkeys("abcdef", View("plain", plain)),
)


def with_tree(contents: Any) -> Explorer:
    return replace(TILT, views={**TILT.views, "tree": View("tree", contents)})


def test_places_stand_above_in_or_below_the_columns() -> None:
    assert TILT.layout() == {
        "above": ["sentence", "controls"],
        "columns": [["tree", "bars"], ["plane", "readouts"]],
        "below": ["guide"],
    }
    assert ODD.layout()["above"] == ["a", "controls"]
    assert ODD.layout()["below"] == ["e", "f"]


def test_every_place_is_shown_exactly_once() -> None:
    for explorer in (TILT, ODD):
        layout = explorer.layout()
        placed = [place for column in layout["columns"] for place in column]
        every = [*layout["above"], *placed, *layout["below"]]
        assert sorted(every) == sorted([*explorer.views, "controls"])


def test_a_layout_of_some_views_has_no_empty_column() -> None:
    assert TILT.layout(["plane", "guide"]) == {
        "above": ["controls"],
        "columns": [["plane"]],
        "below": ["guide"],
    }


def test_the_page_brings_all_views_along() -> None:
    views = Page(TILT, scenario="verifier").opening["views"]
    assert list(views) == list(TILT.views)
    assert views["tree"]["facts"]["depth"] == 3
    kinds = [views[place]["kind"] for place in ("tree", "sentence", "guide")]
    assert kinds == ["tree", "text", "text"]


def test_views_share_the_state_of_their_session_only() -> None:
    one, other = Page(TILT, beta=0.5), Page(TILT)
    one.state.scenario = "verifier"
    assert one.last("views")["tree"]["facts"]["depth"] == 3
    assert other.news == []
    assert (one.state.beta, other.state.beta) == (0.5, 1.0)


def test_all_views_of_a_scenario_are_published_at_once() -> None:
    page = Page(TILT)
    page.say({"set": {"scenario": "verifier"}})
    (message,) = page.news
    assert list(message["views"]) == list(TILT.views)
    alone = Page(TILT, scenario="verifier").opening["views"]
    assert message["views"]["guide"] == alone["guide"]
    assert message["views"]["tree"]["facts"] == alone["tree"]["facts"]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Explorer, list[str]]]:
    """An explorer whose tree notes how often it is computed."""
    calls: list[str] = []

    def contents(solution: Solution) -> Any:
        calls.append(solution.scenario.key)
        return tree.contents(solution)

    yield with_tree(contents), calls


def test_what_is_computed_once_serves_all_sessions(counted: Any) -> None:
    explorer, calls = counted
    pages = [Page(explorer, beta=beta) for beta in (0.5, 1, 2)]
    for page in pages:
        page.say({"set": {"scenario": "verifier"}})
    assert calls == ["worked", "verifier"]
    texts = [page.link.snapshot()["views"]["tree"] for page in pages]
    assert texts[0] is texts[1] is texts[2]


def test_nothing_is_computed_for_a_value_that_is_a_stop(counted: Any) -> None:
    explorer, calls = counted
    page = Page(explorer)
    for beta in page.state.stops["beta"]:
        page.say({"set": {"beta": float(beta)}})
    page.say({"set": {"show_temperature": True}})
    assert calls == ["worked"]


def test_contents_that_fail_at_the_start() -> None:
    views = Page(with_tree(fail)).opening["views"]
    assert views["tree"] == {
        "kind": "tree",
        "facts": None,
        "sweep": None,
        "failure": "RuntimeError: <b>no</b> such tree",
    }
    assert views["plane"]["failure"] == ""
    assert views["plane"]["facts"]["start"]


def test_facts_with_nan_are_a_failure() -> None:
    def contents(solution: Any) -> tuple[dict[str, Any], Sweep]:
        _, sweep = plain(solution)
        return {"curve": {"kl": solution.curve.kl * float("nan")}}, sweep

    failure = Page(with_tree(contents)).opening["views"]["tree"]["failure"]
    assert failure == "ValueError: 'kl' holds NaN; every fact must be a number"


def test_contents_that_fail_later_and_recover() -> None:
    page = Page(with_tree(sometimes))
    page.state.scenario = "blind-spot"
    views = page.last("views")
    assert views["tree"]["failure"] == "ValueError: not this one"
    assert views["plane"]["failure"] == ""
    assert views["plane"]["facts"]["peak"] is not None
    page.say({"set": {"show_temperature": True}})
    assert "tree" not in page.last("columns")
    page.state.scenario = "worked"
    assert page.last("views")["tree"]["failure"] == ""
    assert page.last("views")["tree"]["facts"]["responses"] == ["aa", "ab", "ba", "bb"]
