"""Names in pictures, in every state: off the curves, the marks and one another, and near by."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from figures import BETAS, TEMPERATURES

from models.scenarios import SCENARIOS
from widgets.component import component
from widgets.tilt.explorer import TILT
from widgets.written import dumps

PLANE, TREE = (
    Path(__file__).with_name(f"{name}.js").read_text("utf-8") for name in ("names", "treenames")
)
WIDTHS = [320, 390, 420, 720, 1440]
# Of the states in which a mark is seen: in how many it must have its name, whole or shortened.
LEAST = {"circle.dot.star": 1.0, "rect.dot.temp": 0.85, "circle.ring.true": 0.85}


def states() -> Iterator[dict[str, Any]]:
    """Every stop of β, without π_T and with it at two temperatures: together at every one."""
    count = len(TEMPERATURES)
    for i, beta in enumerate(BETAS):
        yield {"beta": beta, "show_temperature": False}
        for stride in (7, 11):
            temperature = TEMPERATURES[stride * (i + 1) % count]
            yield {"beta": beta, "show_temperature": True, "temperature": temperature}


def opening(scenario: str, place: str) -> dict[str, Any]:
    """What a page brings along that shows nothing but a picture, at its place among the others."""
    whole = component(TILT, scenario=scenario, show_temperature=True).link.snapshot()
    view: dict[str, Any] = json.loads(dumps(whole["views"][place]))
    return {**whole, "views": {place: view}, "theme": ""}


@pytest.mark.parametrize("width", WIDTHS)
def test_names_keep_clear_and_near_in_every_state(open_page: Any, server: Any, width: int) -> None:
    size = {"width": width, "height": 844}
    page = open_page(f"{server.url}?view=tilt", viewport=size).drawn().page
    openings = [opening(scenario, "plane") for scenario in SCENARIOS]
    read = page.evaluate(PLANE, {"openings": openings, "states": [*states()]})
    assert read["faults"] == []
    for scenario, marks in read["tallies"].items():
        for mark, least in LEAST.items():
            count = marks.get(mark, {"whole": 1, "short": 0, "nameless": 0})
            named = count["whole"] + count["short"]
            assert named >= least * (named + count["nameless"]), (scenario, mark, count)
            assert count["whole"] >= 0.7 * named, (scenario, mark, count)


def test_every_temperature_and_beta_is_among_the_states() -> None:
    stepped = [*states()]
    assert {state["beta"] for state in stepped} == set(BETAS)
    assert {state.get("temperature") for state in stepped} >= set(TEMPERATURES)


@pytest.mark.parametrize("width", [320, 360, 390, 420, 720, 1024, 1200, 1440])
def test_texts_of_the_tree_are_clear_of_one_another_and_of_edges(
    open_page: Any, server: Any, width: int
) -> None:
    size = {"width": width, "height": 844}
    page = open_page(f"{server.url}?view=tilt", viewport=size).drawn().page
    openings = [opening(scenario, "tree") for scenario in SCENARIOS]
    assert page.evaluate(TREE, {"openings": openings, "betas": BETAS[::6]}) == []
