"""The palette: contrast in both themes, and one set of names for both."""

import re

import pytest

from widgets.style import PALETTE, css_variables, script, stylesheet, theme_css

TEXT = ("ink", "muted", "ref", "star", "temp", "true")
GROUNDS = ("card", "ground", "shade")


def luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, as WCAG 2 defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", PALETTE)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", TEXT)
def test_text_can_be_read(theme: str, ground: str, name: str) -> None:
    assert contrast(PALETTE[theme][name], PALETTE[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", PALETTE)
@pytest.mark.parametrize("ground", ["card", "ground"])
def test_edges_can_be_seen(theme: str, ground: str) -> None:
    assert contrast(PALETTE[theme]["edge"], PALETTE[theme][ground]) >= 3


def test_both_themes_have_the_same_names() -> None:
    assert PALETTE["light"].keys() == PALETTE["dark"].keys()
    for colours in PALETTE.values():
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours.values())


@pytest.mark.parametrize("theme", PALETTE)
def test_css_variables(theme: str) -> None:
    declared = dict(re.findall(r"--(\w+): (#\w+);", css_variables(theme)))
    assert declared == PALETTE[theme]


def test_the_chosen_theme_overrules_the_system() -> None:
    css = theme_css()
    assert css.count(css_variables("dark")) == 2
    assert ":root:not([data-theme=light])" in css
    assert ":root[data-theme=dark]" in css


@pytest.mark.parametrize("sheet", ["views", "controls"])
def test_style_sheets_name_meanings_and_no_colours(sheet: str) -> None:
    text = stylesheet(sheet)
    used = set(re.findall(r"var\(--(\w+)\)", text))
    assert used - {"tint", "fill"} <= PALETTE["light"].keys()
    assert not re.findall(r"#[0-9a-f]{6}\b", text)


def test_scripts_are_joined_in_order() -> None:
    joined = script("store", "sweep")
    assert joined.index("function makeStore") < joined.index("function sweepFrame")
