"""State in the link: ``?view=tilt&scenario=blind-spot&beta=0.42``, and no defaults.

The browser has the grammar of links: it says what is wrong with one, and keeps the address up to
date. Here only what is right is taken, so that the page opens with it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from widgets.state import SliderState, rounded

Query = Mapping[str, Sequence[bytes]]

ON, OFF = "1", "0"
LONGEST = 40
# No value is longer; what a link says beyond is not looked at.
MOST_BYTES = 1000


# An ampersand that was escaped once too often, and what the text around a link leaves at its end.
ESCAPED = re.compile("^(amp;)+", re.IGNORECASE)
LEFT = ".,;:!?)]}>\"'”’»"
# What a reader would call a number; ``js/controls/reading.js`` has the same.
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
WHOLE = re.compile(r"\d{1,12}", re.ASCII)


def first(query: Query, key: str, keys: Sequence[str] = ()) -> str | None:
    """What a query says of a key, one of ``keys``, as text; None is nothing.

    What is written exactly so goes before what is only like it; of both the first counts.
    """
    alike = (said for said in query if _key_meant(keys or [key], said) == key)
    said = query.get(key) or next((query[said] for said in alike if query[said]), None)
    if not said:
        return None
    text = said[0][:MOST_BYTES].decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _key_meant(keys: Sequence[str], said: str) -> str:
    name = ESCAPED.sub("", said)
    alike = [key for key in keys if key.lower() == name.lower()]
    return name if name in keys or len(alike) != 1 else alike[0]


def name_meant(names: Sequence[str], text: str) -> str:
    """The one of some names that a text means, if it is clear which; else the text."""
    if text in names:
        return text
    bare = text.rstrip(LEFT)
    alike = [name for name in names if name.lower() == bare.lower()]
    if bare in names:
        return bare
    return alike[0] if len(alike) == 1 else text


def read(state: type[SliderState], query: Query) -> dict[str, Any]:
    """The settings that a query asks for, of those that a control can have; of others, nothing."""
    settings, keys = {}, [*state.keys.values()]
    for name, key in state.keys.items():
        text = first(query, key, keys)
        value = None if text is None else _value(state, name, text)
        if state.legal(name, value):
            settings[name] = value
    return settings


def _value(state: type[SliderState], name: str, text: str) -> Any:
    if name in state.choices:
        return name_meant(state.param[name].objects, text)
    bare = text.rstrip(LEFT).strip()
    if name in state.wholes:
        return int(bare) if WHOLE.fullmatch(bare) else None
    if name in state.scales:
        bare = bare.replace("−", "-", 1)
        return rounded(float(bare)) if NUMBER.fullmatch(bare) else None
    return {ON: True, OFF: False}.get(bare)


def write(view: str, state: type[SliderState], settings: Mapping[str, Any]) -> str:
    """The query of a link to these settings of an explorer, without a question mark."""
    pairs = [("view", view)]
    for name, key in state.keys.items():
        value = settings.get(name, state.param[name].default)
        if value != state.param[name].default:
            pairs.append((key, _written(value)))
    return urlencode(pairs)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return ON if value else OFF
    return value if isinstance(value, str) else f"{value:.10g}"
