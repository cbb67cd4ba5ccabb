"""Another scenario, and the steps of the guide: the same figures, wherever they lead."""

import re
from dataclasses import replace

from figures import At
from playwright.sync_api import expect
from tilt_page import TiltPage

from models.scenarios import SCENARIOS
from widgets.tilt.guide import steps_for

OPENS = At()
OTHERS = [key for key in SCENARIOS if key != "worked"]


def test_every_scenario_and_both_its_sliders(tilt: TiltPage) -> None:
    at = OPENS
    for key, press, beta, cold in zip(
        OTHERS, ("Home", "End") * 2, (0.05, 10.0) * 2, (0.1, 4.0) * 2, strict=True
    ):
        tilt.scenario.select_option(key)
        tilt.shows(replace(at, scenario=key))
        tilt.beta.press(press)
        tilt.shows(replace(at, scenario=key, beta=beta))
        tilt.temperature.press(press)
        at = At(scenario=key, beta=beta, temperature=cold, shown=True)
        tilt.shows(at)
        expect(tilt.view("sentence")).to_contain_text(SCENARIOS[key].summary[-20:])


def test_there_and_back_again(tilt: TiltPage) -> None:
    tilt.beta.press("ArrowLeft")
    for key in [*OTHERS, "worked"]:
        tilt.scenario.select_option(key)
        tilt.shows(replace(OPENS, scenario=key, beta=0.95))


def test_every_response_of_the_verifier_is_there(tilt: TiltPage) -> None:
    tilt.scenario.select_option("verifier")
    tilt.shows(replace(OPENS, scenario="verifier"))
    seen = tilt.read()
    assert len(seen["tree"]["leaves"]) == 64
    assert len(seen["tree"]["edges"]) == 84
    assert len(seen["tree"]["values"]) == 21
    assert [len(seen["heights"][role]) for role in ("ref", "star", "temp")] == [64] * 3


def test_the_menu_lists_every_title(tilt: TiltPage) -> None:
    titles = [scenario.title for scenario in SCENARIOS.values()]
    expect(tilt.scenario.locator("option")).to_have_text(titles)
    tilt.scenario.select_option(label=titles[2])
    tilt.shows(replace(OPENS, scenario=list(SCENARIOS)[2]))


def test_each_step_leads_where_it_says(tilt: TiltPage) -> None:
    """From the first scenario through all others, and back again."""
    at = OPENS
    for step in (step for key in SCENARIOS for step in steps_for(key)):
        tilt.step(step.title).get_by_role("button", name=step.button).click()
        settings = dict(step.settings)
        shown = settings.pop("show_temperature")
        at = replace(at, shown=shown, **settings)
        tilt.shows(at)
        if "scenario" not in settings:
            expect(tilt.step(step.title)).to_have_attribute("aria-current", "step")


def test_a_step_is_marked_whoever_set_the_controls(tilt: TiltPage) -> None:
    tangent, loose = tilt.step("Read the tangent"), tilt.step("Let go")
    expect(tangent).to_have_attribute("aria-current", "step")
    expect(loose).not_to_have_attribute("aria-current", re.compile(".*"))
    tilt.type(tilt.typed_beta, "0.1")
    expect(loose).to_have_attribute("aria-current", "step")
    expect(tangent).not_to_have_attribute("aria-current", re.compile(".*"))
    tilt.beta.press("ArrowRight")
    expect(loose).not_to_have_attribute("aria-current", re.compile(".*"))


def test_the_numbers_of_a_step_are_those_on_the_page(tilt: TiltPage) -> None:
    tilt.scenario.select_option("blind-spot")
    tilt.step("Find the best true reward").get_by_role("button").click()
    tilt.shows(At(scenario="blind-spot", beta=0.42))
    sentence, step = tilt.view("sentence"), tilt.step("Find the best true reward")
    for figure in ("0.63", "50\u202f%", "17\u202f%"):
        expect(sentence).to_contain_text(figure)
        expect(step).to_contain_text(figure)
