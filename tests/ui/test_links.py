"""Links: the view in the address, and what is said when there is no such view."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from figures import At
from playwright.sync_api import expect


@pytest.mark.parametrize("query", ["?view=tilt", "?other=1&view="])
def test_an_address_that_opens_tilt(open_page: Any, server: Any, query: str) -> None:
    tilt = open_page(server.url + query).drawn()
    expect(tilt.page).to_have_title("Tilt · The KL leash")
    current = tilt.page.get_by_role("navigation").locator("[aria-current=page]")
    expect(current).to_have_text("Tilt")
    expect(tilt.page.get_by_role("status")).to_have_count(0)
    tilt.shows(At())


def test_an_unknown_view_is_quoted_and_runs_nothing(open_page: Any, server: Any) -> None:
    asked = "<img src=x onerror=alert(1)>"
    tilt = open_page(server.url + "?view=" + quote(asked))
    tilt.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    notice = tilt.drawn().page.get_by_role("status")
    expect(notice).to_contain_text(f"There is no explorer “{asked}”")
    expect(notice.locator("img")).to_have_count(0)
    tilt.shows(At())


def test_a_notice_that_was_read_can_be_put_away(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url + "?beta=99&show=leaf").drawn()
    notices = tilt.page.get_by_role("status")
    expect(notices).to_have_count(2)
    notices.filter(has_text="show").get_by_role("button").press("Enter")
    expect(notices).to_have_text([re.compile("^beta: .*10")])
    expect(tilt.page.get_by_role("main")).to_be_focused()
    notices.get_by_role("button", name="Put this notice away").click()
    expect(notices).to_have_count(0)
    tilt.shows(At(beta=10.0))


def test_two_readers_do_not_disturb_each_other(open_page: Any, server: Any) -> None:
    one, other = (open_page(server.url).drawn() for _ in range(2))
    one.scenario.select_option("verifier")
    one.type(one.typed_beta, "0.333")
    one.shows(At("verifier", 0.333))
    other.shows(At())
    other.beta.press("Home")
    other.shows(At(beta=0.05))
    one.shows(At("verifier", 0.333))


def test_the_navigation_leads_to_the_explorer(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url + "?view=nowhere").drawn()
    tilt.page.get_by_role("navigation").get_by_role("link", name="Tilt").click()
    expect(tilt.page.get_by_role("status")).to_have_count(0)
    tilt.drawn().shows(At())


@pytest.mark.parametrize("query", ["View=TILT&amp;amp;BETA=0.5).", "VIEW=Tilt.&amp;beta=0.5."])
def test_a_link_from_running_text(open_page: Any, server: Any, query: str) -> None:
    tilt = open_page(f"{server.url}?{query}").drawn()
    tilt.shows(At(beta=0.5))
    expect(tilt.page.locator(".notices .notice:visible")).to_have_count(0)
    tilt.page.wait_for_function("() => location.search === '?view=tilt&beta=0.5'")
