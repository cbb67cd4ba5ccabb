"""What is passed on with a state: the views that are shown, the theme, the way out of a frame."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from figures import At
from playwright.sync_api import Locator, Page, expect
from tilt_page import TiltPage


def query_of(address: str) -> dict[str, str]:
    return {key: value[0] for key, value in parse_qs(urlsplit(address).query).items()}


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share", exact=True).click()
    return page.get_by_role("dialog", name="Share")


def frame_query(dialog: Locator) -> dict[str, str]:
    code = dialog.get_by_role("textbox", name="Embed it in a page").input_value()
    return query_of(code.split('src="')[1].split('"')[0].replace("&amp;", "&"))


def frame_height(dialog: Locator) -> int:
    code = dialog.get_by_role("textbox", name="Embed it in a page").input_value()
    return int(code.split("height: ")[1].split("px")[0])


def test_what_is_shown_and_hidden_is_shared(open_page: Any, server: Any) -> None:
    shown = {"show": "plane,sentence", "hide": "T", "theme": "dark"}
    link = "&".join(f"{key}={value}" for key, value in shown.items())
    page = open_page(
        f"{server.url}?view=tilt&beta=0.5&{link}", viewport={"width": 800, "height": 900}
    ).page
    dialog = share(page)
    state = {"view": "tilt", "beta": "0.5"}
    shared = dialog.get_by_role("textbox", name="Link to this state").input_value()
    assert query_of(shared) == {**state, **shown}
    assert frame_query(dialog) == {**state, **shown, "embed": "1"}


def test_the_views_of_a_frame_are_picked(tilt: TiltPage, open_page: Any) -> None:
    dialog = share(tilt.page)
    picks = dialog.get_by_role("group", name="Views in the frame").get_by_role("checkbox")
    assert "show" not in frame_query(dialog)
    whole = frame_height(dialog)
    for name in ("Token by token", "Response by response", "In numbers", "What to try"):
        dialog.get_by_role("checkbox", name=name).uncheck()
    assert frame_query(dialog) == {"view": "tilt", "embed": "1", "show": "sentence,plane"}
    assert frame_height(dialog) < whole
    # One stays: a frame with nothing in it is of no use.
    for name in ("Sentence", "Reward against KL"):
        dialog.get_by_role("checkbox", name=name).click()
    assert picks.and_(dialog.locator(":checked")).count() == 1
    address = f"{tilt.page.url.split('?')[0]}?{urlencode(frame_query(dialog))}"
    embedded = open_page(address).page
    expect(embedded.locator("section.view")).to_have_count(2)


def test_the_theme_of_a_link_leads_on(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?view=tilt&theme=dark").drawn()
    link = tilt.page.get_by_role("navigation").get_by_role("link", name="Estimate")
    assert query_of(str(link.get_attribute("href"))) == {"view": "estimate", "theme": "dark"}
    tilt.page.get_by_role("button", name="Dark theme").click()
    assert query_of(str(link.get_attribute("href"))) == {"view": "estimate"}


def test_out_of_a_frame_to_the_same_state(open_page: Any, server: Any) -> None:
    tilt: TiltPage = open_page(f"{server.url}?view=tilt&scenario=flattery&embed=1").drawn()
    tilt.beta.press("Home")
    tilt.shows(At("flattery", 0.05))
    out = tilt.page.get_by_role("link", name="The KL leash")
    tilt.page.wait_for_function("() => location.search.includes('beta')")
    assert query_of(str(out.get_attribute("href"))) == {
        "view": "tilt", "scenario": "flattery", "beta": "0.05",
    }  # fmt: skip
