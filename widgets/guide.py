"""What to try: short steps, each with a button that puts the controls there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from widgets.payloads import Value
from widgets.sweep import Sweep
from widgets.text import TextFacts, math


@dataclass(frozen=True)
class Step:
    """A title, a text with its numbers filled in, the words on the button, and what it sets."""

    title: str
    text: str
    button: str
    settings: Mapping[str, Value]


def guide(steps: Sequence[Step]) -> tuple[TextFacts, Sweep]:
    """The contents of a guide: the steps as a list. Nothing in it moves with a slider."""
    items = "".join(
        f"<li><h3>{escape(step.title)}</h3><p>{escape(step.text)}</p>"
        f'<button type="button" data-step="{i}">{escape(step.button)}</button></li>'
        for i, step in enumerate(steps)
    )
    html = f'<header><h2>What to try</h2></header><ol class="steps">{items}</ol>'
    return {"html": math(html), "steps": [dict(step.settings) for step in steps]}, Sweep({}, {})
