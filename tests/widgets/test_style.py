"""The palette: contrast in both themes, and one set of names for both."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "widgets" / "js"
PATH = SCRIPTS / "style" / "palette.css"
SHEETS = [
    path
    for folder in ("style", "page")
    for path in (SCRIPTS / folder).rglob("*.css")
    if path != PATH
]
# Each block that declares the palette, by its selector.
BLOCKS = {
    selector.strip(): dict(re.findall(r"--(\w+): ([^;]+);", body))
    for selector, body in re.findall(r"([^{};/]+){([^{}]+)}", PATH.read_text("utf-8"))
    if "--" in body and "var(" not in body
}
LIGHT = next(colours for selector, colours in BLOCKS.items() if "=light]" in selector)
PALETTE = {"light": LIGHT, "dark": BLOCKS[":root[data-theme=dark], .kl-leash[data-theme=dark]"]}
TEXT = ("ink", "muted", "ref", "star", "temp", "true", "policy", "k1", "k2", "k3")
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


@pytest.mark.parametrize("path", [p for p in SHEETS if p != PATH], ids=lambda path: path.name)
def test_style_sheets_name_meanings_and_no_colours(path: Path) -> None:
    text = path.read_text("utf-8")
    used = set(re.findall(r"var\(--(\w+)\)", text)) - set(re.findall(r"--(\w+):", text))
    assert used - {"tint", "fill"} <= PALETTE["light"].keys()
    assert not re.findall(r"#[0-9a-f]{6}\b", text)


def test_the_dark_colours_are_the_same_wherever_they_stand() -> None:
    dark = [colours for selector, colours in BLOCKS.items() if colours != LIGHT]
    assert all(colours == PALETTE["dark"] for colours in dark)


def test_the_chosen_theme_overrules_the_system() -> None:
    system = [selector for selector in BLOCKS if ":not([data-theme=light])" in selector]
    assert len(system) == 1 and BLOCKS[system[0]] == PALETTE["dark"]
