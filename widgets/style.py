"""The look, once: the palette of both themes, and the style sheets and scripts of the views.

One colour means one thing everywhere: the reference π_ref is slate, the optimum π* the accent,
π_T green, the true reward vermilion, the estimators k1, k2, k3 ochre, violet and teal. Views name
the meaning (``var(--star)``), never a colour.
"""

from functools import cache
from importlib.resources import files
from typing import Final

PALETTE: Final[dict[str, dict[str, str]]] = {
    "light": {
        "ground": "#fdfdfc",
        "card": "#ffffff",
        "ink": "#20242a",
        "muted": "#646c78",
        "rule": "#dfe3e8",
        "edge": "#858d99",
        "shade": "#f1f2f5",
        "ref": "#5f6e84",
        "star": "#3451d1",
        "temp": "#1e7543",
        "true": "#c23f10",
        "k1": "#8a5300",
        "k2": "#8233b8",
        "k3": "#0a6b7d",
    },
    "dark": {
        "ground": "#15171c",
        "card": "#1a1d23",
        "ink": "#e7e9ee",
        "muted": "#9aa3b0",
        "rule": "#2c313b",
        "edge": "#757f8e",
        "shade": "#22262e",
        "ref": "#92a0b6",
        "star": "#8ea2ff",
        "temp": "#5cc48a",
        "true": "#ff8a5c",
        "k1": "#e3b05c",
        "k2": "#c99bf5",
        "k3": "#5ec8d8",
    },
}


def css_variables(theme: str) -> str:
    """The palette of a theme as CSS declarations, ``--star: #3451d1; …``."""
    return " ".join(f"--{name}: {colour};" for name, colour in PALETTE[theme].items())


def theme_css() -> str:
    """Both palettes as rules: the system's choice, unless ``data-theme`` on <html> says another."""
    light, dark = css_variables("light"), css_variables("dark")
    return (
        f":root {{ color-scheme: light; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) "
        f"{{ :root:not([data-theme=light]) {{ color-scheme: dark; {dark} }} }}\n"
        f"@media screen {{ :root[data-theme=dark] {{ color-scheme: dark; {dark} }} }}\n"
    )


@cache
def stylesheet(*names: str) -> str:
    """The named style sheets of this package, joined."""
    return _joined(names, ".css")


@cache
def script(*names: str) -> str:
    """The named scripts of this package, joined into one module.

    The page's script is one text that can import nothing, so what views share is put before what
    is theirs.
    """
    return _joined(names, ".js")


def blocks(*groups: tuple[str, ...]) -> str:
    """The named scripts of each group, joined into a block: its names are seen by no other."""
    return "\n".join(f"{{\n{script(*names)}}}" for names in groups)


def _joined(names: tuple[str, ...], suffix: str) -> str:
    return "\n".join(
        files(__package__).joinpath(name + suffix).read_text("utf-8") for name in names
    )
