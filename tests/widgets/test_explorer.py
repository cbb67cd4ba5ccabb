"""The explorer: its places, and that a view which fails takes nothing else with it."""

from typing import Any

import panel as pn
import param
import pytest

from widgets.component import Failure
from widgets.explorer import Explorer
from widgets.sweep import Sweep, SweepView
from widgets.tilt.explorer import TILT
from widgets.tilt.plane import RewardKLPlane
from widgets.tilt.solution import Solution
from widgets.tilt.state import TiltState
from widgets.tilt.tree import TokenTree


def fail(solution: Solution) -> tuple[dict[str, Any], Sweep]:
    raise RuntimeError("<b>no</b> such tree")


class Odd(param.Parameterized):
    """A state of nothing."""


def broken(state: param.Parameterized) -> pn.viewable.Viewable:
    raise ValueError("<script>cannot</script>")


def plain(state: param.Parameterized) -> pn.viewable.Viewable:
    return pn.pane.Str("fine")


ODD = Explorer(
    key="odd",
    title="Odd",
    lead="",
    state=Odd,
    columns=(("b", "c"), ("d",)),
    views=dict.fromkeys("abcdef", plain),
)


def test_places_stand_above_in_or_below_the_columns() -> None:
    assert TILT.above == ["sentence", "controls"]
    assert TILT.below == ["guide"]
    assert (ODD.above, ODD.below) == (["a"], ["e", "f"])


def test_every_place_is_shown_exactly_once() -> None:
    for explorer in (TILT, ODD):
        placed = [place for column in explorer.columns for place in column]
        shown = [*explorer.above, *placed, *explorer.below]
        assert sorted(shown) == sorted(explorer.views)


def test_views_share_the_state_of_their_session_only() -> None:
    one, other = TILT.open(beta=0.5), TILT.open()
    assert list(one) == list(TILT.views)
    one["controls"].scenario = "verifier"
    assert one["tree"].facts["depth"] == 3
    assert other["tree"].facts["depth"] == 2
    assert (one["controls"].beta, other["controls"].beta) == (0.5, 1.0)


def test_a_view_that_cannot_be_built_says_so_and_the_others_work() -> None:
    explorer = Explorer("odd", "Odd", "", Odd, ODD.columns, {**ODD.views, "c": broken})
    views = explorer.open()
    assert isinstance(views["c"], Failure)
    assert views["c"].text == "ValueError: <script>cannot</script>"
    assert all(isinstance(view, pn.pane.Str) for place, view in views.items() if place != "c")


def test_contents_that_fail_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenTree, "contents", staticmethod(fail))
    views = TILT.open()
    assert views["tree"].failure == "RuntimeError: <b>no</b> such tree"
    assert views["plane"].failure == ""
    assert views["plane"].facts["start"]


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
