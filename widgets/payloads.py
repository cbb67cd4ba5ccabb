"""What goes over the wire and into files: the shapes that ``js/types.d.ts`` has too.

A test holds the two together.
"""

from typing import Any, Literal, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.floating[Any]]
Value = float | str | bool
Values = dict[str, Value]
# One of the dataclasses of ``controls.py``, as a dictionary.
Control = dict[str, Any]


class ScaleFacts(TypedDict):
    """A slider's range; ``between`` is whether a value between two stops can become a stop."""

    symbol: str
    low: float
    high: float
    between: bool
    clamp: bool


class WholeFacts(TypedDict):
    """A whole number from 0 to ``most``."""

    symbol: str
    most: int


class Layout(TypedDict):
    """The places of the views and of the controls, in reading order."""

    above: list[str]
    columns: list[list[str]]
    below: list[str]


class LinkFacts(TypedDict):
    """What a link to a state needs: short names, what is chosen, and what goes without saying."""

    keys: dict[str, str]
    choices: list[str]
    defaults: Values


class ColumnPayload(TypedDict):
    """A column of a table: for each stop of the axes it is along, ``count`` numbers or texts.

    Numbers are base64 of their bytes, ordered so that they can be packed well; see ``sweep.py``.
    """

    along: list[str]
    count: int
    kind: Literal["f4", "f8", "i4", "text"]
    data: str | list[str]


class SweepPayload(TypedDict):
    """A table; its axes are those that are no sliders, whose stops are sent once for all tables."""

    axes: dict[str, list[float]]
    columns: dict[str, ColumnPayload]


class ViewPayload(TypedDict):
    """What a view shows, or why it could not be computed."""

    kind: str
    facts: object | None
    sweep: SweepPayload | None
    failure: str


class RunSettings(TypedDict):
    """All that a run depends on."""

    position: str
    f: float
    tokens: int
    seed: int


class RunExact(TypedDict):
    """What is exact of a run, estimator by estimator."""

    edges: list[float]
    kl: float
    mean: list[float]
    bins: list[list[float]]
    below: list[str]


class Chunk(TypedDict):
    """About a second of frames; ``exact`` comes with the first chunk of a run."""

    after: int
    run: int
    settings: RunSettings
    exact: RunExact | None
    batches: int
    over: bool
    sweep: SweepPayload
    ticks: int


class Opening(TypedDict):
    """What a page or a component brings along."""

    key: str
    title: str
    layout: Layout
    controls: list[Control]
    scales: dict[str, ScaleFacts]
    wholes: dict[str, WholeFacts]
    link: LinkFacts
    values: Values
    shown: Values
    stops: dict[str, list[float]]
    views: dict[str, ViewPayload]
    chunk: Chunk | None
    theme: str


class News(TypedDict):
    """What comes later; each part only where it is news.

    On the socket views, and columns, are the deflated bytes of their JSON, and a chunk is its JSON
    text.
    """

    values: NotRequired[Values]
    shown: NotRequired[Values]
    stops: NotRequired[dict[str, list[float]]]
    views: NotRequired[dict[str, ViewPayload]]
    columns: NotRequired[dict[str, dict[str, ColumnPayload]]]
    chunk: NotRequired[Chunk]
    answered: NotRequired[bool]
