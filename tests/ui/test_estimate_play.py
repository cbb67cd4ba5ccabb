"""The player: every bar is a batch that was drawn, and it draws when it is told to."""

from collections.abc import Iterator
from typing import Any

import pytest
from estimate_page import At, EstimatePage, opened
from playwright.sync_api import expect

OPENS = At()
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LIMIT = """
from dataclasses import replace

import widgets.estimate.live
from widgets.controls import Player
from widgets.estimate.explorer import ESTIMATE

widgets.estimate.live.MOST_BATCHES = 650
ended = [replace(c, limit=650) if isinstance(c, Player) else c for c in ESTIMATE.controls]
object.__setattr__(ESTIMATE, "controls", ended)
"""


@pytest.fixture
def estimate(open_page: Any, server: Any) -> EstimatePage:
    return opened(open_page, server.url)


def stops(estimate: EstimatePage) -> int:
    """The batches at which the run has stopped; it must not go on."""
    expect(estimate.play).to_be_visible()
    before = estimate.batches()
    assert estimate.settled() == before
    estimate.agrees(OPENS, estimate.read(), before)
    return before


def test_it_opens_with_400_real_batches(estimate: EstimatePage) -> None:
    estimate.shows(OPENS, 400)
    expect(estimate.play).to_be_enabled()


def test_one_batch_adds_one(estimate: EstimatePage) -> None:
    for batches in (401, 402, 403):
        estimate.one.click()
        estimate.shows(OPENS, batches)


def test_reset_leaves_none_and_the_run_begins_again(estimate: EstimatePage) -> None:
    estimate.reset.click()
    estimate.shows(OPENS, 0)
    for batches in (1, 2, 3):
        estimate.one.click()
        estimate.shows(OPENS, batches)


def test_the_same_seed_gives_the_same_bars(estimate: EstimatePage) -> None:
    seen = []
    for _ in range(2):
        estimate.reset.click()
        estimate.shows(OPENS, 0)
        for batches in (1, 2, 3):
            estimate.one.click()
            estimate.shows(OPENS, batches)
        seen.append(estimate.read())
    assert seen[0] == seen[1]
    assert all(seen[0]["bars"])


def test_clicks_in_a_row_all_count(estimate: EstimatePage) -> None:
    for _ in range(3):
        estimate.one.click()
    estimate.shows(OPENS, 403)


def test_play_goes_on_and_pause_stops(estimate: EstimatePage) -> None:
    estimate.play.click()
    expect(estimate.pause).to_have_text("Pause")
    for batches in (400, 405, 410):
        estimate.more_than(batches)
        seen = estimate.read()
        estimate.agrees(OPENS, seen, int(seen["cells"]["batches"]))
    estimate.pause.click()
    paused = stops(estimate)
    estimate.play.click()
    estimate.more_than(paused)
    estimate.pause.click()
    assert stops(estimate) > paused


@pytest.mark.parametrize("speed", [1, 10, 100])
def test_speed_is_batches_a_frame(estimate: EstimatePage, speed: int) -> None:
    estimate.speed.select_option(str(speed))
    estimate.play.click()
    estimate.more_than(400 + speed)
    estimate.pause.click()
    assert (stops(estimate) - 400) % speed == 0


def test_one_batch_is_one_after_a_pause_too(estimate: EstimatePage) -> None:
    """Frames that were drawn ahead and not yet shown are not one batch."""
    estimate.speed.select_option("100")
    estimate.play.click()
    estimate.more_than(600)
    estimate.pause.click()
    paused = stops(estimate)
    estimate.one.click()
    estimate.shows(OPENS, paused + 1)


def test_reset_while_it_plays(estimate: EstimatePage) -> None:
    estimate.speed.select_option("10")
    estimate.play.click()
    estimate.more_than(450)
    estimate.reset.click()
    expect(estimate.play).to_be_visible()
    estimate.settled()
    estimate.shows(OPENS, 0)


def test_a_page_that_is_hidden_draws_nothing(estimate: EstimatePage) -> None:
    estimate.play.click()
    estimate.more_than(405)
    estimate.page.evaluate(HIDE, True)
    hidden = stops(estimate)
    estimate.page.evaluate(HIDE, False)
    assert estimate.settled() == hidden
    estimate.play.click()
    estimate.more_than(hidden)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_the_buttons_by_keyboard(estimate: EstimatePage, key: str) -> None:
    estimate.one.press(key)
    estimate.shows(OPENS, 401)
    estimate.reset.press(key)
    estimate.shows(OPENS, 0)
    estimate.play.press(key)
    expect(estimate.pause).to_be_focused()
    estimate.more_than(3)
    estimate.pause.press(key)
    stops(estimate)


@pytest.fixture
def short(changed_app: Any, serve_app: Any) -> Iterator[str]:
    """The address of an app whose runs end at 650 batches."""
    with serve_app(changed_app(LIMIT)) as server:
        yield server.url


def test_a_run_ends_and_says_so(short: str, open_page: Any) -> None:
    """Also where the limit is no multiple of the speed; and nothing that was drawn is lost."""
    for first in (0, 1):
        estimate = opened(open_page, short)
        for _ in range(first):
            estimate.one.click()
        estimate.shows(OPENS, 400 + first)
        ends(estimate)


def ends(estimate: EstimatePage) -> None:
    estimate.speed.select_option("10")
    estimate.play.click()
    ended = estimate.view("controls").get_by_text("The run ends at 650 batches.")
    expect(ended).to_be_visible()
    expect(estimate.play).to_be_disabled()
    expect(estimate.one).to_be_disabled()
    assert 640 < estimate.batches() <= 650
    estimate.agrees(OPENS, estimate.read(), estimate.batches())
    estimate.reset.click()
    estimate.shows(OPENS, 0)
    expect(estimate.play).to_be_enabled()
    expect(ended).to_have_count(0)
