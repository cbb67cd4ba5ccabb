"""A view: which picture draws it, and what that shows of a solution.

What is sent of it is computed once for all sessions of the process, and written once, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from zlib import compress

import numpy as np

from widgets.cache import shared
from widgets.payloads import ColumnPayload, ViewPayload
from widgets.sweep import Sweep
from widgets.written import Written, dumps

# The facts, drawn once a scenario, and the frames; they depend on the solution and nothing else.
Contents = Callable[[Any], tuple[Mapping[str, Any], Sweep]]
Settings = frozenset[str]


@dataclass(frozen=True)
class View:
    """The name of the picture in the browser, and the contents that it is given."""

    kind: str
    contents: Contents

    def at(self, solution: Any, sliders: Settings = frozenset()) -> "Tabulated":
        """What the view shows of a solution; where that cannot be computed, why.

        A fault in one view must not take the page, nor the other views, with it.
        """
        try:
            return _tabulated(self, solution, sliders)
        except Exception as error:
            return Tabulated(self.kind, failure=f"{type(error).__name__}: {error}")


class Tabulated:
    """The contents of a view, ready to be sent, with and without the columns of a setting."""

    def __init__(
        self,
        kind: str,
        facts: Mapping[str, Any] | None = None,
        sweep: Sweep | None = None,
        sliders: Settings = frozenset(),
        failure: str = "",
    ) -> None:
        self.kind, self.failure = kind, failure
        self._facts = None if facts is None else _single(facts)
        self._sweep, self._sliders = sweep, sliders

    def payload(self, on: Settings = frozenset()) -> ViewPayload:
        """What is sent while these settings are on."""
        return {
            "kind": self.kind,
            "facts": self._facts,
            "sweep": None if self._sweep is None else self._sweep.payload(on, self._sliders),
            "failure": self.failure,
        }

    def text(self, on: Settings = frozenset()) -> Written:
        """The same as JSON, for a page or a file."""
        return _written(self, on)

    def joining(self, setting: str) -> dict[str, ColumnPayload]:
        """The columns that are sent once this setting is on."""
        return self._sweep.joining(setting) if self._sweep else {}


@shared
def packed(views: tuple[tuple[str, Tabulated], ...], on: Settings) -> bytes:
    """Views by their places, deflated together for the socket."""
    return compress(dumps({place: view.text(on) for place, view in views}).encode())


@shared
def _tabulated(view: View, solution: Any, sliders: Settings) -> Tabulated:
    return Tabulated(view.kind, *view.contents(solution), sliders)


@shared
def _written(view: Tabulated, on: Settings) -> Written:
    return Written(dumps(view.payload(on)))


def _single(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts with their arrays in single precision, which is as much as a curve can show."""
    return {name: _single_value(name, value) for name, value in facts.items()}


def _single_value(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _single(value)
    if not isinstance(value, np.ndarray):
        return value
    if np.isnan(value).any():
        raise ValueError(f"{name!r} holds NaN; every fact must be a number")
    return cast("Any", value.astype("<f4"))
