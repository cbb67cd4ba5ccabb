"""What Python sends is what the scripts are typed for: names, optional or not, and types.

The declarations of both are compared, and then what each view really has in every scenario with
the declarations.
"""

import ast
import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np
import pytest
from declared import interfaces, python_type, script_type, typed_dicts
from pages import Page

from widgets import controls, payloads, text
from widgets.estimate import curves, histograms
from widgets.estimate.explorer import ESTIMATE
from widgets.estimate.live import LiveRun, Settings
from widgets.explorer import Explorer
from widgets.tilt import bars, plane, responses, tree
from widgets.tilt.explorer import TILT
from widgets.view import View

MODULES = (payloads, text, curves, histograms, responses, bars, plane, tree)
SCRIPT = interfaces()
PYTHON = typed_dicts(Path(str(module.__file__)) for module in MODULES)
DECLARED = {
    name: declared
    for module in MODULES
    for name, declared in vars(module).items()
    if is_typeddict(declared) and declared.__module__ == module.__name__
}
FRAMES = {
    "tree": tree.TreeFrame, "bars": bars.BarsFrame, "plane": plane.PlaneFrame,
    "curves": curves.CurvesFrame,
}  # fmt: skip
SPECS = {
    "PickerSpec": controls.Picker, "SliderSpec": controls.Slider, "SwitchSpec": controls.Switch,
    "FieldSpec": controls.Field, "PlayerSpec": controls.Player,
}  # fmt: skip


@pytest.mark.parametrize("name", DECLARED)
def test_both_languages_say_the_same(name: str) -> None:
    assert PYTHON[name] == SCRIPT[name]


def test_no_interface_of_facts_is_missing_in_python() -> None:
    wanted = {name for name in SCRIPT if name.endswith(("Facts", "Frame", "Payload"))}
    assert wanted <= set(DECLARED)
    assert {"Opening", "News", "Chunk", "RunSettings", "RunExact", "Layout"} <= set(DECLARED)


@pytest.mark.parametrize("name", SPECS)
def test_controls_have_the_fields_of_their_specs(name: str) -> None:
    assert {field.name for field in fields(SPECS[name])} == set(SCRIPT[name]) - {"hidden"}


@pytest.mark.parametrize(
    ("script", "python"),
    [
        ("number[]", "list[float]"), ("number[]", "list[int]"), ("string", "str"),
        ("number[] | null", "list[float] | None"), ("(number | null)[]", "list[float | None]"),
        ("Record<string, number[]>", "dict[str, list[float]]"), ("string[][]", "list[list[str]]"),
        ("[string, string][]", "list[tuple[str, str]]"), ("Numbers | null", "Numbers | None"),
        ('"f4" | "text"', 'Literal["text", "f4"]'), ("ArrayLike<number>", "NDArray[Any]"),
        ("Record<string, Record<string, X>>", "dict[str, dict[str, X]]"),
    ],
)  # fmt: skip
def test_types_that_are_the_same(script: str, python: str) -> None:
    assert script_type(script) == python_type(ast.parse(python, mode="eval").body)


@pytest.mark.parametrize(
    ("script", "python"),
    [("number[]", "list[str]"), ("number", "float | None"), ("Numbers", "list[float]")],
)
def test_types_that_are_not(script: str, python: str) -> None:
    assert script_type(script) != python_type(ast.parse(python, mode="eval").body)


def fits(value: Any, wanted: Any) -> bool:
    """Whether the value has the fields and kinds that are declared, and no others."""
    if is_typeddict(wanted):
        return isinstance(value, dict) and not misfits(value, wanted)
    inner = get_args(wanted)
    match get_origin(wanted):
        case None:
            return _is(value, wanted)
        case np.ndarray:
            return isinstance(value, np.ndarray) and value.ndim == 1
        case origin if origin is Literal:
            return value in inner
        case origin if origin is list:
            return isinstance(value, list) and all(fits(part, inner[0]) for part in value)
        case origin if origin is dict:
            return isinstance(value, dict) and all(fits(v, inner[1]) for v in value.values())
    return any(fits(value, member) for member in inner)


def _is(value: Any, wanted: Any) -> bool:
    if wanted is Any or wanted is object:
        return True
    if isinstance(value, bool):
        return wanted is bool
    return isinstance(value, int | float if wanted is float else wanted)


def misfits(value: Mapping[str, Any], wanted: Any) -> set[str]:
    """The fields that are missing, that nobody has declared, or that are of another kind."""
    hints = get_type_hints(wanted)
    lost, more = wanted.__required_keys__ - set(value), set(value) - set(hints)
    return lost | more | {n for n in set(value) - more if not fits(value[n], hints[n])}


def solutions(explorer: Explorer) -> list[Any]:
    (choice,) = explorer.state.choices
    keys = explorer.state.param[choice].objects
    return [explorer.state(**{choice: key}).solution for key in keys]


VIEWS = [
    pytest.param(view, solution, id=f"{explorer.key}-{place}-{i}")
    for explorer in (TILT, ESTIMATE)
    for i, solution in enumerate(solutions(explorer))
    for place, view in explorer.views.items()
]


@pytest.mark.parametrize(("view", "solution"), VIEWS)
def test_every_view_has_the_facts_that_are_declared(view: View, solution: Any) -> None:
    declared = get_args(get_type_hints(view.contents)["return"])[0]
    facts = view.at(solution).payload()["facts"]
    assert declared.__name__ in SCRIPT
    assert isinstance(facts, dict)
    assert misfits(facts, declared) == set()


@pytest.mark.parametrize(("view", "solution"), VIEWS)
def test_every_picture_has_the_columns_that_are_declared(view: View, solution: Any) -> None:
    columns = view.contents(solution)[1].columns
    if view.kind not in FRAMES:
        # The columns of a text are its own.
        assert view.kind == "text" or not columns
        return
    declared = FRAMES[view.kind]
    always = {name for name, column in columns.items() if not column.when}
    assert declared.__required_keys__ <= always <= set(columns) <= set(get_type_hints(declared))
    assert all(column.values.dtype.kind == "f" for column in columns.values())


@pytest.mark.parametrize("explorer", [TILT, ESTIMATE], ids=lambda explorer: explorer.key)
def test_what_a_page_opens_with(explorer: Explorer) -> None:
    opening = Page(explorer).opening
    assert misfits(opening, payloads.Opening) == set()
    assert all(opening["views"][place]["kind"] for place in explorer.views)


def test_what_is_news() -> None:
    page = Page(TILT)
    page.state.param.update(beta=0.333, scenario="verifier")
    page.say({"set": {"show_temperature": True}})
    assert [misfits(news, payloads.News) for news in page.news] == [set(), set()]
    assert {name for news in page.news for name in news} == set(SCRIPT["News"]) - {"chunk"}


def test_a_chunk() -> None:
    run = LiveRun(Settings("eight", 0.3, 16, 0))
    for _ in range(2):
        assert misfits(json.loads(run.chunk(3, 2)), payloads.Chunk) == set()


def test_a_fact_by_another_name_is_noticed() -> None:
    """Or this file would hold nothing."""
    facts = dict(tree.contents(solutions(TILT)[0])[0])
    assert misfits(facts, tree.TreeFacts) == set()
    facts["words"] = facts.pop("vocab")
    assert misfits(facts, tree.TreeFacts) == {"words", "vocab"}
    assert misfits({**facts, "vocab": [1]}, tree.TreeFacts) == {"words", "vocab"}
