"""Typed values: taken exactly where they are good, refused beside the field where they are not."""

from dataclasses import replace

from figures import At
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

OPENS = At()


def alert(tilt: TiltPage, text: str) -> Locator:
    return tilt.view("controls").get_by_role("alert").filter(has_text=text)


def test_good_values_of_beta(tilt: TiltPage) -> None:
    for text, beta in (("0.333", 0.333), ("0.5", 0.5), (" 10 ", 10.0), ("5e-2", 0.05)):
        tilt.type(tilt.typed_beta, text)
        tilt.shows(replace(OPENS, beta=beta))
        expect(tilt.typed_beta).to_have_value(f"{beta:g}")


def test_the_sliders_go_on_from_a_typed_value(tilt: TiltPage) -> None:
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(replace(OPENS, beta=0.333))
    tilt.beta.press("ArrowRight")
    tilt.shows(replace(OPENS, beta=0.34))
    tilt.beta.press("ArrowLeft")
    tilt.beta.press("ArrowLeft")
    tilt.shows(replace(OPENS, beta=0.33))
    tilt.scenario.select_option("flattery")
    tilt.type(tilt.typed_beta, "0.3456")
    tilt.shows(replace(OPENS, scenario="flattery", beta=0.3456))


def test_a_typed_temperature_between_stops(tilt: TiltPage) -> None:
    tilt.switch.click()
    tilt.type(tilt.typed_temperature, "0.777")
    tilt.shows(replace(OPENS, temperature=0.777, shown=True))


def test_leaving_the_field_is_as_good_as_enter(tilt: TiltPage) -> None:
    tilt.typed_beta.fill("0.25")
    tilt.typed_beta.press("Tab")
    tilt.shows(replace(OPENS, beta=0.25))


def test_bad_values_are_refused_and_explained(tilt: TiltPage) -> None:
    for text in ("abc", "", "42", "-1", "nan", "1e999", "<script>alert(1)</script>", "9" * 3000):
        tilt.type(tilt.typed_beta, text)
        shown = text.strip()[:20]
        expect(alert(tilt, shown).filter(has_text="0.05 to 10")).to_be_visible()
        expect(tilt.typed_beta).to_have_value("1")
    tilt.shows(OPENS)


def test_the_complaint_stands_beside_its_field(tilt: TiltPage) -> None:
    tilt.type(tilt.typed_temperature, "5")
    complaint = alert(tilt, "0.1 to 4")
    expect(complaint).to_be_visible()
    expect(complaint).to_contain_text("T stays at 0.5")
    box, field = complaint.bounding_box(), tilt.typed_temperature.bounding_box()
    assert box is not None and field is not None
    assert abs(box["y"] - field["y"]) < 100
    assert box["x"] < field["x"] + field["width"] and field["x"] < box["x"] + box["width"]


def test_a_good_value_takes_the_complaint_away(tilt: TiltPage) -> None:
    tilt.type(tilt.typed_beta, "abc")
    expect(alert(tilt, "abc")).to_be_visible()
    tilt.type(tilt.typed_beta, "0.5")
    expect(alert(tilt, "abc")).to_have_count(0)
    tilt.shows(replace(OPENS, beta=0.5))


def test_the_same_mistake_again_is_refused_again(tilt: TiltPage) -> None:
    for _ in range(2):
        tilt.type(tilt.typed_beta, "abc")
        expect(alert(tilt, "abc")).to_be_visible()
        expect(tilt.typed_beta).to_have_value("1")
    tilt.beta.press("ArrowRight")
    expect(alert(tilt, "abc")).to_have_count(0)
    tilt.beta.press("ArrowLeft")
    tilt.scenario.select_option("blind-spot")
    tilt.shows(replace(OPENS, scenario="blind-spot"))  # the server has heard all of it
    tilt.type(tilt.typed_beta, "abc")
    expect(alert(tilt, "abc")).to_be_visible()


def test_an_old_complaint_does_not_come_back_with_another(tilt: TiltPage) -> None:
    tilt.type(tilt.typed_beta, "abc")
    expect(alert(tilt, "abc")).to_be_visible()
    tilt.beta.press("ArrowRight")
    tilt.type(tilt.typed_temperature, "xyz")
    expect(alert(tilt, "xyz")).to_be_visible()
    expect(alert(tilt, "abc")).to_have_count(0)
