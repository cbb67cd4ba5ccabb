"""Position, f, N and seed: each change is another run, and all views speak of the same one."""

from typing import Any

import pytest
from estimate_page import At, EstimatePage, opened
from playwright.sync_api import expect

OPENS = At()
# All that the status line has said, since what it says of a change is soon over.
LISTEN = """status => {
  globalThis.said = [];
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, {childList: true, characterData: true, subtree: true});
}"""
CHANGED = "The settings have changed: a new run begins."


@pytest.fixture
def estimate(open_page: Any, server: Any) -> EstimatePage:
    page = opened(open_page, server.url)
    page.says.evaluate(LISTEN)
    return page


def said(estimate: EstimatePage) -> list[str]:
    texts: list[str] = estimate.page.evaluate("() => said")
    return texts


def test_f_by_keyboard_begins_a_new_run_and_says_so(estimate: EstimatePage) -> None:
    estimate.f.press("ArrowRight")
    expect(estimate.f).to_have_attribute("aria-valuetext", "f 0.35")
    estimate.shows(At(f=0.35), 400)
    assert said(estimate)[0] == CHANGED
    for key, f in (("End", 0.9), ("Home", -0.7), ("ArrowLeft", -0.7), ("ArrowUp", -0.65)):
        estimate.f.press(key)
        expect(estimate.f).to_have_attribute("aria-valuetext", f"f {f:g}".replace("-", "−"))
        estimate.shows(At(f=f), 400)


def test_n_by_keyboard(estimate: EstimatePage) -> None:
    for key, tokens in (("ArrowRight", 32), ("Home", 1), ("End", 256), ("ArrowLeft", 128)):
        estimate.tokens.press(key)
        expect(estimate.tokens).to_have_attribute("aria-valuetext", f"N {tokens}")
        estimate.shows(At(tokens=tokens), 400)
    assert CHANGED in said(estimate)


def test_a_held_key_ends_in_one_run(estimate: EstimatePage) -> None:
    for _ in range(6):
        estimate.f.press("ArrowRight")
    estimate.shows(At(f=0.6), 400)
    estimate.one.click()
    estimate.shows(At(f=0.6), 401)


def test_another_seed_is_another_run(estimate: EstimatePage) -> None:
    first = estimate.read()["bars"]
    estimate.type(estimate.seed, "7")
    estimate.shows(At(seed=7), 400)
    assert estimate.read()["bars"] != first
    estimate.type(estimate.seed, "0")
    estimate.shows(OPENS, 400)
    assert estimate.read()["bars"] == first


def test_a_bad_seed_is_refused_and_the_run_stays(estimate: EstimatePage) -> None:
    for text in ("x", "-1", "1.5", "", "99999999999"):
        estimate.type(estimate.seed, text)
        expect(estimate.alert(f"“{text}”: a seed is a whole number")).to_be_visible()
        expect(estimate.seed).to_have_value("0")
    estimate.shows(OPENS, 400)
    assert CHANGED not in said(estimate)
    estimate.type(estimate.seed, "3")
    estimate.shows(At(seed=3), 400)
    expect(estimate.alert("a seed is")).to_have_count(0)


def test_a_typed_f(estimate: EstimatePage) -> None:
    estimate.type(estimate.typed_f, "0.333")
    expect(estimate.f).to_have_attribute("aria-valuetext", "f 0.333")
    estimate.shows(At(f=0.333), 400)
    estimate.f.press("ArrowRight")
    estimate.shows(At(f=0.35), 400)


def test_a_typed_f_out_of_range_becomes_the_nearest(estimate: EstimatePage) -> None:
    estimate.type(estimate.typed_f, "5")
    taken = estimate.alert("5 is out of range; f takes −0.7 to 0.9, so 0.9 is taken.")
    expect(taken).to_be_visible()
    expect(estimate.typed_f).to_have_value("0.9")
    estimate.shows(At(f=0.9), 400)
    estimate.f.press("ArrowLeft")
    expect(taken).to_have_count(0)
    estimate.type(estimate.typed_f, "abc")
    expect(estimate.alert("“abc” is not a number")).to_be_visible()
    estimate.shows(At(f=0.85), 400)


def test_a_typed_n_between_the_stops(estimate: EstimatePage) -> None:
    estimate.type(estimate.typed_tokens, "50")
    expect(estimate.alert("50 is no stop of N: 64 is taken.")).to_be_visible()
    expect(estimate.tokens).to_have_attribute("aria-valuetext", "N 64")
    estimate.shows(At(tokens=64), 400)
    estimate.type(estimate.typed_tokens, "1000")
    expect(estimate.alert("so 256 is taken.")).to_be_visible()
    estimate.shows(At(tokens=256), 400)


def test_the_treacherous_position_has_no_f(estimate: EstimatePage) -> None:
    estimate.position.select_option(label="Two tokens, treacherous")
    expect(estimate.f).to_be_disabled()
    expect(estimate.typed_f).to_be_disabled()
    expect(estimate.tokens).to_be_enabled()
    estimate.shows(At("treacherous"), 400)
    tokens = estimate.view("curves").locator("circle.token:visible")
    expect(tokens).to_have_count(2)
    estimate.tokens.press("ArrowRight")
    estimate.shows(At("treacherous", tokens=32), 400)
    estimate.position.select_option(label="Eight tokens")
    expect(estimate.f).to_be_enabled()
    estimate.shows(At(tokens=32), 400)
    expect(tokens).to_have_count(8)


def test_the_steps_set_the_controls(estimate: EstimatePage) -> None:
    steps = estimate.view("guide").get_by_role("listitem")
    current = estimate.view("guide").locator("li[aria-current=step]")
    expect(current).to_have_count(1)
    for i, at in enumerate(
        [At(), At(f=0.9), At(f=-0.7), At(tokens=1), At(tokens=256), At("treacherous")]
    ):
        steps.nth(i).get_by_role("button").click()
        expect(steps.nth(i)).to_have_attribute("aria-current", "step")
        expect(current).to_have_count(1)
        estimate.shows(at, 400)


def test_a_change_while_it_plays_is_played_on(estimate: EstimatePage) -> None:
    estimate.speed.select_option("10")
    estimate.play.click()
    estimate.more_than(410)
    estimate.tokens.press("ArrowRight")
    expect(estimate.says).to_contain_text("of N = 32")
    estimate.more_than(50)
    expect(estimate.pause).to_be_visible()
    estimate.pause.click()
    expect(estimate.play).to_be_visible()
    seen = estimate.read()
    estimate.agrees(At(tokens=32), seen, int(seen["cells"]["batches"]))


def test_there_and_back_at_once_is_no_other_run(estimate: EstimatePage) -> None:
    """All views speak of the settings that the controls have, and the run can be played on."""
    estimate.f.press("ArrowRight")
    estimate.f.press("ArrowLeft")
    expect(estimate.f).to_have_attribute("aria-valuetext", "f 0.3")
    estimate.type(estimate.seed, "2")
    estimate.shows(At(seed=2), 400)
    assert estimate.settled() == 400
    estimate.one.click()
    estimate.shows(At(seed=2), 401)
