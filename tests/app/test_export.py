"""The static site of an explorer that is not one of the first two."""

import json
import re
from typing import Any

from app.export import site
from widgets.controls import Field, Player, Slider
from widgets.explorer import Explorer
from widgets.state import SliderState
from widgets.sweep import Sweep, SweepView


class Bare(SliderState):
    """A state in which nothing can be chosen."""

    def solve(self) -> None:
        return None


class Plain(SweepView):
    """A view of nothing."""

    kind = "text"

    @staticmethod
    def contents(solution: Any) -> tuple[dict[str, Any], Sweep]:
        return {"html": "fine"}, Sweep({}, {})


def test_an_explorer_without_choices_and_recordings_is_a_page_and_no_more() -> None:
    explorer = Explorer(
        key="bare",
        title="Bare",
        lead="Nothing to choose.",
        state=Bare,
        columns=(("a",),),
        controls=(Player(10, (1,)), Field("seed", "Seed"), Slider("x", "X", "x", "star")),
        views={"a": Plain},
    )
    files = dict(site([explorer]))
    assert set(files) == {"bare.html", "index.html"}
    page = files["bare.html"]
    assert "Nothing to choose." in page
    opening = re.search('id="opening">(.*?)</script>', page, re.DOTALL)
    assert opening is not None
    # What only a server can answer is not there.
    (slider,) = json.loads(opening[1])["items"]
    assert (slider["name"], slider["typed"]) == ("x", False)
