"""The explorer: its places, and that a view which fails takes nothing else with it."""

import json
from typing import Any

import param
import pytest

from widgets.controls import ControlBar
from widgets.explorer import Explorer
from widgets.sweep import Sweep, SweepView
from widgets.tilt.explorer import TILT
from widgets.tilt.plane import RewardKLPlane
from widgets.tilt.solution import Solution
from widgets.tilt.state import TiltState
from widgets.tilt.tree import TokenTree
from widgets.written import dumps


def fail(solution: Solution) -> tuple[dict[str, Any], Sweep]:
    raise RuntimeError("<b>no</b> such tree")


class Odd(param.Parameterized):
    """A state of nothing."""

    solution = param.Parameter()
    stops = param.Dict(default={})
    problems = param.Dict(default={})


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


def no_controls(state: Any) -> ControlBar:
    return ControlBar(state, [])


ODD = Explorer(
    key="odd",
    title="Odd",
    lead="",
    state=Odd,
    columns=(("b", "c"), ("d",)),
    controls=no_controls,
    views=dict.fromkeys("abcdef", Plain),
)


def shown(bar: ControlBar) -> dict[str, Any]:
    """The views as the page has them when it opens."""
    views: dict[str, Any] = json.loads(dumps(bar.opening()))["views"]
    return views


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
    bar = TILT.open(scenario="verifier")
    assert list(shown(bar)) == list(TILT.views)
    assert shown(bar)["tree"]["told"]["facts"]["depth"] == 3
    kinds = bar.opening()["kinds"]
    assert (kinds["tree"], kinds["sentence"], kinds["guide"]) == ("tree", "text", "text")
    # What the page has brought is not sent again.
    assert bar.views == {}


def test_views_share_the_state_of_their_session_only() -> None:
    one, other = TILT.open(beta=0.5), TILT.open()
    one.scenario = "verifier"
    assert json.loads(one.views["tree"]["told"])["facts"]["depth"] == 3
    assert other.views == {}
    assert (one.beta, other.beta) == (0.5, 1.0)


def test_all_views_of_a_scenario_are_told_at_once() -> None:
    bar, heard = TILT.open(), []
    bar.param.watch(lambda event: heard.append(event.new), "views")
    bar.scenario = "verifier"
    assert len(heard) == 1
    assert list(heard[0]) == list(TILT.views)
    alone = TILT.open(scenario="verifier").opening()["views"]
    assert heard[0] == {place: dict(view) for place, view in alone.items()}


def test_a_view_that_cannot_be_made_says_so_and_the_others_work() -> None:
    views = {**ODD.views, "c": Unmade}
    explorer = Explorer("odd", "Odd", "", Odd, ODD.columns, no_controls, views)
    told = shown(explorer.open())
    assert told["c"] == {"told": None, "failure": "ValueError: <script>cannot</script>"}
    assert all(told[place]["told"]["facts"]["fine"] for place in "abdef")


def test_contents_that_fail_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenTree, "contents", staticmethod(fail))
    told = shown(TILT.open())
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
