"""An explorer that somebody adds: a folder, a script made of the kit, and one line in the app."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from marks import close, drawings
from measures import OVERFLOW, violations
from playwright.sync_api import Page, expect

from models.frontier import frontier
from models.scenarios import SCENARIOS
from models.tilt import tilted_logps

ADDED = """
import sys

sys.path.insert(0, {folder!r})
from explorer import TOY

from app.explorers import EXPLORERS

if TOY not in EXPLORERS:
    EXPLORERS.append(TOY)
"""
STEPS = np.arange(11.0)
BETAS = 10.0 ** (1 - STEPS / STEPS[-1] * np.log10(20))
WORKED = SCENARIOS["worked"]
PATH = frontier(WORKED.lm, WORKED.reward, BETAS)


@pytest.fixture(scope="module")
def toy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The explorer's folder, with the script that is built of it."""
    folder: Path = shutil.copytree(root / "tests/js/toy", tmp_path_factory.mktemp("toy") / "toy")
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or "node"
    build = [node, "build.mjs", "--explorer", str(root / "tests/js/toy/index.js")]
    build += ["--out", str(folder / "toy.bundle.js")]
    done = subprocess.run(build, cwd=root / "widgets/js", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def address(toy: Path, changed_app: Any, serve_app: Any) -> Iterator[str]:
    with serve_app(changed_app(ADDED.format(folder=str(toy)))) as server:
        yield f"{server.url}?view=toy"


@pytest.fixture
def page(address: str, open_page: Any) -> Page:
    opened: Page = open_page(address).page
    expect(opened.locator("html")).to_have_attribute("data-linked", "")
    return opened


def picture(page: Page, place: str) -> Any:
    return page.locator(f"section.view.{place}").get_by_role("img")


def test_it_is_short(root: Path) -> None:
    assert len((root / "tests/js/toy/index.js").read_text("utf-8").splitlines()) <= 150


def test_it_stands_in_the_navigation_and_follows_its_slider(page: Page) -> None:
    expect(page.get_by_role("navigation").get_by_role("link", name="Toy")).to_be_visible()
    slider = page.get_by_role("slider", name="Step", exact=True)
    for key, step in (("End", 10), ("Home", 0), ("ArrowRight", 1)):
        slider.press(key)
        kl, reward = PATH.kl[step], PATH.reward[step]
        words = f"After step {step}: {kl:.3f} nats, reward {reward:.3f}"
        expect(picture(page, "path")).to_have_attribute("aria-label", words)
        expect(picture(page, "line")).to_have_attribute(
            "aria-label", f"J at step {step} is {reward - kl:.3f}"
        )
        expect(page.locator("section.view.words p")).to_have_text(
            f"After step {step} π* earns {reward:.2f}."
        )


def test_its_marks_stand_where_the_core_says(page: Page) -> None:
    grid, line, path = drawings(page, "grid", "line", "path")
    logps, _ = tilted_logps(WORKED.lm.response_logps(), WORKED.reward, BETAS[5])
    cells = page.locator("section.view.grid svg rect.cell")
    full = [float(cell.get_attribute("fill-opacity") or -1) for cell in cells.all()]
    np.testing.assert_allclose(full, np.exp(logps), atol=6e-4)
    assert len(grid.all("rect.cell")) == 4
    across, up = line.across(), line.up()
    close(
        line.one("path.curve.star").corners,
        np.transpose([across(STEPS), up(PATH.reward - PATH.kl)]),
        "J",
    )
    across, up = path.across(), path.up()
    seen = path.one("path.curve.temp").corners
    close(seen, np.transpose([across(PATH.kl[:6]), up(PATH.reward[:6])]), "path")


def test_its_handles_in_one_and_in_two_dimensions(page: Page) -> None:
    step = page.get_by_role("slider", name="Step, along the line")
    expect(step).to_have_attribute("aria-valuetext", re.compile("^step 5: J "))
    step.press("ArrowRight")
    expect(step).to_have_attribute("aria-valuetext", re.compile("^step 6: J "))
    point = page.get_by_role("slider", name="Response in the grid")
    for key, name in (
        ("ArrowRight", "ab"),
        ("ArrowDown", "bb"),
        ("ArrowDown", "bb"),
        ("ArrowLeft", "ba"),
        ("ArrowUp", "aa"),
    ):
        point.press(key)
        expect(point).to_have_attribute("aria-valuetext", re.compile(f"^{name}: "))


def test_it_is_as_good_a_page_as_any(page: Page) -> None:
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(OVERFLOW) <= 0
