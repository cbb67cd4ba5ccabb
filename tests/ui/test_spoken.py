"""What every handle speaks is what the exact core says, at load and after each control."""

import re
from typing import Any

import pytest
from estimate_page import At as EstimateAt
from estimate_page import opened
from playwright.sync_api import Locator, expect
from tilt_page import TiltPage

from models.frontier import frontier
from models.scenarios import SCENARIOS
from models.tilt import tilted_lm

HANDLES = {"tree": "Response pointed at, token tree", "bars": "Response pointed at, response bars"}


def handle(tilt: TiltPage, name: str) -> Locator:
    return tilt.page.get_by_role("slider", name=name, exact=True)


def spoken(number: float) -> str:
    """As it is rounded, were it a hair from a half."""
    return "(?:" + "|".join({re.escape(f"{number + off:.3f}") for off in (-1e-9, 0, 1e-9)}) + ")"


def speaks(tilt: TiltPage, key: str, beta: float, temperature: float) -> None:
    """All handles, whichever response they are at."""
    scenario = SCENARIOS[key]
    ref, star = scenario.lm.response_probs(), tilted_lm(scenario.lm, scenario.reward, beta)
    alternatives = "|".join(
        f"{re.escape(y)}: π\\* {spoken(p)}, π_ref {spoken(q)}, r {r:g}\\b.*"
        for y, p, q, r in zip(
            scenario.lm.responses, star.response_probs(), ref, scenario.reward, strict=True
        )
    )
    for name in HANDLES.values():
        expect(handle(tilt, name)).to_have_attribute("aria-valuetext", re.compile(alternatives))
    at = frontier(scenario.lm, scenario.reward, [beta])
    where = f"^β {beta:g}: KL {spoken(at.kl[0])} nats, reward {spoken(at.reward[0])}"
    expect(tilt.frontier).to_have_attribute("aria-valuetext", re.compile(where))
    expect(tilt.beta).to_have_attribute("aria-valuetext", f"β {beta:g}")
    expect(tilt.temperature).to_have_attribute("aria-valuetext", f"T {temperature:g}")


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_handles_of_tilt(open_page: Any, server: Any, key: str) -> None:
    link = f"{server.url}?scenario={key}&beta=0.2&T=2"
    tilt: TiltPage = open_page(link).drawn()
    speaks(tilt, key, 0.2, 2)
    tilt.switch.click()
    tilt.temperature.press("Home")
    speaks(tilt, key, 0.2, 0.1)
    tilt.beta.press("End")
    speaks(tilt, key, 10, 0.1)
    tilt.type(tilt.typed_beta, "0.537")
    speaks(tilt, key, 0.537, 0.1)
    for name in HANDLES.values():
        handle(tilt, name).press("End")
        tilt.beta.press("Home")
        speaks(tilt, key, 0.05, 0.1)
    other = "blind-spot" if key != "blind-spot" else "verifier"
    tilt.scenario.select_option(other)
    speaks(tilt, other, 0.05, 0.1)


def test_the_sliders_and_the_picture_of_the_estimates(open_page: Any, server: Any) -> None:
    estimate = opened(open_page, server.url)

    def says(at: EstimateAt) -> None:
        spoken = f"f {at.f:g}".replace("-", "−")
        expect(estimate.f).to_have_attribute("aria-valuetext", spoken)
        expect(estimate.tokens).to_have_attribute("aria-valuetext", f"N {at.tokens}")
        heard = re.compile(f"N = {at.tokens} tokens; the true KL is {at.kl:.4f}")
        expect(estimate.picture("histograms")).to_have_accessible_name(heard)

    says(EstimateAt())
    estimate.type(estimate.typed_f, "0.85")
    says(EstimateAt(f=0.85))
    estimate.type(estimate.typed_tokens, "64")
    says(EstimateAt(f=0.85, tokens=64))
    estimate.f.press("Home")
    says(EstimateAt(f=-0.7, tokens=64))
    estimate.position.select_option("treacherous")
    heard = f"N = 64 tokens; the true KL is {EstimateAt('treacherous').kl:.4f}"
    expect(estimate.picture("histograms")).to_have_accessible_name(re.compile(heard))
