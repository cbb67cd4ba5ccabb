"""The site without a server, opened from the disk with the network off."""

import gzip
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from fcntl import LOCK_EX, flock
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from estimate_page import At as Run
from estimate_page import EstimatePage
from figures import BETAS, At
from playwright.sync_api import expect
from tilt_page import TiltPage

from app.explorers import EXPLORERS
from app.export import site
from models.scenarios import SCENARIOS
from widgets.estimate.record import RECORDED, recordings
from widgets.tilt.guide import steps_for

F_STOPS = (0.3, 0.9)
OPENS = At()
LARGEST = 1024 * 1024


def some_runs() -> Iterator[tuple[str, str]]:
    """The whole site, but with the runs of a few f only."""
    tilt, estimate = EXPLORERS
    return site(
        [tilt, replace(estimate, recorded=replace(RECORDED, files=partial(recordings, F_STOPS)))]
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, written once for all workers of a run: by the first that comes."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    at = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not at.exists():
            (at / "data").mkdir(parents=True)
            for name, text in some_runs():
                (at / name).write_text(text, "utf-8")
    return at


@pytest.fixture
def visit(folder: Path, open_page: Any) -> Any:
    """Open a file of the site."""

    def open_(address: str = "index.html", **options: Any) -> TiltPage:
        page: TiltPage = open_page(f"file://{folder}/{address}", offline=True, **options)
        return page

    return open_


@pytest.fixture
def alone(visit: Any) -> TiltPage:
    tilt: TiltPage = visit()
    return tilt.drawn()


def hash_is(tilt: TiltPage, wanted: str) -> None:
    tilt.page.wait_for_function("wanted => location.hash === wanted", arg=wanted)


def test_sliders_and_switch(alone: TiltPage) -> None:
    alone.shows(OPENS)
    for key, stop in (("ArrowRight", BETAS.index(1.0) + 1), ("Home", 0), ("End", len(BETAS) - 1)):
        alone.beta.press(key)
        alone.shows(replace(OPENS, beta=BETAS[stop]))
    alone.temperature.press("Home")
    alone.shows(At(beta=10.0, temperature=0.1, shown=True))
    alone.switch.click()
    alone.shows(At(beta=10.0, temperature=0.1))
    alone.frontier.press("ArrowRight")
    alone.shows(At(beta=BETAS[-2], temperature=0.1))


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_scenario_and_its_steps(alone: TiltPage, key: str) -> None:
    alone.scenario.select_option(key)
    at = replace(OPENS, scenario=key)
    alone.shows(at)
    for step in steps_for(key):
        alone.step(step.title).get_by_role("button", name=step.button).click()
        settings = dict(step.settings)
        at = replace(at, shown=settings.pop("show_temperature"), **settings)
        alone.shows(at)


def test_what_needs_a_server_is_absent(alone: TiltPage) -> None:
    expect(alone.typed_beta).to_have_count(0)
    expect(alone.typed_temperature).to_have_count(0)
    expect(alone.page.locator("input:not([type=range]):not([type=checkbox])")).to_have_count(0)


def test_links_in_the_hash(visit: Any) -> None:
    tilt = visit("index.html#scenario=blind-spot&beta=0.42&T=2&piT=1")
    tilt.drawn().shows(At("blind-spot", 0.42, 2.0, True))
    hash_is(tilt, "#view=tilt&scenario=blind-spot&beta=0.42&T=2&piT=1")
    tilt.scenario.select_option("worked")
    hash_is(tilt, "#view=tilt&beta=0.42&T=2&piT=1")
    tilt.page.go_back()
    tilt.shows(At("blind-spot", 0.42, 2.0, True))
    tilt.page.evaluate("() => { location.hash = 'view=tilt&scenario=flattery&beta=0.1'; }")
    tilt.shows(At("flattery", 0.1))


def test_bad_links_open_the_nearest_state_and_say_so(visit: Any) -> None:
    script = "%3Cscript%3Ealert(1)%3C/script%3E"
    tilt = visit(f"index.html#beta=0.333&T=1e999&piT={script}&scenario=%00&x=1&show=abc")
    tilt.drawn().shows(At(beta=0.33, temperature=4.0))
    for words in (
        "beta: 0.333 is no stop of β: 0.33 is taken.",
        "T: 1e999 is out of range; T takes 0.1 to 4, so 4 is taken.",
        "piT: there is no “<script>alert(1)</sc”, only 1, 0",
        "scenario: there is no",
        "show: there is no view “abc”",
    ):
        expect(tilt.page.get_by_role("status").filter(has_text=words)).to_be_visible()
    hash_is(tilt, "#view=tilt&beta=0.33&T=4")


def test_an_unknown_explorer_is_named(visit: Any) -> None:
    tilt = visit("index.html#view=foo&beta=2")
    tilt.drawn().shows(At(beta=2.0))
    said = "There is no explorer “foo”; this is “tilt”. There are: tilt, estimate."
    expect(tilt.page.get_by_role("status").filter(has_text=said)).to_be_visible()


def test_the_other_explorer(alone: TiltPage) -> None:
    alone.page.get_by_role("link", name="Estimate").click()
    page = EstimatePage(alone.page).drawn()
    page.shows(Run(), 400)
    alone.page.get_by_role("link", name="Tilt").click()
    alone.drawn().shows(OPENS)


def test_a_link_to_the_other_explorer_leads_there(visit: Any) -> None:
    tilt = visit("index.html#view=estimate&f=0.9&N=64")
    tilt.page.wait_for_url("**/estimate.html*")
    page = EstimatePage(tilt.page).drawn()
    page.shows(Run(f=0.9, tokens=64), 400)


def test_recorded_runs_are_those_of_the_sampler(visit: Any) -> None:
    page = EstimatePage(visit("estimate.html").page).drawn()
    expect(page.seed).to_have_count(0)
    expect(page.view("controls").get_by_role("status")).to_contain_text("recorded: seed 0")
    ten = page.page.get_by_role("button", name="Draw 10 batches")
    ten.click()
    page.shows(Run(), 410)
    page.tokens.press("End")
    page.shows(Run(tokens=256), 400)
    page.f.press("End")
    page.shows(Run(f=0.9, tokens=256), 400)
    page.position.select_option("treacherous")
    page.shows(Run("treacherous", f=0.9, tokens=256), 400)
    page.reset.click()
    page.shows(Run("treacherous", f=0.9, tokens=256), 0)
    ten.click()
    page.shows(Run("treacherous", f=0.9, tokens=256), 10)


def test_a_recorded_run_is_played_to_its_end(visit: Any) -> None:
    page = EstimatePage(visit("estimate.html").page).drawn()
    page.speed.select_option("100")
    page.play.click()
    page.shows(Run(), 2000)
    expect(page.play).to_be_disabled()
    expect(page.view("controls").get_by_role("status")).to_contain_text("ends at 2,000 batches")


def test_a_missing_file_is_spoken_of(folder: Path, tmp_path: Path, open_page: Any) -> None:
    own = copytree(folder, tmp_path / "site")
    file = own / "data" / "tilt-flattery.js"
    hidden = file.rename(own / "hidden.js")
    alone: TiltPage = open_page(f"file://{own}/index.html", may_complain=True).drawn()
    alone.scenario.select_option("flattery")
    notice = alone.page.get_by_role("status").filter(has_text="data/tilt-flattery.js")
    expect(notice).to_be_visible()
    alone.shows(OPENS)
    hidden.rename(file)
    alone.scenario.select_option("flattery")
    alone.shows(At("flattery"))


def test_the_skip_link_keeps_the_state(visit: Any) -> None:
    tilt = visit("index.html#view=tilt&beta=2&piT=1").drawn()
    tilt.page.keyboard.press("Tab")
    tilt.page.keyboard.press("Enter")
    expect(tilt.page.locator("main")).to_be_focused()
    tilt.shows(At(beta=2.0, shown=True))
    hash_is(tilt, "#view=tilt&beta=2&piT=1")


def test_a_run_that_is_not_there_is_spoken_of_once(visit: Any) -> None:
    page = EstimatePage(visit("estimate.html", may_complain=True).page).drawn()
    page.play.click()
    page.more_than(500)
    # In one move, or a run of what lies between begins.
    page.f.fill(str(int(page.f.get_attribute("max") or 0) - 1))
    notice = page.page.get_by_role("status").filter(has_text="data/estimate-eight-0.85.js")
    expect(notice).to_have_count(1)
    expect(page.play).to_be_visible()
    page.f.press("End")
    page.shows(Run(f=0.9), 400)


def test_hiding_f_leaves_its_runs(visit: Any) -> None:
    page = EstimatePage(visit("estimate.html#embed=1&hide=f&f=0.9").page)
    page.shows(Run(f=0.9), 400)


def test_a_hash_that_embeds_is_followed(alone: TiltPage) -> None:
    alone.page.evaluate("() => { location.hash = 'view=tilt&embed=1&show=plane&beta=0.5'; }")
    expect(alone.view("tree")).to_have_count(0)
    expect(alone.picture("plane")).to_have_attribute("aria-label", re.compile("β 0.5 "))
    hash_is(alone, "#view=tilt&beta=0.5&embed=1&show=plane")


def test_the_focus_outlives_the_run(visit: Any) -> None:
    page = EstimatePage(visit("estimate.html").page).drawn()
    page.speed.select_option("100")
    page.play.press("Enter")
    page.shows(Run(), 2000)
    expect(page.play).to_be_focused()


def test_embedded_without_a_server(visit: Any) -> None:
    tilt = visit("index.html#embed=1&show=plane&theme=dark&beta=0.5")
    expect(tilt.picture("plane")).to_have_attribute("aria-label", re.compile("β 0.5 "))
    expect(tilt.view("tree")).to_have_count(0)
    expect(tilt.page.get_by_role("banner")).to_have_count(0)
    expect(tilt.page.locator("html")).to_have_css("color-scheme", "dark")


def test_the_first_explorer_is_small(folder: Path) -> None:
    assert len(gzip.compress((folder / "index.html").read_bytes())) < LARGEST / 4
    for file in folder.glob("data/*.js"):
        assert len(gzip.compress(file.read_bytes())) < LARGEST / 2


def test_the_same_source_gives_the_same_bytes(folder: Path) -> None:
    written = {str(f.relative_to(folder)): f.read_text("utf-8") for f in folder.rglob("*.*")}
    assert dict(some_runs()) == written


def test_it_asks_nobody_for_anything(folder: Path) -> None:
    for file in folder.glob("*.html"):
        html = re.sub(r"(<script[^>]*>).*?</script>", r"\1", file.read_text("utf-8"), flags=re.S)
        assert re.findall(r"<script[^>]+src=", html) == []
        fetched = re.findall(r'(?:src|href)="([^"#]+)"', html)
        assert all(re.match(r"(data:|\w+\.html$)", address) for address in fetched), fetched
