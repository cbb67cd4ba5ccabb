"""Sharing a state: link, iframe, pictures, numbers, and NumPy that computes them again."""

import contextlib
import csv
import io
import os
import re
import signal
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from estimate_page import At as Run
from estimate_page import opened
from figures import At, fixed
from measures import OVERFLOW, violations
from playwright.sync_api import Download, Locator, Page, expect
from tilt_page import TiltPage

from models.estimators import ESTIMATORS
from models.scenarios import SCENARIOS

Open = Callable[..., TiltPage]


def share(page: Page) -> Locator:
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog).to_be_visible()
    return dialog


def text(dialog: Locator, label: str) -> str:
    return dialog.get_by_role("textbox", name=label, exact=True).input_value()


def download(page: Page, dialog: Locator, name: str) -> Download:
    with page.expect_download() as waited:
        dialog.get_by_role("button", name=name, exact=True).click()
    return waited.value


def python_says(code: str) -> str:
    """What the copied lines print, run on their own."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, {"__name__": "copied"})
    return said.getvalue()


def number_after(said: str, words: str) -> float:
    found = re.search(rf"{re.escape(words)} (\S+)", said)
    assert found is not None, (words, said)
    return float(found[1])


def test_the_link_is_the_state(tilt: TiltPage) -> None:
    tilt.scenario.select_option("flattery")
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(At("flattery", 0.333))
    link = text(share(tilt.page), "Link to this state")
    assert link.endswith("?view=tilt&scenario=flattery&beta=0.333")
    tilt.page.goto(link)
    tilt.drawn().shows(At("flattery", 0.333))


def test_the_iframe_bears_the_state_and_sizes_itself(tilt: TiltPage) -> None:
    tilt.beta.press("Home")
    code = text(share(tilt.page), "Embed it in a page")
    assert re.search(r'src="[^"]+\?view=tilt&amp;beta=0.05&amp;embed=1"', code)
    assert 'title="The KL leash"' in code
    height = re.search(r"height: (\d+)px", code)
    assert height is not None and 1000 < int(height[1]) < 2500
    assert code.count("<script>") == code.count("</script>") == 1


def test_numpy_computes_the_numbers_of_tilt(open_page: Open, server: Any) -> None:
    tilt = open_page(f"{server.url}?view=tilt&beta=0.5&T=0.4&piT=1").drawn()
    for key in SCENARIOS:
        at = At(key, 0.5, 0.4, True)
        tilt.scenario.select_option(key)
        tilt.shows(at)
        code = text(share(tilt.page), "The numbers in NumPy")
        tilt.page.keyboard.press("Escape")
        assert len(code.splitlines()) <= 12
        computes(code, at)


def computes(code: str, at: At) -> None:
    """The copied lines print the numbers of the page."""
    said, summary = python_says(code), at.summary
    star = dict(re.findall(r"'([^']+)': ([\d.e-]+)", said))
    assert list(star) == list(at.of.lm.responses)
    expected = [round(p, 3) for p in summary.star.probs[0]]
    assert [float(p) for p in star.values()] == pytest.approx(expected, abs=1e-12)
    for words, value in {
        "E[r]": summary.star.reward[0],
        "KL": summary.star.kl[0],
        "J": summary.star.objective[0],
        "beta log Z": summary.beta_log_z[0],
        "at T: E[r]": summary.tempered.reward[0],
    }.items():
        assert number_after(said, words) == pytest.approx(value, rel=1e-9)
    assert float(said.split()[-1]) == pytest.approx(summary.tempered.kl[0], rel=1e-9)
    if summary.star.true_reward is not None:
        truth = number_after(said, "E[true r]")
        assert truth == pytest.approx(summary.star.true_reward[0], rel=1e-9)


@pytest.mark.parametrize("at", [Run(f=0.45, tokens=4, seed=7), Run("treacherous")], ids=str)
def test_numpy_draws_the_batches_of_estimate(open_page: Open, server: Any, at: Run) -> None:
    link = f"view=estimate&position={at.position}&f={at.f}&N={at.tokens}&seed={at.seed}"
    page = opened(lambda url, **options: open_page(f"{server.url}?{link}"), server.url)
    page.one.click()
    page.shows(at, 401)
    code = text(share(page.page), "The numbers in NumPy")
    assert len(code.splitlines()) == 10
    said, frames = python_says(code).splitlines(), at.run().draw(1, 401)
    for e, name in enumerate(ESTIMATORS):
        assert said[e].startswith(name)
        assert number_after(said[e], "exact") == pytest.approx(at.single[name].mean, rel=1e-9)
        assert number_after(said[e], "measured") == pytest.approx(frames.mean[0, e], rel=1e-9)
        error = frames.standard_error[0, e]
        assert number_after(said[e], "+-") == pytest.approx(error, rel=1e-9)


def test_the_numbers_on_screen_as_a_table(tilt: TiltPage) -> None:
    tilt.page.get_by_role("table", name="Every token in numbers").wait_for(state="attached")
    dialog = share(tilt.page)
    wanted = [["beta", "1"], ["bb", "0.150", "0.454", "not shown", "2", "2"]]
    path = download(tilt.page, dialog, "All numbers on screen as CSV").path()
    rows = list(csv.reader(io.StringIO(Path(path).read_text("utf-8-sig"))))
    assert all(row in rows for row in wanted)
    titles = [row[0] for row in rows if len(row) == 1]
    assert titles[0] == "settings"
    assert set(titles[1:]) == {
        "Every token in numbers", "Every response in numbers", "Points in the plane", "In numbers",
    }  # fmt: skip
    summary = At().summary
    assert ["E[r]", fixed(0.58, 3), fixed(summary.star.reward[0], 3)] in rows
    assert ["b", "1.434", "b", "0.500", "0.881", "0.454"] in rows
    assert ["(prompt)", "0.892", "a", "0.700", "0.484", "0.484"] in rows


def lowered(parts: list[ElementTree.Element]) -> bool:
    """Whether every index of π_ref, in the picture and in what stands above it, is a part lower."""
    texts = [part for part in parts if part.tag.endswith("}text")]
    spelled = [text for text in texts if "πref" in "".join(text.itertext())]
    indices = [[span for span in text if span.text == "ref" and span.get("dy")] for text in spelled]
    return bool(spelled) and all(indices)


def test_every_picture_as_png_and_svg(tilt: TiltPage) -> None:
    dialog = share(tilt.page)
    titles = {
        "tree": "Token by token",
        "plane": "Reward against KL",
        "bars": "Response by response",
    }
    for place, title in titles.items():
        vector = download(tilt.page, dialog, f"{title} as SVG")
        assert vector.suggested_filename == f"kl-leash-tilt-{place}.svg"
        root = ElementTree.parse(vector.path()).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        parts = list(root.iter())
        assert not any(part.get("class") for part in parts)
        assert not any("var(" in (part.get("style") or "") for part in parts)
        assert sum("52, 81, 209" in ElementTree.tostring(part, "unicode") for part in parts) > 2
        assert lowered(parts), f"{place} has lost its subscripts"
        raster = download(tilt.page, dialog, f"{title} as PNG")
        data = Path(raster.path()).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", data[16:24])
        box = tilt.picture(place).bounding_box()
        assert box is not None
        # With room around it, and title and legend above.
        assert width == pytest.approx(2 * (box["width"] + 28), abs=4)
        assert 2 * (box["height"] + 60) <= height <= 2 * (box["height"] + 120)
        assert len(data) > 10_000


def test_the_dialog_stays_while_text_is_selected(tilt: TiltPage) -> None:
    dialog = share(tilt.page)
    box = dialog.get_by_role("textbox", name="Embed it in a page").bounding_box()
    assert box is not None
    mouse = tilt.page.mouse
    mouse.move(box["x"] + 100, box["y"] + 20)
    mouse.down()
    mouse.move(20, box["y"] + 20)
    mouse.up()
    expect(dialog).to_be_visible()
    mouse.click(20, 20)
    expect(dialog).to_be_hidden()


def test_what_is_shared_is_what_is_shown(server: Any, open_page: Open) -> None:
    """Another scenario is on its way, and the pictures are still of this one."""
    tilt = open_page(server.url).drawn().linked()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        tilt.scenario.select_option("flattery")
        dialog = share(tilt.page)
        assert "flattery" not in text(dialog, "Link to this state")
        assert '"aa"' in text(dialog, "The numbers in NumPy")
    finally:
        os.kill(server.pid, signal.SIGCONT)


def test_numbers_of_a_run_that_is_played(open_page: Open, server: Any) -> None:
    page = opened(open_page, server.url)
    page.speed.select_option("100")
    page.play.click()
    page.more_than(3000)
    dialog = share(page.page)
    path = download(page.page, dialog, "All numbers on screen as CSV").path()
    rows = list(csv.reader(io.StringIO(Path(path).read_text("utf-8-sig"))))
    start = rows.index(["The histograms in numbers"]) + 2
    counts = [int(row[1]) for row in rows[start : start + 50]]
    assert sum(counts) > 3000
    measured = [cell for row in rows[rows.index(["In numbers"]) + 2 :] for cell in row[1:]]
    assert len(measured) == 30
    assert all(re.fullmatch(r"[+-]?[\d.]+%?|<0.1%|>99.9%", cell) for cell in measured)


def test_numpy_of_a_run_of_none_and_of_one(open_page: Open, server: Any) -> None:
    page = opened(open_page, server.url)
    page.reset.click()
    page.shows(Run(), 0)
    dialog = share(page.page)
    assert "measured" not in python_says(text(dialog, "The numbers in NumPy"))
    page.page.keyboard.press("Escape")
    page.one.click()
    page.shows(Run(), 1)
    said = python_says(text(share(page.page), "The numbers in NumPy"))
    mean = Run().run().draw(1, 1).mean[0, 0]
    assert number_after(said, "measured") == pytest.approx(mean, rel=1e-9)
    assert "nan" not in said and "+-" not in said


def test_copying(open_page: Open, server: Any) -> None:
    tilt = open_page(server.url, permissions=["clipboard-read", "clipboard-write"]).drawn()
    dialog = share(tilt.page)
    copy = dialog.get_by_role("button", name="Copy: Link to this state")
    copy.click()
    expect(copy).to_have_text("Copied")
    copied = tilt.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == text(dialog, "Link to this state")


def test_the_dialog_by_keyboard(tilt: TiltPage) -> None:
    button = tilt.page.get_by_role("button", name="Share", exact=True)
    button.press("Enter")
    dialog = tilt.page.get_by_role("dialog", name="Share")
    expect(dialog).to_be_visible()
    tilt.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 390)])
def test_an_audit_of_the_dialog(open_page: Open, server: Any, theme: str, width: int) -> None:
    size = {"width": width, "height": 844}
    tilt = open_page(server.url, color_scheme=theme, viewport=size).drawn()
    dialog = share(tilt.page)
    assert violations(tilt.page, context="dialog.share") == []
    box = dialog.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert tilt.page.evaluate(OVERFLOW) <= 0
