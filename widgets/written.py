"""JSON whose larger parts were written before."""

import json
from typing import Any


class Written(str):
    """A text that is JSON already, cached by whoever wrote it; an empty one is null."""


def dumps(part: Any) -> str:
    """JSON of dictionaries, lists and what ``Written`` marks, fit to stand in a page's script."""
    return _dumps(part).replace("<", "\\u003c")


def _dumps(part: Any) -> str:
    if isinstance(part, Written):
        return part or "null"
    if isinstance(part, dict):
        pairs = (f"{json.dumps(str(name))}:{_dumps(value)}" for name, value in part.items())
        return "{" + ",".join(pairs) + "}"
    return json.dumps(part, allow_nan=False)
