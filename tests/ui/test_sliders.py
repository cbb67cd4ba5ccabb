"""Moving β, T and the switch, by keyboard and by mouse: all views follow, to the last digit."""

from collections.abc import Iterator
from dataclasses import replace

from figures import BETAS, TEMPERATURES, At
from playwright.sync_api import Locator
from tilt_page import TiltPage

OPENS = At()


def index(slider: Locator) -> int:
    return int(slider.input_value())


def drag(tilt: TiltPage, slider: Locator, shares: tuple[float, ...]) -> Iterator[int]:
    """Press on a slider and move along it; at each share of its length, the stop it is on."""
    box = slider.bounding_box()
    assert box is not None
    mouse, middle = tilt.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + shares[0] * box["width"], middle)
    mouse.down()
    for share in shares:
        mouse.move(box["x"] + share * box["width"], middle, steps=3)
        yield index(slider)
    mouse.up()


def test_it_opens_on_the_worked_example(tilt: TiltPage) -> None:
    tilt.shows(OPENS)


def test_beta_by_keyboard(tilt: TiltPage) -> None:
    opens, last = BETAS.index(1.0), len(BETAS) - 1
    for key, stop in [
        ("ArrowRight", opens + 1),
        ("ArrowUp", opens + 2),
        ("ArrowLeft", opens + 1),
        ("ArrowDown", opens),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
    ]:
        tilt.beta.press(key)
        tilt.shows(replace(OPENS, beta=BETAS[stop]))


def test_a_held_key_ends_on_the_right_frame(tilt: TiltPage) -> None:
    for _ in range(30):
        tilt.beta.press("ArrowLeft")
    tilt.shows(replace(OPENS, beta=BETAS[BETAS.index(1.0) - 30]))


def test_a_page_of_the_keyboard_is_more_than_a_step(tilt: TiltPage) -> None:
    start = BETAS.index(1.0)
    tilt.beta.press("PageUp")
    assert index(tilt.beta) > start + 1
    tilt.shows(replace(OPENS, beta=BETAS[index(tilt.beta)]))
    tilt.beta.press("PageDown")
    tilt.beta.press("PageDown")
    assert index(tilt.beta) < start - 1
    tilt.shows(replace(OPENS, beta=BETAS[index(tilt.beta)]))


def test_beta_by_mouse_with_the_views_following_all_the_way(tilt: TiltPage) -> None:
    seen = []
    for stop in drag(tilt, tilt.beta, (0.5, 0.2, 0.02, 0.9)):
        tilt.shows(replace(OPENS, beta=BETAS[stop]))
        seen.append(stop)
    assert len(set(seen)) == 4
    assert seen[3] > seen[0] > seen[1] > seen[2]


def test_temperature_by_keyboard_reveals_its_policy(tilt: TiltPage) -> None:
    tilt.temperature.press("ArrowLeft")
    colder = TEMPERATURES[TEMPERATURES.index(0.5) - 1]
    tilt.shows(replace(OPENS, temperature=colder, shown=True))
    tilt.temperature.press("End")
    tilt.shows(replace(OPENS, temperature=4.0, shown=True))
    tilt.temperature.press("Home")
    tilt.shows(replace(OPENS, temperature=0.1, shown=True))


def test_temperature_by_mouse(tilt: TiltPage) -> None:
    for stop in drag(tilt, tilt.temperature, (0.4, 0.7)):
        tilt.shows(replace(OPENS, temperature=TEMPERATURES[stop], shown=True))


def test_both_sliders_together(tilt: TiltPage) -> None:
    tilt.temperature.press("Home")
    tilt.beta.press("Home")
    tilt.shows(At(beta=0.05, temperature=0.1, shown=True))
    tilt.temperature.press("End")
    tilt.shows(At(beta=0.05, temperature=4.0, shown=True))


def test_the_switch_shows_and_hides(tilt: TiltPage) -> None:
    for shown in (True, False, True):
        tilt.switch.press("Space")
        tilt.shows(replace(OPENS, shown=shown))
    tilt.switch.click()
    tilt.shows(OPENS)


def test_beta_says_nothing_of_temperature(tilt: TiltPage) -> None:
    tilt.beta.press("ArrowRight")
    tilt.shows(replace(OPENS, beta=BETAS[BETAS.index(1.0) + 1], shown=False))
