"""Text that follows the controls: markup with slots, and how numbers are written in it."""

import re
from functools import lru_cache
from math import floor, log10
from typing import TypedDict

from widgets.payloads import Values
from widgets.sweep import Sweep

SLOT = re.compile(r'(<(?:b|span)[^>]*) data-slot="(\w+)">')


class TextFacts(TypedDict):
    """Markup in which ``slot`` marks what the sweep fills in, and what its buttons set, if any."""

    html: str
    steps: list[Values]


def prose(markup: str) -> TextFacts:
    """The facts of a text without buttons."""
    return {"html": math(markup), "steps": []}


def slot(name: str, kind: str = "") -> str:
    """The place in the markup of the sweep's column ``name``, in the colour of ``kind``."""
    return (
        f'<b class="{kind}" data-slot="{name}"></b>'
        if kind
        else f'<span data-slot="{name}"></span>'
    )


def steady(sentence: str, sweep: Sweep) -> str:
    """The sentence, in a place as large as it may ever need: nothing below it jumps.

    Beneath it stands, unseen and unread, what it says with the longest text of every slot.
    """

    def longest(slot: re.Match[str]) -> str:
        texts = sweep.columns[slot[2]].values
        return f"{slot[1]}>{max(map(str, texts.ravel()), key=len)}"

    beneath = SLOT.sub(longest, sentence)
    return (
        f'<div class="steady"><p class="says">{sentence}</p>'
        f'<p class="says" aria-hidden="true">{beneath}</p></div>'
    )


def math(text: str) -> str:
    """Markup as in print: π_ref, π_T, π_θ and E_π lowered, exponents raised, β and T not parted."""
    lowered = re.sub(r"(?<=[πE])_(ref|T|θ|π\*?)", r"<sub>\1</sub>", text)
    raised = re.sub(r"\^(?:\((.+?)\)|(−ℓ))", r"<sup>\1\2</sup>", lowered)
    return re.sub(r"(?<=\b[βT]) (?=[\d<K=])", "\u00a0", raised)


def quoted(response: str) -> str:
    """A response within a sentence: one of several words is set off by quotation marks."""
    return f"“{response}”" if " " in response else response


def percent(share: float) -> str:
    """A probability as a reader would say it: "45 %", "0.4 %", "99.7 %", never a false 0 or 100."""
    value = 100 * share
    if share == 0 or share >= 1:
        text = "100" if share else "0"
    elif value < 0.05:
        text = "<\u202f0.1"
    elif value >= 99.95:
        text = ">\u202f99.9"
    else:
        text = f"{value:.{0 if 0.995 <= value <= 99 else 1}f}"
    return f"{text}\u202f%"


def nats(value: float) -> str:
    """A KL in nats: two decimals, or more where those would make a small one look like none."""
    return number(value, 2 if value >= 0.095 else 3 if value >= 0.0095 else 4)


def number(value: float, digits: int = 2) -> str:
    """A number as printed: a real minus sign, no negative zero, commas between thousands."""
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if not text.strip("-0.") else text.replace("-", "−")


# A value that is typed makes one new column among dozens that were written before.
@lru_cache(maxsize=8192)
def figures(value: float, digits: int = 4) -> str:
    """As ``number``, but with as many decimals as leave a small value two figures."""
    if abs(value) >= 1e-12:
        digits = max(digits, 1 - floor(log10(abs(value))))
    return number(value, digits)
