"""The directory as it is served, without a browser: every session gets its views, and its own."""

import json
from typing import Any

import pytest
from bokeh.application import Application
from bokeh.document import Document
from panel.io.application import build_single_handler_application

from app.page import lean
from widgets.tilt.explorer import TILT


@pytest.fixture
def application(root: Any) -> Application:
    return build_single_handler_application(str(root / "app"))


def opened(application: Application) -> Document:
    document = application.create_document()
    for handler in application.handlers:
        assert not handler.failed, handler.error_detail
    return document


def test_a_session_is_linked_and_has_a_title(application: Application) -> None:
    document = opened(application)
    assert document.roots[0].name == "tilt-link"
    assert document.title == "Tilt · The KL leash"
    document.validate()


def test_sessions_share_no_models(application: Application) -> None:
    one, other = opened(application), opened(application)
    assert not {model.id for model in one.models} & {model.id for model in other.models}
    assert not {id(model) for model in one.models} & {id(model) for model in other.models}


def test_the_template_finds_what_it_needs(application: Application) -> None:
    variables = opened(application).template_variables
    assert variables["explorer"] is TILT
    assert TILT in variables["explorers"]
    assert variables["notices"] == []
    assert "<sub>ref</sub>" in variables["lead"]
    opening = json.loads(variables["opening"]())
    assert list(opening["views"]) == list(TILT.views)
    assert opening["values"]["beta"] == 1.0
    # The page has its reader's theme.
    assert opening["theme"] == ""
    assert variables["script_url"].startswith("./components/widgets.link/TiltLink/")


def test_the_session_does_not_bring_again_what_the_page_has(application: Application) -> None:
    (root,) = opened(application).roots
    assert root.data.opening == ""


def test_the_page_goes_without_what_it_does_not_use() -> None:
    wanted = '<script src="static/js/bokeh.min.js"></script>'
    table = '<script type="text/javascript" src="x/tabulator.min.js">\n</script>'
    style = '<link rel="stylesheet" href="x/tabulator_simple.min.css?v=1" type="text/css" />'
    assert lean(f"{style}{wanted}{table}") == wanted
