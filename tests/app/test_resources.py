"""Panel's tags, put together once: that they are the same, and who is asked for which."""

from typing import Any

import panel as pn
import pytest
from bokeh.document import Document
from bokeh.resources import Resources
from panel.io import server

from app.resources import Shared, install
from widgets.tilt import Tilt


class Counted:
    """Panel's function, and how often it was asked."""

    def __init__(self, make: Any) -> None:
        self.make, self.calls = make, 0

    def __call__(self, *given: Any, **options: Any) -> Any:
        self.calls += 1
        return self.make(*given, **options)


@pytest.fixture
def counted() -> Counted:
    made = vars(server)["bundle_resources"]
    return Counted(made.make if isinstance(made, Shared) else made)


def link_roots() -> list[Any]:
    document = Document()
    document.add_root(Tilt().link.get_root(document))
    return list(document.roots)


def served(root_url: str = "/", **options: Any) -> Any:
    bokeh = Resources(mode="server", root_url=root_url)
    return pn.io.resources.Resources.from_bokeh(bokeh, **options)


def test_it_is_in_force_and_installed_once() -> None:
    install()
    shared = vars(server)["bundle_resources"]
    install()
    assert isinstance(shared, Shared)
    assert vars(server)["bundle_resources"] is shared


@pytest.mark.parametrize("mode", ["server", "cdn", "inline"])
def test_the_tags_are_the_same(counted: Counted, mode: Any) -> None:
    resources = pn.io.resources.Resources.from_bokeh(Resources(mode=mode))
    shared, roots = Shared(counted), link_roots()
    expected = list(counted.make(roots, resources))
    assert [list(shared(roots, resources)) for _ in range(3)] == [expected] * 3
    assert counted.calls == 1


def test_other_resources_are_put_together_anew(counted: Counted) -> None:
    shared, roots = Shared(counted), link_roots()
    tags = [
        list(shared(roots, resources))
        for resources in (served(), served("/leash/"), served("/leash/", absolute=True), served())
    ]
    assert counted.calls == 3
    assert tags[0] == tags[3]
    assert "/leash/" in tags[2][0]


def test_where_the_page_is_served_matters(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, roots, tags = Shared(counted), link_roots(), []
    for path in ("", ".."):
        monkeypatch.setattr(type(pn.state), "rel_path", path)
        tags.append(shared(roots, served())._render_js())
    assert counted.calls == 2
    assert tags[0] != tags[1]


def test_what_is_configured_matters(counted: Counted) -> None:
    shared, roots = Shared(counted), link_roots()
    plain = shared(roots, served())._render_css()
    with pn.config.set(raw_css=["p { color: red }"]):
        assert "color: red" in shared(roots, served())._render_css()
    assert shared(roots, served())._render_css() == plain


def test_pages_of_others_ask_panel(counted: Counted) -> None:
    document = Document()
    document.add_root(pn.Row("some text", Tilt()).get_root(document))
    shared = Shared(counted)
    for _ in range(3):
        shared(list(document.roots), served())
    assert counted.calls == 3


def test_who_adds_to_a_bundle_adds_to_his_own(counted: Counted) -> None:
    shared, roots = Shared(counted), link_roots()
    first = shared(roots, served())
    first.js_raw.append("alert(1)")
    assert "alert(1)" not in shared(roots, served()).js_raw
