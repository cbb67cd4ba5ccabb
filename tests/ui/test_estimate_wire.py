"""Estimate over the wire: what a drag sends, and settings that change while the server is busy."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from estimate_page import At, EstimatePage
from playwright.sync_api import expect
from wire import Wire

# All 400 batches are shown, and have been for a few frames of the browser.
ENDED = """picture => new Promise((done) => {
  let left = 6;
  const next = () => {
    if (picture.getAttribute("aria-label").startsWith("Histograms of 400 ")) left -= 1;
    left ? requestAnimationFrame(next) : done();
  };
  next();
})"""
F_STOPS = [round(-0.7 + 0.05 * i, 2) for i in range(33)]


def opened(open_page: Any, server: Any) -> tuple[EstimatePage, Wire]:
    page, wire = open_page("about:blank").page, Wire()
    page.on("websocket", wire.tap)
    page.goto(f"{server.url}?view=estimate")
    expect(page.locator("html")).to_have_attribute("data-linked", "")
    return EstimatePage(page).drawn(), wire


def test_a_drag_sends_nothing_until_it_rests(open_page: Any, server: Any) -> None:
    estimate, wire = opened(open_page, server)
    page = estimate.page
    box = estimate.f.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.5 * box["width"], middle)
    page.mouse.down()
    wire.clear()
    for share in (0.4, 0.3, 0.2, 0.6, 0.8):
        page.mouse.move(box["x"] + share * box["width"], middle, steps=3)
    f = F_STOPS[int(estimate.f.input_value())]
    page.mouse.up()
    estimate.shows(At(f=f), 400)
    messages = wire.messages()
    values = [message["set"] for message in messages if "set" in message]
    assert {tuple(value) for value in values} == {("f",)}
    assert {value["f"] for value in values} <= set(F_STOPS)
    assert values[-1]["f"] == f
    # Where it rests two messages: the wish for a run, and for its first batches. A busy machine may
    # have let it rest on the way, and what that run was asked for may come later still.
    kinds = [next(iter(message)) for message in messages]
    begun = [message["start"]["f"] for message in messages if "start" in message]
    assert begun[-1] == f
    assert kinds[-1] == "draw"
    last = len(kinds) - 1 - kinds[::-1].index("start")
    assert "set" not in kinds[last:] and "set" in kinds[:last]
    # Nothing on the way: a value only where the hand rested, of the fifteen that it passed.
    assert kinds.count("set") <= max(len(begun), 5)


@contextmanager
def standing_still(server: Any) -> Iterator[None]:
    """What is done meanwhile reaches the server all at once, afterwards."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def change(estimate: EstimatePage, wire: Wire, key: str) -> None:
    """Move f, and wait until the wish for a new run is on its way."""
    with wire.socket.expect_event("framesent", lambda frame: '"start"' in str(frame)):
        estimate.f.press(key)


def test_a_typed_value_is_not_undone_by_a_new_run(server: Any, open_page: Any) -> None:
    """The wish for the run was sent before the page had heard that the value was taken."""
    estimate, wire = opened(open_page, server)
    with standing_still(server):
        estimate.type(estimate.typed_tokens, "256")
        change(estimate, wire, "ArrowRight")
    expect(estimate.tokens).to_have_attribute("aria-valuetext", "N 256")
    estimate.shows(At(f=0.35, tokens=256), 400)


def test_of_several_wishes_for_a_run_the_last_counts(server: Any, open_page: Any) -> None:
    """It opens with 400 batches like any other, however many runs were begun before it."""
    estimate, wire = opened(open_page, server)
    with standing_still(server):
        for _ in range(3):
            change(estimate, wire, "ArrowRight")
    estimate.shows(At(f=0.45), 400)
    assert estimate.settled() == 400
    estimate.one.click()
    estimate.shows(At(f=0.45), 401)


def test_a_run_that_ends_before_the_next_has_begun(server: Any, open_page: Any) -> None:
    """The last frames are shown, and the answer to the next wish is still to come."""
    estimate, wire = opened(open_page, server)
    estimate.f.press("ArrowRight")
    shown = estimate.picture("histograms")
    kl = re.escape(f"KL is {At(f=0.35).kl:.4f}")
    expect(shown).to_have_attribute("aria-label", re.compile(f"of [1-9]\\d* batch.*{kl}"))
    with standing_still(server):
        change(estimate, wire, "ArrowRight")
        # Then a clock with nothing more to show would stop within a beat or two.
        shown.evaluate(ENDED)
    estimate.shows(At(f=0.4), 400)


def test_a_run_begun_while_frames_are_on_their_way(server: Any, open_page: Any) -> None:
    """Frames of the run before are not taken for frames of this one, even if both begin alike."""
    estimate, _ = opened(open_page, server)
    with standing_still(server):
        estimate.one.click()
        estimate.one.click()
        estimate.reset.click()
        estimate.one.click()
    estimate.shows(At(), 1)
    assert estimate.settled() == 1
