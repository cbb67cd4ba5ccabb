"""An explorer as a Panel component, without a browser: what it takes, and both ways."""

import json
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import panel as pn
import pytest
from bokeh.core.serialization import Serializer
from bokeh.document import Document
from panel.io.server import ComponentResourceHandler
from panel.models.esm import DataEvent, ESMEvent

from widgets.component import Component, component
from widgets.estimate import Estimate
from widgets.estimate.explorer import ESTIMATE
from widgets.link import Link, link_type
from widgets.tilt import Tilt
from widgets.tilt.explorer import TILT
from widgets.written import dumps


def opening(shown: Component) -> Any:
    return json.loads(dumps(shown.link.snapshot()))


def published(shown: Component) -> list[dict[str, Any]]:
    """What will be sent to the browser from now on."""
    sent: list[dict[str, Any]] = []
    shown.link.send = sent.append  # type: ignore[method-assign,assignment]
    return sent


def say(shown: Component, message: Any) -> None:
    shown.link._process_event(DataEvent(None, data=message))


@pytest.mark.parametrize(("make", "explorer"), [(Tilt, TILT), (Estimate, ESTIMATE)])
def test_the_page_is_made_of_the_same(make: type[Component], explorer: Any) -> None:
    assert type(component(explorer)) is make


def test_it_is_a_viewer_with_documented_parameters() -> None:
    tilt = Tilt(scenario="worked", beta=0.5)
    assert isinstance(tilt, pn.viewable.Viewer)
    assert isinstance(tilt.__panel__(), Link)
    assert tilt.param["beta"].bounds == (0.05, 10.0)
    for name in ("scenario", "beta", "temperature", "show_temperature", "views", "theme"):
        assert tilt.param[name].doc, name
    hidden = {"stops"}
    assert {n for n in tilt.param if (tilt.param[n].precedence or 0) < 0} >= hidden
    assert Estimate().param["chunk"].precedence < 0


@pytest.mark.parametrize(
    ("make", "settings", "words"),
    [
        (Tilt, {"beta": 11}, r"beta must be a number from 0\.05 to 10.*got 11"),
        (Tilt, {"beta": 0.33333}, r"4 significant digits; got 0\.33333"),
        (Tilt, {"beta": "1"}, "beta must be a number.*got '1'"),
        (Tilt, {"scenario": "wroked"}, "'wroked'.*worked, likely-is-good"),
        (Tilt, {"views": ["tee"]}, "'tee'.*sentence, tree, plane"),
        (Tilt, {"theme": "blue"}, "'blue'.*light, dark"),
        (Estimate, {"tokens": 20}, "tokens must be one of 1, 2, 4.*256; got 20"),
        (Estimate, {"f": 1}, r"f must be a number from -0\.7 to 0\.9.*got 1"),
        (Estimate, {"seed": 2**32}, "4294967295.*4294967296"),
    ],
)
def test_what_no_control_can_have_is_refused(
    make: type[Component], settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        make(**settings)
    if not settings.keys() & {"views", "theme"}:
        shown = make()
        before = shown.values
        with pytest.raises(ValueError, match=words):
            shown.param.update(**settings)
        assert shown.values == before


def test_a_value_of_another_kind_of_number_is_fine() -> None:
    assert opening(Estimate(tokens=64.0, f=0))["values"]["tokens"] == 64


def test_only_the_views_that_are_asked_for_are_brought_along() -> None:
    shown = opening(Tilt(views=["plane", "sentence"]))
    assert list(shown["views"]) == ["sentence", "plane"]
    assert shown["layout"] == {
        "above": ["sentence", "controls"],
        "columns": [["plane"]],
        "below": [],
    }
    assert list(opening(Tilt())["views"]) == list(TILT.views)


def test_the_theme_is_that_of_panel_unless_it_is_given() -> None:
    assert opening(Tilt())["theme"] == "light"
    assert opening(Tilt(theme="dark"))["theme"] == "dark"
    with pn.config.set(theme="dark"):
        assert opening(Tilt())["theme"] == "dark"


def test_setting_a_value_publishes_it() -> None:
    tilt = Tilt(beta=0.5)
    sent = published(tilt)
    tilt.beta = 0.2
    assert sent == [{"values": {"beta": 0.2}}]
    tilt.param.update(scenario="verifier", beta=0.333)
    assert set(sent[1]) == {"values", "shown", "stops", "views"}


def test_what_the_browser_sets_is_set_and_watched() -> None:
    tilt, seen = Tilt(), []
    tilt.param.watch(lambda event: seen.append((event.old, event.new)), "beta")
    say(tilt, {"set": {"beta": 0.2}})
    assert (tilt.beta, seen) == (0.2, [(1.0, 0.2)])


def test_components_are_independent() -> None:
    one, other = Tilt(beta=0.5), Tilt(beta=2)
    heard_one, heard_other = published(one), published(other)
    one.beta = 0.2
    say(other, {"set": {"beta": 5}})
    assert (one.beta, other.beta) == (0.2, 5)
    assert (heard_one, heard_other) == ([{"values": {"beta": 0.2}}], [])


def test_several_stand_in_one_layout() -> None:
    root = pn.Row(Tilt(beta=0.5), Tilt(beta=2), Estimate()).get_root(Document())
    first, second, third = root.children
    betas = [json.loads(model.data.opening)["values"].get("beta") for model in (first, second)]
    assert betas == [0.5, 2]
    assert json.loads(third.data.opening)["key"] == "estimate"


def test_it_opens_as_it_is_when_it_is_shown() -> None:
    tilt = Tilt()
    tilt.beta = 0.333
    shown = json.loads(tilt.link.get_root(Document()).data.opening)
    assert shown["values"]["beta"] == 0.333
    assert 0.333 in shown["stops"]["beta"]


def test_on_a_page_that_draws_it_it_brings_nothing() -> None:
    link = Tilt().link
    link.drawn = True
    assert link.get_root(Document()).data.opening == ""


def test_views_go_as_binary_buffers_that_are_packed_once() -> None:
    tilt, other = Tilt(), Tilt()
    sent, others = [], []
    tilt.link.send, other.link.send = sent.append, others.append  # type: ignore[method-assign]
    tilt.scenario = other.scenario = "verifier"
    assert others[0]["views"] is sent[0]["views"]
    model = tilt.link.get_root(Document())
    serial = Serializer(references={model})
    serial.encode(ESMEvent(model, data=sent[0]))
    assert [bytes(buffer.data) for buffer in serial.buffers] == [sent[0]["views"]]
    assert len(sent[0]["views"]) < 75_000


def test_a_link_has_a_class_of_its_own_with_the_script_of_its_explorer() -> None:
    tilt, estimate = type(Tilt().link), type(Estimate().link)
    assert (tilt.__name__, estimate.__name__) == ("TiltLink", "EstimateLink")
    assert type(Tilt().link) is tilt is link_type("tilt")
    for link, key in ((tilt, "tilt"), (estimate, "estimate")):
        path, _, version = link.script_url().partition("?v=")
        assert path == f"./components/widgets.link/{link.__name__}/_bundle_path/dist/{key}.js"
        assert len(version) == 16


ELSEWHERE = """
from pathlib import Path
from widgets.explorer import Explorer
from widgets.state import SliderState

class FarState(SliderState):
    def solve(self):
        return "nothing"

SCRIPT = Path(__file__).with_name("far.js")
FAR = Explorer("far-off", "Far", "", FarState, (), (), {}, script=SCRIPT)
"""


def test_an_explorer_that_lives_elsewhere_has_its_script_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere.py").write_text(ELSEWHERE, "utf-8")
    (tmp_path / "far.js").write_text("export const render = () => {};", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    link = component(import_module("elsewhere").FAR).link
    path, _, _ = link.script_url().partition("?")
    assert path == "./components/elsewhere/FarOffLink/_bundle_path/far.js"
    address = path.removeprefix("./components/")
    handler: Any = SimpleNamespace(_resource_attrs=["_bundle_path"])
    found = ComponentResourceHandler.parse_url_path(handler, address)
    assert Path(found) == tmp_path / "far.js"


def test_in_a_console_it_is_what_makes_it() -> None:
    assert repr(Tilt()) == "Tilt()"
    tilt = Tilt(scenario="flattery", beta=0.5, show_temperature=True)
    assert repr(tilt) == "Tilt(scenario='flattery', beta=0.5, show_temperature=True)"
    assert eval(repr(tilt)).values == tilt.values
    assert repr(tilt.link) == "TiltLink(Tilt)"


def test_it_is_as_wide_as_what_it_is_in() -> None:
    root = pn.Row(Tilt(), Estimate()).get_root(Document())
    assert {child.sizing_mode for child in root.children} == {"stretch_width"}


def test_parameters_show_in_a_panel_of_parameters() -> None:
    names = {widget.name for widget in pn.Param(Tilt()).select(pn.widgets.Widget)}
    assert {"Beta", "Scenario"} <= names
    assert not {"Stops", "Solution"} & names
