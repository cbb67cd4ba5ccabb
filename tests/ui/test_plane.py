"""The frontier as a control: a press or the arrow keys on it set β."""

import re
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import pytest
from figures import BETAS, At, fixed
from playwright.sync_api import expect
from tilt_page import TiltPage

OPENS = At()
Point = tuple[float, float]


def place(at: At) -> Point:
    """KL and reward of the optimum."""
    star = at.summary.star
    return float(star.kl[0]), float(star.reward[0])


@dataclass(frozen=True)
class Scale:
    """From the plane's coordinates to pixels, measured at two points of the frontier."""

    x: Point
    y: Point

    def __call__(self, at: At) -> Point:
        kl, reward = place(at)
        return self.x[0] + self.x[1] * kl, self.y[0] + self.y[1] * reward

    def nearest(self, scenario: str, point: Point) -> float:
        """The stop of β whose optimum is drawn nearest to a pixel."""

        def distance(beta: float) -> float:
            x, y = self(At(scenario, beta))
            return hypot(x - point[0], y - point[1])

        return min(BETAS, key=distance)


def line(from_: Point, to: Point) -> Point:
    slope = (to[1] - from_[1]) / (to[0] - from_[0])
    return from_[1] - slope * from_[0], slope


def dot(tilt: TiltPage) -> Point:
    """Where the optimum is drawn."""
    box = tilt.picture("plane").locator("circle.dot.star").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def measured(tilt: TiltPage, scenario: str) -> Scale:
    """Move β to both its ends and look where the optimum is drawn."""
    ends = []
    for key, beta in (("End", 0.05), ("Home", 10.0)):
        tilt.frontier.press(key)
        at = At(scenario, beta)
        tilt.shows(at)
        ends.append((place(at), dot(tilt)))
    (low, low_px), (high, high_px) = ends
    return Scale(
        line((low[0], low_px[0]), (high[0], high_px[0])),
        line((low[1], low_px[1]), (high[1], high_px[1])),
    )


@pytest.mark.parametrize("scenario", ["worked", "verifier"])
def test_a_press_on_the_frontier_sets_beta(tilt: TiltPage, scenario: str) -> None:
    tilt.scenario.select_option(scenario)
    tilt.shows(At(scenario))
    tilt.picture("plane").scroll_into_view_if_needed()
    scale = measured(tilt, scenario)
    for beta in (1.0, 0.3, 3.0):
        tilt.page.mouse.click(*scale(At(scenario, beta)))
        tilt.shows(At(scenario, beta))


def test_a_press_beside_it_takes_the_nearest_stop(tilt: TiltPage) -> None:
    tilt.picture("plane").scroll_into_view_if_needed()
    scale = measured(tilt, "worked")
    x, y = scale(At(beta=0.7))
    for point in ((x + 40, y + 60), (x - 30, y - 50), (x, y + 120)):
        tilt.page.mouse.click(*point)
        tilt.shows(At(beta=scale.nearest("worked", point)))


def test_the_optimum_can_be_dragged(tilt: TiltPage) -> None:
    tilt.picture("plane").scroll_into_view_if_needed()
    scale, mouse = measured(tilt, "worked"), tilt.page.mouse
    mouse.move(*scale(At(beta=2.0)))
    mouse.down()
    for beta in (1.0, 0.5, 0.2):
        mouse.move(*scale(At(beta=beta)), steps=4)
        tilt.shows(At(beta=beta))
    mouse.up()
    mouse.move(*scale(At(beta=3.0)))
    tilt.shows(At(beta=0.2))


def test_another_button_of_the_mouse_does_nothing(tilt: TiltPage) -> None:
    tilt.picture("plane").click(button="right")
    tilt.shows(OPENS)


def test_arrow_keys_on_the_frontier(tilt: TiltPage) -> None:
    """To the right on the frontier is towards a smaller β."""
    start = BETAS.index(1.0)
    for key, stop in (("ArrowRight", start - 1), ("ArrowLeft", start), ("ArrowDown", start + 1)):
        tilt.frontier.press(key)
        tilt.shows(replace(OPENS, beta=BETAS[stop]))
    tilt.frontier.press("End")
    tilt.shows(replace(OPENS, beta=0.05))
    kl, reward = place(At(beta=0.05))
    spoken = f"β 0.05: KL {fixed(kl, 3)} nats, reward {fixed(reward, 3)}"
    expect(tilt.frontier).to_have_attribute("aria-valuetext", spoken)


def test_the_table_of_the_plane_says_the_same(tilt: TiltPage) -> None:
    tilt.temperature.press("Home")
    summary = At(beta=1.0, temperature=0.1).summary
    rows = [
        ("π_ref", summary.ref.kl, summary.ref.reward),
        ("π\\* at β 1", summary.star.kl[0], summary.star.reward[0]),
        ("J\\(π\\*\\), where .*", 0, summary.beta_log_z[0]),
        ("π_T at T 0.1", summary.tempered.kl[0], summary.tempered.reward[0]),
    ]
    table = tilt.view("plane").locator("table tbody tr")
    expect(table).to_have_text(
        [re.compile(f"{name}\\s*{fixed(kl, 3)}\\s*{fixed(r, 3)}") for name, kl, r in rows]
    )


def test_the_table_of_the_plane_has_the_true_rewards(open_page: Any, server: Any) -> None:
    at = At("blind-spot", 0.05)
    tilt = open_page(f"{server.url}?scenario=blind-spot&beta=0.05").drawn()
    tilt.shows(at)
    star, ref = at.summary.star, at.summary.ref
    assert star.true_reward is not None and ref.true_reward is not None
    table = tilt.view("plane").locator("table tr")
    expect(table).to_have_count(5)
    cells = [row.locator("th, td").all_inner_texts() for row in table.all()]
    assert cells[0] == ["point", "KL(π‖π_ref), nats", "E[r]", "true E[r]"]
    assert cells[1][1:] == [
        fixed(0, 3),
        fixed(float(ref.reward), 3),
        fixed(float(ref.true_reward), 3),
    ]
    assert cells[2][1:] == [fixed(x[0], 3) for x in (star.kl, star.reward, star.true_reward)]
    assert cells[4][0].startswith("peak of the true reward") and cells[4][2] == "–"
