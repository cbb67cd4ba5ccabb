"""A page whose own script does not come says so."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect


def refuse(route: Route) -> None:
    route.abort()


def lack(route: Route) -> None:
    route.fulfill(status=404, body="")


@pytest.mark.parametrize("answer", [refuse, lack])
def test_it_is_said(open_page: Any, server: Any, answer: Callable[[Route], None]) -> None:
    page = open_page("about:blank", may_complain=True).page
    page.route(re.compile(r"/dist/tilt\.js"), answer)
    page.goto(server.url)
    expect(page.locator("#connection")).to_contain_text("could not be loaded")
