"""An explorer: what the page needs to know of it, and how a session opens one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import panel as pn
import param

from widgets.component import Failure


@dataclass(frozen=True)
class Explorer:
    """A state, and views of it by the name of their place in the page, in reading order.

    ``columns`` says which places stand below one another where the page is wide; a place that is
    in no column has the whole width, before the columns or after them as in the order of views.
    """

    key: str
    title: str
    lead: str
    state: Callable[..., param.Parameterized]
    columns: tuple[tuple[str, ...], ...]
    views: Mapping[str, Callable[..., pn.viewable.Viewable]]

    @property
    def above(self) -> list[str]:
        """The places before the columns."""
        return self._outside[: self._first]

    @property
    def below(self) -> list[str]:
        """The places after the columns."""
        return self._outside[self._first :]

    @property
    def _outside(self) -> list[str]:
        return [place for place in self.views if not any(place in c for c in self.columns)]

    @property
    def _first(self) -> int:
        inside = [any(place in column for column in self.columns) for place in self.views]
        return inside.index(True) if True in inside else len(inside)

    def open(self, **settings: Any) -> dict[str, pn.viewable.Viewable]:
        """The views of a new state, by the name of their place in the page.

        A view that cannot be built is replaced by its error; the others work on.
        """
        state = self.state(**settings)
        return {place: self._build(place, state) for place in self.views}

    def _build(self, place: str, state: param.Parameterized) -> pn.viewable.Viewable:
        try:
            return self.views[place](state)
        except Exception as error:
            return Failure(text=f"{type(error).__name__}: {error}")
