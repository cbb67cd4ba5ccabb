"""The app as it may be served: at the root of a server, and with sessions that are reused."""

from collections.abc import Iterator
from typing import Any

import pytest
from estimate_page import At as Run
from estimate_page import EstimatePage
from figures import At
from playwright.sync_api import expect
from tilt_page import TiltPage


@pytest.fixture(scope="module")
def origin(root: Any, serve_app: Any) -> Iterator[str]:
    """The address of a server that has the app at its root, too, and reuses sessions."""
    with serve_app(root / "app", "--index", "app", "--reuse-sessions") as server:
        yield server.url.removesuffix("/app").removesuffix("/")


@pytest.mark.parametrize("path", ["/", "/app", "/app/?view=tilt"])
def test_a_page_is_linked_and_its_navigation_leads_on(
    origin: str, open_page: Any, path: str
) -> None:
    tilt: TiltPage = open_page(origin + path).drawn().linked()
    tilt.scenario.select_option("flattery")
    tilt.shows(At("flattery"))
    tilt.page.get_by_role("navigation").get_by_role("link", name="Estimate").click()
    expect(tilt.page).to_have_title("Estimate · The KL leash")
    EstimatePage(tilt.linked().page).drawn().shows(Run(), 400)


def test_who_shares_a_session_moves_only_the_own_page(origin: str, open_page: Any) -> None:
    link = f"{origin}/app?view=tilt&beta=0.5"
    one, other = (open_page(link).drawn().linked() for _ in range(2))
    one.scenario.select_option("verifier")
    one.type(one.typed_beta, "0.333")
    one.shows(At("verifier", 0.333))
    other.shows(At(beta=0.5))
    late: TiltPage = open_page(link).drawn().linked()
    late.shows(At(beta=0.5))
    late.type(late.typed_beta, "0.444")
    late.scenario.select_option("flattery")
    late.shows(At("flattery", 0.444))
    one.shows(At("verifier", 0.333))
