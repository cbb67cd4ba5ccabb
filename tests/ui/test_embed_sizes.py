"""The height of a frame: right in the code that Share gives, and told whenever the host asks."""

import re
from pathlib import Path
from typing import Any

import pytest
from hosts import ICON, fits, frame
from playwright.sync_api import Locator, Page, expect

DRAWN = """() => [...document.querySelectorAll("section.view")].every((section) => {
  const root = section.firstElementChild.shadowRoot;
  return root.querySelector("svg[role=img], .bar, h2, .says")?.getBoundingClientRect().height > 0;
})"""
NEEDED = "() => Math.ceil(document.body.getBoundingClientRect().height)"
TITLE = "The KL leash"
BARE = """<iframe data-kl-leash src="{}" title="The KL leash" style="width: 100%; height: 900px"></iframe>"""  # noqa: E501
# Views by their titles, and controls that are left out.
WHOLE: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
COMBINATIONS = {
    "tilt": (
        WHOLE,
        (("Token by token", "Response by response", "Reward against KL"), ()),
        (("Reward against KL",), ("Scenario", "Temperature T")),
        (("Sentence", "Token by token", "In numbers"), ("show π_ref at temperature T",)),
        (("Reward against KL", "In numbers", "What to try"), ("Leash β", "Scenario")),
    ),
    "estimate": (
        WHOLE,
        (("Batch estimates", "What one token adds", "In numbers"), ()),
        (("Batch estimates",), ("Player",)),
        (("Sentence", "In numbers"), ("Position", "Seed")),
    ),
}


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share", exact=True).click()
    return page.get_by_role("dialog", name="Share")


def code_of(dialog: Locator) -> str:
    return dialog.get_by_role("textbox", name="Embed it in a page").input_value()


def pick(dialog: Locator, views: tuple[str, ...], without: tuple[str, ...]) -> str:
    """The code of a frame with these views, or all of them, and without these controls."""
    boxes = dialog.get_by_role("group", name="Views in the frame").get_by_role("checkbox")
    for box in boxes.all():
        box.check()
    for box in boxes.all():
        label = box.evaluate("box => box.labels[0].textContent.trim()")
        box.set_checked(not views or label in views)
    for box in (
        dialog.get_by_role("group", name="Controls in the frame").get_by_role("checkbox").all()
    ):
        label = box.evaluate("box => box.labels[0].textContent.trim()").replace("πref", "π_ref")
        box.set_checked(label not in without)
    return code_of(dialog)


def source(code: str) -> str:
    found = re.search('src="([^"]+)"', code)
    assert found is not None
    return found[1].replace("&amp;", "&")


@pytest.mark.parametrize("width", [1440, 720, 390])
@pytest.mark.parametrize("view", COMBINATIONS)
def test_the_height_in_the_code_fits(open_page: Any, server: Any, view: str, width: int) -> None:
    """In a frame as wide as the window: never too low, and little is left over."""
    size = {"width": width, "height": 900}
    page: Page = open_page(f"{server.url}?view={view}", viewport=size).page
    dialog = share(page)
    for views, without in COMBINATIONS[view]:
        code = pick(dialog, views, without)
        found = re.search(r"height: (\d+)px", code)
        embedded: Page = open_page(source(code), viewport=size).page
        embedded.wait_for_function(DRAWN)
        needed = embedded.evaluate(NEEDED)
        assert found is not None and needed <= int(found[1]) <= 1.05 * needed, (views, without)
    assert page.locator(".trial").count() == 0


def test_a_script_that_comes_late_learns_the_height(
    host: tuple[Path, str], open_page: Any, server: Any
) -> None:
    page = open_page(f"{server.url}?view=tilt").page
    folder, origin = host
    script = code_of(share(page)).split("<script>")[1].split("</script>")[0]
    html = f"<!DOCTYPE html>{ICON}{BARE.format(f'{server.url}?view=estimate&amp;embed=1')}"
    (folder / "late.html").write_text(html, "utf-8")
    page = open_page(f"{origin}/late.html").page
    inner = frame(page, TITLE)
    expect(inner.locator("html")).to_have_attribute("data-linked", "")
    assert inner.evaluate("() => innerHeight") == 900
    page.add_script_tag(content=script)
    fits(page, TITLE)


def test_a_script_that_is_there_first_learns_it_too(
    host: tuple[Path, str], open_page: Any, server: Any
) -> None:
    folder, origin = host
    code = code_of(share(open_page(f"{server.url}?view=tilt&beta=0.5").page))
    frame_, script = code.split("<script>")
    # Narrower than the window that the height was made for.
    html = f"<!DOCTYPE html>{ICON}<body style='width: 700px'><script>{script}{frame_}"
    (folder / "first.html").write_text(html, "utf-8")
    page: Page = open_page(f"{origin}/first.html").page
    fits(page, TITLE)


# How much of a card is left below what is in it.
FEET = """() => [...document.querySelectorAll(".column .view")].map((card) => {
  const inner = card.firstElementChild.getBoundingClientRect();
  return [card.className, card.getBoundingClientRect().bottom - inner.bottom];
})"""


@pytest.mark.parametrize(
    "query",
    [
        "view=tilt&show=tree,bars,plane",
        "view=tilt&show=tree,plane,readouts",
        "view=tilt&show=tree,readouts",
        "view=estimate&show=histograms,table",
        "view=estimate&show=curves,histograms",
    ],
)
def test_no_card_ends_empty(open_page: Any, server: Any, query: str) -> None:
    page: Page = open_page(f"{server.url}?{query}&embed=1").page
    page.wait_for_function(DRAWN)
    feet = page.evaluate(FEET)
    assert len(feet) >= 2
    assert all(foot < 80 for _, foot in feet), feet
