"""What goes over the wire, and what still works when nothing does."""

import os
import re
import signal
from dataclasses import replace
from typing import Any

import pytest
from estimate_page import opened
from figures import BETAS, At
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage
from wire import Wire

OPENS = At()
START = BETAS.index(1.0)


@pytest.fixture
def wired(open_page: Any, server: Any) -> tuple[TiltPage, Wire]:
    tilt, wire = open_page("about:blank"), Wire()
    tilt.page.on("websocket", wire.tap)
    tilt.page.goto(server.url)
    tilt.drawn().linked()
    until_sent(tilt, wire, "End", 1, 10)
    until_sent(tilt, wire, "Home", 1, 0.05)
    wire.clear()
    return tilt, wire


def until_sent(tilt: TiltPage, wire: Wire, key: str, times: int, value: float) -> None:
    """Press a key a few times and wait until the value is on its way."""
    said = f'["beta",{value:g}]'
    with wire.socket.expect_event("framesent", lambda frame: said in str(frame)):
        for _ in range(times):
            tilt.beta.press(key)


def test_a_drag_sends_the_value_and_nothing_else(wired: tuple[TiltPage, Wire]) -> None:
    tilt, wire = wired
    until_sent(tilt, wire, "ArrowRight", 7, BETAS[7])
    messages = wire.messages()
    assert {(*message, *message["set"]) for message in messages} == {("set", "beta")}
    assert {message["set"]["beta"] for message in messages} <= set(BETAS)
    assert 1 <= len(messages) <= 7
    assert max(map(len, wire.sent + wire.received)) < 350
    assert not any("MessageSent" in frame or "ModelChanged" in frame for frame in wire.received)


def test_a_long_drag_sends_a_value_where_it_rests(wired: tuple[TiltPage, Wire]) -> None:
    tilt, wire = wired
    box = tilt.beta.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    tilt.page.mouse.move(box["x"] + 4, middle)
    tilt.page.mouse.down()
    start = tilt.page.evaluate("() => performance.now()")
    tilt.page.mouse.move(box["x"] + 0.9 * box["width"], middle, steps=60)
    tilt.page.mouse.up()
    until_sent(tilt, wire, "End", 1, 10)
    seconds = (tilt.page.evaluate("() => performance.now()") - start) / 1000
    # A busy machine may let the hand rest, for a quarter of a second or more, on the way.
    assert len(wire.messages()) <= 4 * seconds + 1
    assert wire.messages()[-1] == {"set": {"beta": 10}}


def test_a_step_sends_what_it_sets(wired: tuple[TiltPage, Wire]) -> None:
    tilt, wire = wired
    step = tilt.step("Try temperature instead")
    with wire.socket.expect_event("framesent", lambda frame: "show_temperature" in str(frame)):
        step.get_by_role("button").click()
    tilt.shows(replace(OPENS, shown=True))
    (message,) = wire.messages()
    assert message == {"set": {"beta": 1, "show_temperature": True}}


def test_pointing_is_nobodys_business(wired: tuple[TiltPage, Wire]) -> None:
    tilt, wire = wired
    tilt.point_at(tilt.picture("tree").get_by_text("bb", exact=True))
    expect(tilt.view("bars").locator("svg .band.lit")).to_have_count(1)
    until_sent(tilt, wire, "ArrowRight", 1, BETAS[1])
    assert wire.messages() == [{"set": {"beta": BETAS[1]}}]


def test_a_scenario_is_sent_whole_once(wired: tuple[TiltPage, Wire]) -> None:
    tilt, wire = wired
    tilt.scenario.select_option("verifier")
    tilt.shows(replace(OPENS, scenario="verifier", beta=0.05))
    assert wire.messages() == [{"set": {"scenario": "verifier"}}]
    assert sum(map(len, wire.received)) < 1_000_000


def test_the_pictures_move_while_the_server_stands_still(server: Any, open_page: Any) -> None:
    tilt: TiltPage = open_page(server.url).drawn().linked()
    tilt.switch.click()
    tilt.beta.press("ArrowRight")
    tilt.shows(replace(OPENS, beta=BETAS[START + 1], shown=True))
    box = tilt.beta.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    tilt.page.mouse.move(box["x"] + box["width"] / 2, middle)
    tilt.page.mouse.down()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        for share in (0.4, 0.2, 0.7):
            tilt.page.mouse.move(box["x"] + share * box["width"], middle, steps=4)
            tilt.shows(replace(OPENS, beta=BETAS[int(tilt.beta.input_value())], shown=True))
        tilt.page.mouse.up()
        tilt.temperature.press("Home")
        beta = BETAS[int(tilt.beta.input_value())]
        tilt.shows(At(beta=beta, temperature=0.1, shown=True))
    finally:
        os.kill(server.pid, signal.SIGCONT)
    tilt.scenario.select_option("flattery")
    tilt.shows(At("flattery", beta, 0.1, True))
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(At("flattery", 0.333, 0.1, True))


def test_a_late_answer_does_not_undo_what_came_after(server: Any, open_page: Any) -> None:
    """A value is typed, and before the server has said that it is taken the slider is moved."""
    tilt: TiltPage = open_page(server.url).drawn().linked()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        tilt.type(tilt.typed_beta, "0.333")
        tilt.type(tilt.typed_temperature, "0.444")
        tilt.beta.press("End")
    finally:
        os.kill(server.pid, signal.SIGCONT)
    tilt.shows(At(beta=10.0, temperature=0.444, shown=True))
    tilt.type(tilt.typed_beta, "abc")
    expect(tilt.view("controls").get_by_role("alert").first).to_contain_text("β stays at 10.")
    tilt.shows(At(beta=10.0, temperature=0.444, shown=True))


def notice(tilt: TiltPage, text: str) -> Locator:
    return tilt.page.get_by_role("status").filter(has_text=text)


def test_a_lost_server_is_spoken_of_and_the_sliders_go_on(own_server: Any, open_page: Any) -> None:
    tilt: TiltPage = open_page(own_server.url, may_complain=True).drawn().linked()
    expect(notice(tilt, "connection")).to_have_count(0)
    tilt.switch.click()
    tilt.shows(replace(OPENS, shown=True))
    own_server.process.kill()
    expect(notice(tilt, "The connection to the server is lost")).to_be_in_viewport()
    tilt.beta.press("Home")
    tilt.shows(replace(OPENS, beta=0.05, shown=True))
    tilt.temperature.press("Home")
    tilt.shows(At(beta=0.05, temperature=0.1, shown=True))
    expect(notice(tilt, "The connection to the server is lost")).to_be_visible()


def test_what_was_not_shown_before_waits_for_the_server(own_server: Any, open_page: Any) -> None:
    """The numbers of π_T are sent when it is first shown: lost before, they come afterwards."""
    tilt: TiltPage = open_page(own_server.url, may_complain=True).drawn().linked()
    own_server.close()
    lost = notice(tilt, "The connection to the server is lost")
    expect(lost).to_contain_text("what was not shown yet")
    tilt.temperature.press("Home")
    tilt.beta.press("Home")
    expect(tilt.picture("plane")).to_have_attribute("aria-label", re.compile("β 0.05 "))
    expect(tilt.view("plane").locator("text.temp")).to_be_hidden()
    assert "NaN" not in tilt.page.inner_text("body")
    own_server.come_back()
    tilt.shows(At(beta=0.05, temperature=0.1, shown=True))


def test_the_page_comes_back_with_the_server(own_server: Any, open_page: Any) -> None:
    """With the controls where they were, a typed value and what was moved meanwhile included."""
    tilt: TiltPage = open_page(own_server.url, may_complain=True).drawn()
    tilt.scenario.select_option("flattery")
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(At("flattery", 0.333))
    tilt.page.evaluate("() => { globalThis.before = true; }")
    own_server.close()
    expect(notice(tilt, "The connection to the server is lost")).to_be_visible()
    tilt.temperature.press("Home")
    own_server.come_back()
    tilt.page.wait_for_function("() => !globalThis.before")
    tilt.drawn().shows(At("flattery", 0.333, 0.1, True))
    expect(notice(tilt, "connection")).to_have_count(0)
    tilt.scenario.select_option("worked")
    tilt.shows(At("worked", 0.333, 0.1, True))


def test_a_refused_page_says_so(server: Any, open_page: Any) -> None:
    """By an address that the server does not know, the page comes but the socket does not."""
    tilt: TiltPage = open_page("about:blank", may_complain=True)
    tilt.page.clock.install()
    tilt.page.route("**/ws*", lambda route: route.abort())
    tilt.page.route_web_socket("**/ws", lambda socket: socket.close())
    tilt.page.goto(server.url)
    tilt.page.clock.run_for(15_000)
    expect(notice(tilt, "not accept")).to_be_visible()


def test_a_server_lost_before_it_was_linked_is_waited_for(own_server: Any, open_page: Any) -> None:
    tilt: TiltPage = open_page("about:blank", may_complain=True)
    tilt.page.clock.install()
    held: list[Any] = []
    tilt.page.route("**/bokeh.min.js*", lambda route: held.append(route), times=1)
    tilt.page.goto(own_server.url, wait_until="commit")
    tilt.drawn()
    own_server.close()
    held[0].abort()
    tilt.page.clock.run_for(9_000)
    expect(notice(tilt, "The connection to the server is lost")).to_be_visible()
    tilt.beta.press("Home")
    own_server.come_back()
    tilt.linked().shows(At(beta=0.05))
    expect(notice(tilt, "connection")).to_have_count(0)


def test_what_is_done_before_the_socket_opens_is_not_lost(server: Any, open_page: Any) -> None:
    """The page works as soon as it is drawn; a typed value and another scenario wait their turn."""
    tilt: TiltPage = open_page("about:blank")
    tilt.page.route("**/bokeh.min.js*", lambda route: held.append(route))
    held: list[Any] = []
    tilt.page.goto(server.url, wait_until="commit")
    tilt.drawn()
    expect(tilt.page.locator("html:not([data-linked])")).to_have_count(1)
    tilt.beta.press("Home")
    tilt.shows(At(beta=0.05))
    tilt.type(tilt.typed_temperature, "0.333")
    tilt.type(tilt.typed_beta, "0.777")
    tilt.beta.press("End")
    tilt.scenario.select_option("flattery")
    held[0].continue_()
    tilt.shows(At("flattery", 10.0, 0.333, True))


def test_without_a_server_no_run_is_promised(own_server: Any, open_page: Any) -> None:
    estimate = opened(lambda url, **_: open_page(url, may_complain=True), own_server.url)
    estimate.play.click()
    estimate.more_than(420)
    own_server.process.kill()
    expect(estimate.play).to_be_visible()
    expect(estimate.play).to_be_disabled()
    expect(estimate.view("controls").get_by_role("status")).to_contain_text("Runs wait until")
    estimate.f.press("ArrowRight")
    expect(estimate.says).to_contain_text("begins when the connection is back")
