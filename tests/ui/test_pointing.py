"""Linked pointing: a response pointed at or focused in one picture lights up in the others."""

from figures import At, fixed
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

from models.scenarios import SCENARIOS

LIT_PATH = "lines => lines.flatMap((line, i) => line.classList.contains('lit') ? [i] : [])"


def handle(tilt: TiltPage, place: str) -> Locator:
    return tilt.view(place).get_by_role("slider", name="Response pointed at")


def named(tilt: TiltPage, place: str, response: str) -> Locator:
    return tilt.picture(place).get_by_text(response, exact=True)


def lights(tilt: TiltPage, response: int | None) -> None:
    """Wait until exactly this response is lit in both pictures."""
    count = 0 if response is None else 1
    for place in ("tree", "bars"):
        expect(tilt.view(place).locator("svg .band.lit")).to_have_count(count)
        tilt.await_lit(place, [] if response is None else [response])


def test_from_tree_to_bars_and_back(tilt: TiltPage) -> None:
    lights(tilt, None)
    tilt.point_at(named(tilt, "tree", "ab"))
    lights(tilt, 1)
    tilt.point_at(named(tilt, "bars", "bb"))
    lights(tilt, 3)
    tilt.page.mouse.move(5, 5)
    lights(tilt, None)


def test_the_path_to_a_response_lights_up(tilt: TiltPage) -> None:
    tilt.point_at(named(tilt, "bars", "ba"))
    lights(tilt, 2)
    assert tilt.view("tree").locator("svg path.line").evaluate_all(LIT_PATH) == [1, 4]


def test_by_keyboard(tilt: TiltPage) -> None:
    tilt.switch.focus()
    tilt.page.keyboard.press("Tab")
    tree = handle(tilt, "tree")
    expect(tree).to_be_focused()
    lights(tilt, 0)
    tree.press("ArrowRight")
    lights(tilt, 1)
    tree.press("End")
    lights(tilt, 3)
    expect(tree).to_have_attribute("aria-valuetext", "bb: π* 0.454, π_ref 0.150, r 2")
    tilt.page.keyboard.press("Shift+Tab")
    lights(tilt, None)


def test_by_keyboard_in_the_bars(tilt: TiltPage) -> None:
    tilt.scenario.select_option("blind-spot")
    bars = handle(tilt, "bars")
    expect(bars).to_have_attribute("max", "8")
    bars.press("End")
    lights(tilt, 8)
    star = fixed(At("blind-spot").summary.star.probs[0, 8], 3)
    spoken = f"cc: π* {star}, π_ref 0.020, r 1.6, true 0"
    expect(bars).to_have_attribute("aria-valuetext", spoken)


def test_the_spoken_value_follows_beta(tilt: TiltPage) -> None:
    tilt.beta.press("Home")
    bars = handle(tilt, "bars")
    bars.press("End")
    expect(bars).to_have_attribute("aria-valuetext", "bb: π* 1.000, π_ref 0.150, r 2")


def test_a_response_that_another_scenario_lacks_is_forgotten(tilt: TiltPage) -> None:
    tilt.scenario.select_option("verifier")
    expect(handle(tilt, "tree")).to_have_attribute("max", "63")
    tilt.point_at(named(tilt, "tree", "333"))
    lights(tilt, 63)
    tilt.scenario.select_option("worked")
    for place in ("tree", "bars"):
        expect(handle(tilt, place)).to_have_attribute("max", "3")
        spoken = handle(tilt, place).get_attribute("aria-valuetext") or ""
        assert spoken.split(":")[0] in SCENARIOS["worked"].lm.responses


def test_the_table_of_the_bars_lists_every_response(tilt: TiltPage) -> None:
    rows = tilt.view("bars").locator("table tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(3).locator("td")).to_have_text(["bb", "0.150", "0.454", "not shown", "2", "2"])
    tilt.switch.click()
    expect(rows.nth(3).locator("td").nth(3)).to_have_text(
        fixed(At().summary.tempered.probs[0, 3], 3)
    )


def test_each_of_64_shares_of_an_area_is_its_own_response(tilt: TiltPage) -> None:
    tilt.scenario.select_option("verifier")
    tilt.shows(At(scenario="verifier"))
    for place in ("tree", "bars"):
        area = tilt.view(place).locator("svg .hit")
        box = area.bounding_box()
        assert box is not None
        for response in (0, 1, 31, 62, 63):
            across, halfway = (response + 0.5) / 64, 0.5
            x, y = (halfway, across) if place == "tree" else (across, halfway)
            area.hover(position={"x": x * box["width"], "y": y * box["height"]})
            lights(tilt, response)
