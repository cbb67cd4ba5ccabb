"""The directory as it is served, without a browser: every session gets its views, and its own."""

from typing import Any

import pytest
from bokeh.application import Application
from bokeh.document import Document
from panel.io.application import build_single_handler_application

from widgets.tilt.explorer import TILT

ROOTS = [f"tilt-{place}" for place in TILT.views]


@pytest.fixture
def application(root: Any) -> Application:
    return build_single_handler_application(str(root / "app"))


def opened(application: Application) -> Document:
    document = application.create_document()
    for handler in application.handlers:
        assert not handler.failed, handler.error_detail
    return document


def test_a_session_has_all_views_and_a_title(application: Application) -> None:
    document = opened(application)
    assert [str(root.name) for root in document.roots][: len(ROOTS)] == ROOTS
    assert document.title == "Tilt · The KL leash"
    document.validate()


def test_sessions_share_no_models(application: Application) -> None:
    one, other = opened(application), opened(application)
    assert not {model.id for model in one.models} & {model.id for model in other.models}
    assert not {id(model) for model in one.models} & {id(model) for model in other.models}


def test_sessions_do_not_share_their_values(application: Application) -> None:
    one, other = opened(application), opened(application)
    controls = [document.get_model_by_name("tilt-controls") for document in (one, other)]
    assert all(control is not None for control in controls)
    controls[0].data.beta = 0.5  # type: ignore[union-attr]
    assert controls[1].data.beta == 1.0  # type: ignore[union-attr]


def test_the_template_finds_what_it_needs(application: Application) -> None:
    variables = opened(application).template_variables
    assert variables["explorer"] is TILT
    assert TILT in variables["explorers"]
    assert variables["notice"] == ""
    assert "<sub>ref</sub>" in variables["lead"]
