"""On paper: nothing lies over anything else, nothing can be pressed, and legends are drawn."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

# A page of A4 within its margins, in pixels of CSS.
PAGE = {"width": 688, "height": 1017}
# The page is broken into columns where paper is broken into pages, by the same rules.
PAGED = """html {{ width: max-content }}
body {{ width: {width}px; height: {height}px; columns: {width}px; column-gap: 100px; column-fill: auto; }}
"""  # noqa: E501
# Every card, its heading and its picture, by the page and the lines of it that each takes.
BOXES = """([stride, width]) => {
  const boxes = (part) => [...part.getClientRects()].filter(({height}) => height > 1).map(({left, right, top, bottom}) => ({
    page: Math.floor((left + scrollX) / stride), top, bottom, left: (left + scrollX) % stride, right: (left + scrollX) % stride + right - left}));
  return [...document.querySelectorAll("section.view")].filter((section) => section.checkVisibility()).map((section) => {
    const root = section.firstElementChild.shadowRoot, inner = (name) =>
      // Tables that are only spoken are cut to nothing.
      [...root.querySelectorAll(name)].filter((part) => !part.closest(".unseen")).flatMap(boxes);
    return {name: section.className, card: boxes(section), header: inner("header"), picture: inner(".picture svg[role=img]"),
      parts: inner("svg[role=img], header, p, h3, tr")};
  });
}"""  # noqa: E501
# Pictures are drawn anew at the width of the paper, until nothing has changed for some frames.
STILL = """() => new Promise((done) => {
  let last = "", same = 0;
  const look = () => {
    const now = JSON.stringify([...document.querySelectorAll("section.view > div")].flatMap(({shadowRoot}) =>
      [...shadowRoot.querySelectorAll("svg, p, tr")].map((part) => [part.getBoundingClientRect().height, part.getAttribute("viewBox")])));
    same = now === last ? same + 1 : 0;
    last = now;
    if (same > 5) done();
    else requestAnimationFrame(look);
  };
  look();
})"""  # noqa: E501
# What draws the mark of a key: backgrounds may be left out on paper, borders are not.
BORDERS = """marks => marks.map((mark) => {
  const {borderTopWidth, borderLeftWidth, backgroundColor} = getComputedStyle(mark);
  return [Math.max(parseFloat(borderTopWidth), parseFloat(borderLeftWidth)) >= 2, backgroundColor];
})"""
QUERIES = ["view=tilt", "view=tilt&scenario=verifier", "view=estimate"]


@pytest.fixture
def printed(open_page: Any, server: Any, request: Any) -> Page:
    """Drawn for a wide screen, and then laid out for paper."""
    page: Page = open_page(f"{server.url}?{request.param}").page
    expect(page.get_by_role("heading", name="What to try")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-linked", "")
    page.emulate_media(media="print")
    page.add_style_tag(content=PAGED.format(**PAGE))
    page.evaluate(STILL)
    return page


@pytest.mark.parametrize("printed", QUERIES, indirect=True)
def test_nothing_lies_over_anything_else(printed: Page) -> None:
    stride = PAGE["width"] + 100
    views = printed.evaluate(BOXES, [stride, PAGE["width"]])
    assert len(views) >= 5
    for i, view in enumerate(views):
        for box in view["card"]:
            assert box["right"] <= PAGE["width"] + 1, view["name"]
        for box in view["parts"]:
            assert box["bottom"] <= PAGE["height"] + 1, view["name"]
        for later in views[i + 1 :]:
            met = [(a, b) for a in view["parts"] for b in later["parts"] if overlap(a, b)]
            assert not met, (view["name"], later["name"], met)
        if view["picture"]:
            pages = {box["page"] for box in [*view["header"], *view["picture"]]}
            assert len(pages) == 1, f"{view['name']} is parted from its heading"


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    return (
        a["page"] == b["page"]
        and min(a["right"], b["right"]) - max(a["left"], b["left"]) > 1
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 1
    )


@pytest.mark.parametrize("printed", QUERIES[::2], indirect=True)
def test_nothing_that_is_to_be_pressed_is_printed(printed: Page) -> None:
    shown = printed.locator("button, select, input, div.bar").evaluate_all(
        "all => all.filter((part) => part.checkVisibility()).map((part) => part.outerHTML)"
    )
    assert shown == []
    assert printed.locator("svg[role=img]").first.is_visible()


@pytest.mark.parametrize("printed", QUERIES[::2], indirect=True)
def test_legends_are_drawn_without_backgrounds(printed: Page) -> None:
    marks = printed.locator(".key:not([hidden]) i").evaluate_all(BORDERS)
    assert len(marks) >= 4
    assert all(bordered and ground == "rgba(0, 0, 0, 0)" for bordered, ground in marks)


@pytest.mark.parametrize("query", QUERIES)
def test_a_dark_page_is_printed_light(open_page: Any, server: Any, query: str) -> None:
    page: Page = open_page(f"{server.url}?{query}&theme=dark").page
    page.emulate_media(media="print")
    expect(page.locator("html")).to_have_css("color-scheme", "light")
    # A real print of it goes through, too.
    assert page.pdf(format="A4").startswith(b"%PDF")
