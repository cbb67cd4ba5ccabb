"""The address follows the controls, and an address opens its state."""

from dataclasses import replace
from typing import Any

import pytest
from estimate_page import At as Run
from estimate_page import opened
from figures import BETAS, At
from playwright.sync_api import Page, expect
from tilt_page import TiltPage

from widgets import address
from widgets.estimate.state import EstimateState
from widgets.tilt.state import TiltState

OPENS = At()
STATES = [
    {"beta": 0.5},
    {"scenario": "verifier", "beta": 10.0, "temperature": 0.1, "show_temperature": True},
    {"scenario": "flattery", "beta": 0.05, "temperature": 4.0},
    {"beta": 0.3333, "temperature": 1.234},
]


def query(page: Page) -> str:
    found: str = page.evaluate("() => location.search")
    return found


def has_query(page: Page, wanted: str) -> None:
    page.wait_for_function("wanted => location.search === wanted", arg=wanted)


def entries(page: Page) -> int:
    length: int = page.evaluate("() => history.length")
    return length


def at_of(settings: dict[str, Any]) -> At:
    named = {"shown" if name == "show_temperature" else name: v for name, v in settings.items()}
    return replace(OPENS, **named)


@pytest.mark.parametrize("settings", STATES, ids=str)
def test_a_link_opens_its_state_and_stays_as_it_is(
    open_page: Any, server: Any, settings: dict[str, Any]
) -> None:
    link = address.write("tilt", TiltState, settings)
    tilt: TiltPage = open_page(f"{server.url}?{link}").drawn()
    tilt.shows(at_of(settings))
    assert query(tilt.page) == f"?{link}"
    expect(tilt.page.locator(".notices .notice:visible")).to_have_count(0)


def test_a_plain_address_stays_plain_until_something_is_moved(tilt: TiltPage) -> None:
    assert query(tilt.page) == ""
    tilt.beta.press("ArrowRight")
    has_query(tilt.page, f"?view=tilt&beta={BETAS[BETAS.index(1.0) + 1]:g}")
    tilt.beta.press("ArrowLeft")
    has_query(tilt.page, "?view=tilt")


def test_the_browser_writes_what_the_server_reads(tilt: TiltPage) -> None:
    tilt.scenario.select_option("blind-spot")
    tilt.type(tilt.typed_beta, "0.3333")
    tilt.temperature.press("End")
    settings = {
        "scenario": "blind-spot", "beta": 0.3333, "temperature": 4.0, "show_temperature": True,
    }  # fmt: skip
    has_query(tilt.page, "?" + address.write("tilt", TiltState, settings))


def test_a_drag_is_one_entry_and_a_scenario_another(tilt: TiltPage) -> None:
    before = entries(tilt.page)
    for key in ("ArrowRight", "Home", "End", "ArrowLeft", "Home"):
        tilt.beta.press(key)
    has_query(tilt.page, "?view=tilt&beta=0.05")
    assert entries(tilt.page) == before
    tilt.scenario.select_option("flattery")
    has_query(tilt.page, "?view=tilt&scenario=flattery&beta=0.05")
    assert entries(tilt.page) == before + 1


def test_back_and_forward_lead_through_the_scenarios(tilt: TiltPage) -> None:
    tilt.beta.press("Home")
    has_query(tilt.page, "?view=tilt&beta=0.05")
    tilt.scenario.select_option("flattery")
    has_query(tilt.page, "?view=tilt&scenario=flattery&beta=0.05")
    tilt.beta.press("End")
    has_query(tilt.page, "?view=tilt&scenario=flattery&beta=10")
    tilt.page.go_back()
    tilt.shows(At("worked", 0.05))
    tilt.page.go_forward()
    tilt.shows(At("flattery", 10.0))
    tilt.scenario.select_option("verifier")
    tilt.shows(At("verifier", 10.0))


def test_back_from_another_explorer(tilt: TiltPage) -> None:
    tilt.beta.press("Home")
    has_query(tilt.page, "?view=tilt&beta=0.05")
    tilt.page.get_by_role("link", name="Estimate").click()
    expect(tilt.page.get_by_role("slider", name="Tokens N")).to_be_visible()
    tilt.page.go_back()
    tilt.drawn().shows(At(beta=0.05))


def test_bad_values_are_named_and_gone_from_the_address(open_page: Any, server: Any) -> None:
    asked = "?view=tilt&beta=99&T=%3Cscript%3E&scenario=nowhere&color=red&piT=1"
    tilt: TiltPage = open_page(server.url + asked).drawn()
    tilt.shows(At(beta=10.0, shown=True))
    notices = tilt.page.get_by_role("status").filter(has_text="taken")
    expect(notices.filter(has_text="beta: 99 is out of range")).to_be_visible()
    expect(notices.filter(has_text="scenario: there is no “nowhere”")).to_be_visible()
    expect(tilt.page.get_by_role("status").filter(has_text="T: “<script>” is not")).to_be_visible()
    has_query(tilt.page, "?view=tilt&beta=10&piT=1")


def test_a_link_reproduces_a_run(open_page: Any, server: Any) -> None:
    settings = {"f": 0.45, "tokens": 32, "seed": 7}
    link = address.write("estimate", EstimateState, settings)
    page = opened(lambda url, **options: open_page(url.split("?")[0] + f"?{link}"), server.url)
    page.shows(Run(f=0.45, tokens=32, seed=7), 400)
    page.one.click()
    page.shows(Run(f=0.45, tokens=32, seed=7), 401)
    page.type(page.seed, "8")
    has_query(page.page, f"?{link.replace('seed=7', 'seed=8')}")


def test_the_skip_link_is_no_place_to_come_back_to(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?view=tilt&beta=2").drawn()
    before = entries(tilt.page)
    tilt.page.keyboard.press("Tab")
    tilt.page.keyboard.press("Enter")
    expect(tilt.page.locator("main")).to_be_focused()
    tilt.page.keyboard.press("Tab")
    expect(tilt.scenario).to_be_focused()
    assert entries(tilt.page) == before
    assert query(tilt.page) == "?view=tilt&beta=2"


def test_a_place_that_is_left_at_once_keeps_its_last_value(tilt: TiltPage) -> None:
    # Within one task of the browser: no time for the address to be written in between.
    stop = BETAS.index(2.0)
    tilt.beta.evaluate(
        """(slider, stop) => {
          slider.value = stop;
          slider.dispatchEvent(new Event("input", {bubbles: true}));
        }""",
        stop,
    )
    tilt.scenario.evaluate(
        """menu => requestAnimationFrame(() => requestAnimationFrame(() => {
          menu.value = "flattery";
          menu.dispatchEvent(new Event("change", {bubbles: true}));
        }))"""
    )
    tilt.shows(At("flattery", 2.0))
    tilt.page.go_back()
    tilt.shows(At("worked", 2.0))


def test_a_theme_that_is_chosen_outlives_the_one_of_the_link(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?theme=dark").drawn()
    expect(tilt.page.locator("html")).to_have_css("color-scheme", "dark")
    tilt.page.get_by_role("button", name="Dark theme").click()
    expect(tilt.page.locator("html")).to_have_css("color-scheme", "light")
    tilt.page.reload()
    expect(tilt.page.locator("html")).to_have_css("color-scheme", "light")


def test_not_embedded_is_not_embedded(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?embed=0").drawn()
    expect(tilt.page.get_by_role("banner")).to_be_visible()
    before = entries(tilt.page)
    tilt.scenario.select_option("flattery")
    tilt.shows(At("flattery"))
    assert entries(tilt.page) == before + 1
