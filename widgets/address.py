"""State in the link: ``?view=tilt&scenario=blind-spot&beta=0.42``, and no defaults.

The browser has the grammar of links: it says what is wrong with one, and keeps the address up to
date. Here only what is right is taken, so that the page opens with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from widgets.state import SliderState, rounded

Query = Mapping[str, Sequence[bytes]]

ON, OFF = "1", "0"
LONGEST = 40
# No value is longer; what a link says beyond is not looked at.
MOST_BYTES = 1000


def first(query: Query, key: str) -> str | None:
    """What a query says of a key, as text; the first time counts, and None is nothing."""
    said = query.get(key)
    if not said:
        return None
    text = said[0][:MOST_BYTES].decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def read(state: type[SliderState], query: Query) -> dict[str, Any]:
    """The settings that a query asks for, of those that a control can have; of others, nothing."""
    settings = {}
    for name, key in state.keys.items():
        text = first(query, key)
        value = None if text is None else _value(state, name, text)
        if state.legal(name, value):
            settings[name] = value
    return settings


def _value(state: type[SliderState], name: str, text: str) -> Any:
    if name in state.choices:
        return text
    if name in state.scales or name in state.wholes:
        return _number(text, whole=name in state.wholes)
    return {ON: True, OFF: False}.get(text)


def _number(text: str, whole: bool) -> float | None:
    try:
        return int(text) if whole else rounded(float(text.replace("−", "-")))
    except ValueError:
        return None


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
