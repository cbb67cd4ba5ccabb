"""JSON whose larger parts were written before."""

import json
from typing import Any

import numpy as np

from widgets.sweep import base64


class Written(str):
    """A text that is JSON already, cached by whoever wrote it; an empty one is null."""


def dumps(part: Any) -> str:
    """JSON of dictionaries, lists, arrays and what ``Written`` marks, fit for a page's script."""
    return _dumps(part).replace("<", "\\u003c")


def _dumps(part: Any) -> str:
    if isinstance(part, Written):
        return part or "null"
    if isinstance(part, dict):
        pairs = (f"{json.dumps(str(name))}:{_dumps(value)}" for name, value in part.items())
        return "{" + ",".join(pairs) + "}"
    return json.dumps(part, allow_nan=False, default=_numbers)


def _numbers(array: Any) -> dict[str, str]:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{type(array).__name__} has no JSON")
    return {"f4": base64(array.astype("<f4"))}
