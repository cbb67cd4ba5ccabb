"""The static site: what its pages and its files of data hold."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import param
import pytest

from app.export import site
from models.scenarios import SCENARIOS
from widgets.controls import Field, Player, Slider
from widgets.estimate.explorer import ESTIMATE
from widgets.explorer import Explorer
from widgets.state import SliderState
from widgets.sweep import Column, Sweep
from widgets.tilt.explorer import TILT
from widgets.view import View

HANDED = re.compile(
    r'document\.currentScript\.dispatchEvent\(new CustomEvent\("recorded", \{detail: (.*)\}\)\);\n'
)


class Bare(SliderState):
    """A state in which nothing can be chosen."""

    more = param.Boolean(default=False)

    keys: ClassVar[dict[str, str]] = {"more": "more"}

    def solve(self) -> None:
        return None


def plain(solution: Any) -> tuple[dict[str, Any], Sweep]:
    return {"html": "fine", "steps": []}, Sweep({}, {"extra": Column([], 1.0, when="more")})


@pytest.fixture
def bare(tmp_path: Path) -> Explorer:
    script = tmp_path / "bare.js"
    script.write_text('export const end = "</script><!-- no end";', "utf-8")
    return Explorer(
        key="bare",
        title="Bare",
        lead="Nothing to choose.",
        state=Bare,
        columns=(("a",),),
        controls=(Player(10, (1,)), Field("seed", "Seed"), Slider("x", "X", "x", "star")),
        views={"a": View("text", plain)},
        script=script,
    )


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    # Recorded runs take their time, and have tests of their own.
    return dict(site([TILT, replace(ESTIMATE, recorded=None)]))


def opening_of(page: str) -> Any:
    found = re.search('id="opening">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def detail(text: str) -> Any:
    found = HANDED.fullmatch(text)
    assert found is not None
    return json.loads(found[1])


def test_an_explorer_without_choices_and_recordings(bare: Explorer) -> None:
    files = dict(site([bare]))
    # Its views the page has brought along; what a switch shows is beside it.
    assert set(files) == {"bare.html", "index.html", "data/bare-more.js"}
    joining = detail(files["data/bare-more.js"])["columns"]
    assert list(joining["a"]) == ["extra"]
    page = files["bare.html"]
    assert "Nothing to choose." in page
    # What only a server can answer is not there.
    (slider,) = opening_of(page)["controls"]
    assert (slider["name"], slider["typed"]) == ("x", False)


def test_a_script_in_the_page_cannot_end_it(bare: Explorer) -> None:
    page = dict(site([bare]))["bare.html"]
    assert page.count(r'"<\/script><\!-- no end"') == 1
    assert page.count("<script") == page.count("</script>")


def test_a_page_has_its_script_and_asks_for_nothing(files: dict[str, str]) -> None:
    page = files["tilt.html"]
    assert "data-page data-static>" in page
    assert page.count('<script type="module">') == 1
    assert 'id="link"' not in page and "data-root-id" not in page
    assert not re.findall(r'<(?:script|link)[^>]*(?:src|href)="(?!data:)', page)
    assert re.findall(r'<a href="(\w+\.html)" data-key="(\w+)"', page) == [
        ("tilt.html", "tilt"), ("estimate.html", "estimate"),
    ]  # fmt: skip


def test_nothing_can_be_had_between_the_stops(files: dict[str, str]) -> None:
    opening = opening_of(files["tilt.html"])
    assert not any(scale["between"] for scale in opening["scales"].values())
    sliders = [control for control in opening["controls"] if control["kind"] == "slider"]
    assert sliders and not any(slider["typed"] for slider in sliders)


def test_every_choice_and_every_switch_has_its_file(files: dict[str, str]) -> None:
    names = {name for name in files if name.startswith("data/tilt-")}
    wanted = {
        f"data/tilt-{key}{more}.js" for key in SCENARIOS for more in ("", "-show_temperature")
    }
    assert names == wanted


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_file_has_the_views_and_another_what_joins_them(files: dict[str, str], key: str) -> None:
    views = detail(files[f"data/tilt-{key}.js"])["views"]
    assert list(views) == list(TILT.views)
    assert views["tree"]["facts"]["depth"] == SCENARIOS[key].lm.length
    columns = detail(files[f"data/tilt-{key}-show_temperature.js"])["columns"]
    assert set(columns) == {"sentence", "plane", "bars", "readouts"}
    for place, joining in columns.items():
        assert joining and not set(joining) & set(views[place]["sweep"]["columns"])


def test_the_page_opens_with_what_the_file_of_its_choice_has(files: dict[str, str]) -> None:
    assert opening_of(files["tilt.html"])["views"] == detail(files["data/tilt-worked.js"])["views"]


def test_the_same_source_gives_the_same_bytes(files: dict[str, str]) -> None:
    again = dict(site([TILT, replace(ESTIMATE, recorded=None)]))
    assert again == files
