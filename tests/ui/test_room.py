"""Where room is scarce: figures do not run together, no menu is cut, and no card leaves a hole."""

from typing import Any

import pytest
from playwright.sync_api import expect

from models.scenarios import SCENARIOS

# Of each row, how far apart neighbouring figures are at least; the texts themselves, not the cells.
GAPS = """table => [...table.rows].map((row) => {
  const spans = [...row.cells].slice(1).filter((cell) => cell.checkVisibility()).map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  const edge = table.parentElement.getBoundingClientRect().right;
  const gaps = spans.slice(1).map((span, i) => span.left - spans[i].right);
  return Math.min(...gaps, 3 + edge - spans.at(-1).right);
})"""
# How much wider a menu is than its longest choice, which is measured as a menu of its own.
SPARE = """menu => {
  const alone = menu.cloneNode(true);
  alone.style.width = "max-content";
  menu.after(alone);
  const spare = menu.offsetWidth - alone.offsetWidth;
  alone.remove();
  return spare;
}"""
FOOT = "view => view.getBoundingClientRect().bottom"


@pytest.mark.parametrize("width", [320, 390, 480, 900, 1024, 1440])
def test_figures_of_a_table_do_not_run_together(open_page: Any, server: Any, width: int) -> None:
    size = {"width": width, "height": 844}
    # Close to the reference the figures are longest.
    page = open_page(f"{server.url}?view=estimate&f=0.05", viewport=size).page
    expect(page.locator("section.table [data-live=batches]")).to_have_text("400")
    gaps = page.locator("section.table table").evaluate(GAPS)
    assert len(gaps) == 11 and min(gaps) >= 2, gaps


@pytest.mark.parametrize("width", [320, 390, 1024])
def test_figures_of_the_readouts_do_not_run_together(
    open_page: Any, server: Any, width: int
) -> None:
    size = {"width": width, "height": 844}
    link = "scenario=verifier&beta=10&T=0.1&piT=1"
    tilt = open_page(f"{server.url}?{link}", viewport=size).drawn()
    gaps = tilt.view("readouts").locator("table").evaluate(GAPS)
    assert len(gaps) > 4 and min(gaps) >= 2, gaps


@pytest.mark.parametrize("width", [320, 641, 900, 1024, 1060, 1100, 1440])
@pytest.mark.parametrize("view", ["tilt", "estimate"])
def test_no_menu_is_cut(open_page: Any, server: Any, view: str, width: int) -> None:
    page = open_page(f"{server.url}?view={view}", viewport={"width": width, "height": 844}).page
    menus = page.locator("section.controls select")
    expect(menus.first).to_be_visible()
    for menu in menus.all():
        assert menu.evaluate(SPARE) >= -1


def test_many_bars_stand_below_both_columns_and_are_named(open_page: Any, server: Any) -> None:
    tilt = open_page(f"{server.url}?scenario=verifier").drawn()
    of = SCENARIOS["verifier"]
    paid = {name for name, r in zip(of.lm.responses, of.reward, strict=True) if r > 0}
    names = tilt.picture("bars").locator("text.end.strong").all_text_contents()
    assert paid <= {*names}
    feet = {place: tilt.view(place).evaluate(FOOT) for place in ("tree", "readouts", "bars")}
    assert abs(feet["tree"] - feet["readouts"]) <= 1, "a hole beside the taller column"
    controls, bars = (tilt.view(place).bounding_box() for place in ("controls", "bars"))
    assert bars["y"] > 0 and abs(bars["width"] - controls["width"]) <= 1
    # With few responses they stand in their column again, and come back.
    tilt.scenario.select_option("worked")
    expect(tilt.view("bars").locator("xpath=..")).to_have_class("column")
    tilt.scenario.select_option("verifier")
    expect(tilt.view("bars").locator("xpath=..")).to_have_class("stage")
