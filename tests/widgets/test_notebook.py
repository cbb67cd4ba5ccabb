"""The notebook of the docs: kept without outputs, and run from beginning to end by this Python."""

import ast
import json
from pathlib import Path
from typing import Any

import nbformat
import pytest


def test_what_is_kept_holds_no_outputs(root: Path) -> None:
    kept = json.loads((root / "docs/notebook.ipynb").read_text("utf-8"))
    for cell in kept["cells"]:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
    assert set(kept["metadata"]["language_info"]) == {"name"}


@pytest.fixture(scope="module")
def cells(rendered: Path) -> dict[str, Any]:
    notebook = nbformat.read(rendered / "notebook.ipynb", as_version=4)
    return {cell["id"]: cell for cell in notebook.cells}


def answer(cell: Any, kind: str = "text/plain") -> str:
    """What the last line of a cell gave."""
    *_, result = cell.outputs
    assert result.output_type == "execute_result"
    return str(result.data[kind])


def test_it_runs_and_nothing_is_complained_of(cells: dict[str, Any]) -> None:
    outputs = [output for cell in cells.values() for output in cell.get("outputs", [])]
    assert {output.output_type for output in outputs} <= {"display_data", "execute_result"}


def test_parameters_are_read_and_set(cells: dict[str, Any]) -> None:
    bounds, scenarios = ast.literal_eval(answer(cells["bounds"]))
    assert bounds == (0.05, 10.0) and "blind-spot" in scenarios
    assert ast.literal_eval(answer(cells["set"])) == {
        "scenario": "worked",
        "beta": 0.2,
        "temperature": 0.5,
        "show_temperature": False,
    }
    assert answer(cells["watch"]) == "[0.42]"


@pytest.mark.parametrize(
    ("name", "components"), [("tilt", 1), ("estimate", 1), ("views", 2), ("link", 0)]
)
def test_what_is_shown_brings_its_pictures_along(
    cells: dict[str, Any], name: str, components: int
) -> None:
    shown = answer(cells[name], "text/html")
    assert shown.count('\\"chunk\\":') == components
    # And says in a line what it is, not in a hundred kilobytes.
    assert len(answer(cells[name])) < 500
