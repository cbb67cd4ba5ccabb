"""Estimate as a page: it fits, can be read and heard, and leads to the other explorer and back."""

import re
from typing import Any

import pytest
from estimate_page import At, EstimatePage, opened
from measures import OVERFLOW, TEXT_SIZES, violations
from playwright.sync_api import expect

PICTURES = ("histograms", "curves")
OUTSIDE = """texts => texts
  .filter(text => text.textContent.trim() && text.checkVisibility())
  .map(text => [text.textContent, text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()])
  .filter(([, box, svg]) => box.left < svg.left - 1 || box.right > svg.right + 1
    || box.top < svg.top - 1 || box.bottom > svg.bottom + 1)
  .map(([text]) => text)"""  # noqa: E501
# Of each bar, line and curve of the histograms: how far it sticks out of the picture.
STRAYS = """marks => marks.map(mark => {
  const box = mark.getBBox(), {width, height} = mark.ownerSVGElement.viewBox.baseVal;
  return Math.max(-box.x, -box.y, box.x + box.width - width, box.y + box.height - height);
})"""
PLACES = [At(), At(f=-0.7, tokens=1), At(f=0.9, tokens=256), At("treacherous")]
WORD = re.compile(r"\w")


def go(estimate: EstimatePage, at: At) -> None:
    """Put the controls there by what a reader would use."""
    estimate.position.select_option(at.position)
    if at.position == "eight":
        estimate.type(estimate.typed_f, str(at.f))
    estimate.type(estimate.typed_tokens, str(at.tokens))
    estimate.shows(at, 400)


@pytest.mark.parametrize("width", [390, 800, 1440])
def test_it_fits_and_can_be_read(open_page: Any, server: Any, width: int) -> None:
    estimate = opened(open_page, server.url, viewport={"width": width, "height": 844})
    for at in PLACES:
        go(estimate, at)
        assert estimate.page.evaluate(OVERFLOW) <= 0, at
        for place in PICTURES:
            texts = estimate.picture(place).locator("text")
            sizes = texts.evaluate_all(TEXT_SIZES)
            assert sizes and [text for text, size in sizes if size < 10.99] == [], (at, place)
            assert texts.evaluate_all(OUTSIDE) == [], (at, place)
        every_mark_is_within(estimate)
        every_histogram_has_a_number_at_its_side(estimate)


@pytest.mark.parametrize("tokens", [1, 256])
def test_where_both_policies_are_the_same(open_page: Any, server: Any, tokens: int) -> None:
    """One bar holds everything, and is as high as it may be."""
    link = f"{server.url}?view=estimate&f=0&N={tokens}"
    estimate = EstimatePage(open_page(link).page).drawn()
    estimate.shows(At(f=0.0, tokens=tokens), 400)
    every_mark_is_within(estimate)
    every_histogram_has_a_number_at_its_side(estimate)


def every_mark_is_within(estimate: EstimatePage) -> None:
    strays = estimate.picture("histograms").locator("path, line").evaluate_all(STRAYS)
    assert len(strays) > 9
    assert max(strays) < 1


def every_histogram_has_a_number_at_its_side(estimate: EstimatePage) -> None:
    picture = estimate.picture("histograms")
    labels = picture.locator("text.end").filter(has_text="%")
    third = "text => Math.floor(3 * text.getAttribute('y') / text.ownerSVGElement.viewBox.baseVal.height)"  # noqa: E501
    assert {label.evaluate(third) for label in labels.all()} == {0, 1, 2}


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_an_audit(open_page: Any, server: Any, theme: str, width: int) -> None:
    size = {"width": width, "height": 844}
    estimate = opened(open_page, server.url, color_scheme=theme, viewport=size)
    assert violations(estimate.page) == []
    estimate.type(estimate.seed, "x")
    expect(estimate.alert("a seed is")).to_be_visible()
    estimate.position.select_option("treacherous")
    estimate.shows(At("treacherous"), 400)
    assert violations(estimate.page) == []


@pytest.fixture
def estimate(open_page: Any, server: Any) -> EstimatePage:
    return opened(open_page, server.url)


def test_every_control_has_a_name(estimate: EstimatePage) -> None:
    controls = estimate.page.locator("input, select, button, a[href], textarea").all()
    assert len(controls) > 15
    for control in controls:
        if control.evaluate("control => control.checkVisibility()"):
            expect(control).to_have_accessible_name(WORD)


def test_sliders_and_pictures_speak(estimate: EstimatePage) -> None:
    expect(estimate.f).to_have_attribute("aria-valuetext", "f 0.3")
    expect(estimate.tokens).to_have_attribute("aria-valuetext", "N 16")
    heard = f"400 batch estimates of N = 16 tokens; the true KL is {At().kl:.4f}"
    expect(estimate.picture("histograms")).to_have_accessible_name(re.compile(heard))
    expect(estimate.picture("curves")).to_have_accessible_name(re.compile("At f 0.3 the 8 tokens"))
    expect(estimate.view("histograms").locator("[aria-live=polite]")).to_be_attached()


def test_the_sentence_says_what_is_shown(estimate: EstimatePage) -> None:
    sentence = estimate.view("sentence")
    expect(sentence).to_contain_text("The KL is 0.091 nats. Estimated from N = 16 tokens")
    expect(sentence).to_contain_text("56\u202f% of single tokens have a negative k1.")
    go(estimate, At(f=-0.7, tokens=64))
    k3 = At(f=-0.7).single["k3"].spread(64)
    expect(sentence).to_contain_text("Estimated from N = 64 tokens")
    expect(sentence).to_contain_text(f"k3 by {k3:.3f}")
    expect(sentence).to_contain_text("k2 is biased low, by 39\u202f%")


def test_the_numbers_behind_the_histograms(estimate: EstimatePage) -> None:
    """The table for screen readers has the counts, bin by bin, and they add up."""
    estimate.one.click()
    estimate.shows(At(), 401)
    table = estimate.page.get_by_role("table", name="The histograms in numbers")
    frames = At().run().draw(1, 401)
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(50)
    largest = int(frames.counts[0, 2].argmax())
    expect(rows.nth(largest).locator("td").nth(3)).to_have_text(str(frames.counts[0, 2].max()))
    seen = rows.evaluate_all("all => all.map(r => [...r.cells].slice(1).map(c => +c.textContent))")
    assert seen == frames.counts[0].T.tolist()


def test_tab_leads_through_the_player(estimate: EstimatePage) -> None:
    estimate.seed.focus()
    for stop in (estimate.play, estimate.one, estimate.reset, estimate.speed):
        estimate.page.keyboard.press("Tab")
        expect(stop).to_be_focused()


def test_the_navigation_leads_there_and_back(open_page: Any, server: Any) -> None:
    tilt = open_page(server.url).drawn()
    navigation = tilt.page.get_by_role("navigation")
    navigation.get_by_role("link", name="Estimate").click()
    estimate = EstimatePage(tilt.page).drawn()
    expect(estimate.page).to_have_title("Estimate · The KL leash")
    expect(navigation.locator("[aria-current=page]")).to_have_text("Estimate")
    estimate.shows(At(), 400)
    navigation.get_by_role("link", name="Tilt").click()
    tilt.drawn()
    expect(navigation.locator("[aria-current=page]")).to_have_text("Tilt")


def test_two_readers_do_not_disturb_each_other(open_page: Any, server: Any) -> None:
    one, other = (opened(open_page, server.url) for _ in range(2))
    one.type(one.seed, "5")
    one.shows(At(seed=5), 400)
    other.one.click()
    other.shows(At(), 401)
    one.one.click()
    one.shows(At(seed=5), 401)


def test_a_window_that_grows_keeps_its_run(open_page: Any, server: Any) -> None:
    estimate = opened(open_page, server.url, viewport={"width": 390, "height": 844})
    estimate.one.click()
    estimate.shows(At(), 401)
    narrow = estimate.picture("histograms").bounding_box()
    estimate.page.set_viewport_size({"width": 1440, "height": 900})
    estimate.page.wait_for_function(
        "width => document.querySelector('section.histograms').clientWidth > width", arg=450
    )
    estimate.shows(At(), 401)
    wide = estimate.picture("histograms").bounding_box()
    assert narrow is not None and wide is not None and wide["width"] > narrow["width"]
