"""Within a page on another origin: three views, each as high as it needs, light or dark.

The script is one that pages have had for long, which only listens.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from figures import At
from hosts import EVERY_MS, ICON, fits, frame
from playwright.sync_api import Page, expect
from tilt_page import TiltPage

SNIPPET = """<script>
addEventListener("message", ({source, data}) => {
  for (const frame of document.querySelectorAll("iframe[data-kl-leash]"))
    if (frame.contentWindow === source && data?.klLeash) frame.style.height = data.klLeash.height + "px";
});
</script>"""  # noqa: E501
FRAME = '<iframe data-kl-leash src="{}" title="{}" style="width: 100%; border: 0"></iframe>'
ASKED = {
    "plane": "embed=1&show=plane,sentence&hide=scenario,T,piT&theme=dark&beta=0.5",
    "all": "embed=1&theme=dark&scenario=blind-spot",
    "histograms": "view=estimate&embed=1&show=histograms&theme=dark&N=4",
}


@pytest.fixture
def lesson(host: tuple[Path, str], open_page: Any, server: Any) -> Page:
    """A dark page of a lesson with three views in it."""
    folder, origin = host
    frames = "<p>words</p>".join(FRAME.format(f"{server.url}?{q}", n) for n, q in ASKED.items())
    style = "<style>body { background: #111; color: #eee; margin: auto; max-width: 900px }</style>"
    html = f"<!DOCTYPE html>{ICON}<title>A lesson</title>{style}<h1>A lesson</h1>{frames}{SNIPPET}"
    (folder / "lesson.html").write_text(html, "utf-8")
    page: Page = open_page(f"{origin}/lesson.html").page
    for name in ASKED:
        # Three pages at once take as long as three.
        linked = frame(page, name).locator("html")
        expect(linked).to_have_attribute("data-linked", "", timeout=30_000)
    return page


def addressed(tilt: TiltPage, wanted: str) -> None:
    """The address of a view says this, in sight or not."""
    says = "wanted => location.search.includes(wanted)"
    tilt.page.wait_for_function(says, arg=wanted, polling=EVERY_MS)


def test_every_view_is_sized_right(lesson: Page) -> None:
    heights = {}
    for name in ASKED:
        fits(lesson, name)
        box = lesson.locator(f"iframe[title={name}]").bounding_box()
        assert box is not None
        heights[name] = box["height"]
    assert heights["plane"] < 900 < heights["all"]
    assert 500 < heights["histograms"] < 1300


def test_they_are_sized_anew_when_the_page_gets_narrow(lesson: Page) -> None:
    lesson.set_viewport_size({"width": 390, "height": 844})
    for name in ASKED:
        # A frame that is out of sight is laid out when it comes into view.
        lesson.locator(f"iframe[title={name}]").scroll_into_view_if_needed()
        frame(lesson, name).wait_for_function("() => innerWidth <= 390", polling=EVERY_MS)
        fits(lesson, name)


def test_only_what_is_asked_for_is_there(lesson: Page) -> None:
    plane = TiltPage(frame(lesson, "plane"))  # type: ignore[arg-type]
    expect(plane.picture("plane")).to_be_visible()
    expect(plane.view("sentence")).to_be_visible()
    for place in ("tree", "bars", "readouts", "guide"):
        expect(plane.view(place)).to_have_count(0)
    expect(plane.page.get_by_role("banner")).to_have_count(0)
    expect(plane.page.get_by_role("link", name="The KL leash")).to_be_visible()
    expect(plane.beta).to_be_visible()
    for gone in (plane.scenario, plane.temperature, plane.switch):
        expect(gone).to_have_count(0)
    everything = TiltPage(frame(lesson, "all"))  # type: ignore[arg-type]
    everything.shows(At("blind-spot"))


def test_they_work_each_on_its_own_and_leave_the_history_alone(lesson: Page) -> None:
    before = lesson.evaluate("() => history.length")
    plane, whole = (TiltPage(frame(lesson, name)) for name in ("plane", "all"))  # type: ignore[arg-type]
    plane.beta.press("Home")
    expect(plane.beta).to_have_attribute("aria-valuetext", "β 0.05")
    # A frame that is out of sight is not drawn.
    lesson.locator("iframe[title=all]").scroll_into_view_if_needed()
    whole.scenario.select_option("flattery")
    whole.shows(At("flattery"))
    addressed(plane, "beta=0.05")
    addressed(whole, "scenario=flattery")
    assert lesson.evaluate("() => history.length") == before


def test_a_dark_page_has_dark_views(lesson: Page) -> None:
    for name in ASKED:
        html = frame(lesson, name).locator("html")
        expect(html).to_have_css("background-color", "rgb(21, 23, 28)")
        expect(html).to_have_css("color-scheme", "dark")


def test_what_does_not_exist_is_named(open_page: Any, server: Any) -> None:
    asked = "?embed=1&show=plane,nonsense&hide=beta,x&theme=pink"
    tilt: TiltPage = open_page(server.url + asked)
    for words in (
        "show: there is no view “nonsense”, only sentence, tree",
        "hide: there is no control “x”, only scenario, beta, T, piT, controls.",
        "theme: there is no theme “pink”, only light, dark, auto.",
    ):
        expect(tilt.page.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(tilt.picture("plane")).to_be_visible()
    expect(tilt.beta).to_have_count(0)
    assert tilt.page.evaluate("() => location.search") == "?view=tilt&embed=1&show=plane&hide=beta"


@pytest.mark.parametrize("hidden", ["player", "position,f,N,seed,player", "f,N"])
def test_hidden_controls_take_nothing_else_with_them(
    open_page: Any, server: Any, hidden: str
) -> None:
    page = open_page(f"{server.url}?view=estimate&embed=1&hide={hidden}&N=4").page
    label = re.compile("^Histograms of 400 batch estimates of N = 4")
    expect(page.locator("section.view.histograms").get_by_role("img")).to_have_attribute(
        "aria-label", label
    )
    expect(page.get_by_role("slider", name="Tokens N")).to_have_count(int("N" not in hidden))


def test_a_notice_is_part_of_the_height(
    host: tuple[Path, str], open_page: Any, server: Any
) -> None:
    folder, origin = host
    asked = "view=estimate&embed=1&show=curves,nonsense&hide=f"
    html = f"<!DOCTYPE html>{ICON}{FRAME.format(f'{server.url}?{asked}', 'curves')}{SNIPPET}"
    (folder / "notice.html").write_text(html, "utf-8")
    page = open_page(f"{origin}/notice.html").page
    fits(page, "curves")


def test_without_controls_a_view_stands_still(open_page: Any, server: Any) -> None:
    asked = "?view=estimate&embed=1&show=histograms,table&hide=controls&f=0.9"
    page = open_page(server.url + asked).page
    expect(page.locator("section.view.controls")).to_have_count(0)
    label = re.compile("^Histograms of 400 batch estimates")
    expect(page.get_by_role("img")).to_have_attribute("aria-label", label)
