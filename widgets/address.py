"""State in the link: ``?view=tilt&scenario=blind-spot&beta=0.42``, and no defaults.

``address.js`` is the same codec in the browser, where it keeps the address up to date; both are
tested on the same links.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from widgets.state import SliderState

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


def read(state: type[SliderState], query: Query) -> tuple[dict[str, Any], list[str]]:
    """The settings that a query asks for, and what is to be said where others are taken instead.

    What is no key of this state is passed over. A value that is out of range, between stops where
    none can be made, or no value at all becomes the nearest that is valid.
    """
    settings: dict[str, Any] = {}
    notices = []
    for name, key in state.keys.items():
        text = first(query, key)
        if text is None:
            continue
        value, problem = _read(state, name, text)
        settings[name] = value
        if problem:
            notices.append(f"{key}: {problem}")
    return settings, notices


def _read(state: type[SliderState], name: str, text: str) -> tuple[Any, str]:
    default = state.param[name].default
    if name in state.scales:
        return replace(state.scales[name], clamp=True).read(text, default)
    if isinstance(default, bool):
        known = {ON: True, OFF: False}
        return _known(known, text, default, OFF)
    if name in state.wholes:
        return state.wholes[name].read(text, default)
    return _known({key: key for key in state.param[name].objects}, text, default, default)


def _known(known: Mapping[str, Any], text: str, default: Any, shown: str) -> tuple[Any, str]:
    if text in known:
        return known[text], ""
    allowed = ", ".join(known)
    return default, f"there is no “{text[:LONGEST]}”, only {allowed}; {shown} is taken."


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
