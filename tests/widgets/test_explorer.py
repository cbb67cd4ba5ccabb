"""The explorer: its places, and that a view which fails takes nothing else with it."""

import json
from typing import Any

import pytest
from pages import Page

from widgets.explorer import Explorer
from widgets.state import SliderState
from widgets.sweep import Sweep, SweepView
from widgets.tilt.explorer import TILT
from widgets.tilt.plane import RewardKLPlane
from widgets.tilt.solution import Solution
from widgets.tilt.state import TiltState
from widgets.tilt.tree import TokenTree


def fail(solution: Solution) -> tuple[dict[str, Any], Sweep]:
    raise RuntimeError("<b>no</b> such tree")


class Odd(SliderState):
    """A state of nothing."""

    def solve(self) -> Any:
        return object()


class Unmade(SweepView):
    """A view that cannot even be made."""

    def __init__(self, state: Any) -> None:
        raise ValueError("<script>cannot</script>")


class Plain(SweepView):
    """A view of nothing."""

    kind = "plain"

    @staticmethod
    def contents(solution: Any) -> tuple[dict[str, Any], Sweep]:
        return {"fine": True}, Sweep({}, {})


ODD = Explorer(
    key="odd",
    title="Odd",
    lead="",
    state=Odd,
    columns=(("b", "c"), ("d",)),
    controls=(),
    views=dict.fromkeys("abcdef", Plain),
)


def test_places_stand_above_in_or_below_the_columns() -> None:
    assert TILT.above == ["sentence", "controls"]
    assert TILT.below == ["guide"]
    assert (ODD.above, ODD.below) == (["a", "controls"], ["e", "f"])


def test_every_place_is_shown_exactly_once() -> None:
    for explorer in (TILT, ODD):
        placed = [place for column in explorer.columns for place in column]
        every = [*explorer.above, *placed, *explorer.below]
        assert sorted(every) == sorted([*explorer.views, "controls"])


def test_the_page_brings_all_views_along() -> None:
    opening = Page(TILT, scenario="verifier").opening
    assert list(opening["views"]) == list(TILT.views)
    assert opening["views"]["tree"]["told"]["facts"]["depth"] == 3
    kinds = opening["kinds"]
    assert (kinds["tree"], kinds["sentence"], kinds["guide"]) == ("tree", "text", "text")


def test_views_share_the_state_of_their_session_only() -> None:
    one, other = Page(TILT, beta=0.5), Page(TILT)
    one.state.scenario = "verifier"
    assert json.loads(one.last("views")["tree"]["told"])["facts"]["depth"] == 3
    assert other.heard == []
    assert (one.state.beta, other.state.beta) == (0.5, 1.0)


def test_all_views_of_a_scenario_are_told_at_once() -> None:
    page = Page(TILT)
    page.say({"set": {"scenario": "verifier"}})
    (message,) = page.heard
    assert list(message["views"]) == list(TILT.views)
    told = {place: json.loads(view["told"]) for place, view in message["views"].items()}
    alone = Page(TILT, scenario="verifier").opening["views"]
    assert told == {place: view["told"] for place, view in alone.items()}


def test_a_view_that_cannot_be_made_says_so_and_the_others_work() -> None:
    views = {**ODD.views, "c": Unmade}
    told = Page(Explorer("odd", "Odd", "", Odd, ODD.columns, (), views)).opening["views"]
    assert told["c"] == {"told": None, "failure": "ValueError: <script>cannot</script>"}
    assert all(told[place]["told"]["facts"]["fine"] for place in "abdef")


def test_contents_that_fail_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenTree, "contents", staticmethod(fail))
    told = Page(TILT).opening["views"]
    assert told["tree"]["failure"] == "RuntimeError: <b>no</b> such tree"
    assert told["plane"]["failure"] == ""
    assert told["plane"]["told"]["facts"]["start"]


def test_what_draws_an_explorer_is_one_script() -> None:
    assert TILT.script.count("pictures.text =") == 1
    for kind in ("tree", "plane", "bars"):
        assert f"pictures.{kind} =" in TILT.script
    assert "pictures.histograms" not in TILT.script


def test_contents_that_fail_later_and_recover(monkeypatch: pytest.MonkeyPatch) -> None:
    state = TiltState()
    tree, plane = TokenTree(state), RewardKLPlane(state)
    with monkeypatch.context() as patch:
        patch.setattr(TokenTree, "contents", staticmethod(fail))
        state.scenario = "blind-spot"
        assert tree.failure
        assert plane.failure == ""
        assert plane.facts["peak"] is not None
    state.scenario = "worked"
    assert tree.failure == ""
    assert tree.facts["responses"] == ["aa", "ab", "ba", "bb"]


def test_a_view_must_say_what_it_shows() -> None:
    view = SweepView(TiltState())
    assert view.failure.startswith("NotImplementedError")
