"""An explorer: what the page needs to know of it, and how a session opens one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from widgets.controls import Control, Player
from widgets.link import Link
from widgets.state import SliderState
from widgets.style import blocks, script
from widgets.sweep import Broken, SweepView


@dataclass(frozen=True)
class Recorded:
    """What stands in for the server of a page that has none, besides its views.

    ``files`` are written beside the page, ``script`` answers from them what the session would, and
    ``player`` is the player of what was recorded.
    """

    files: Callable[[], Iterable[tuple[str, Any]]]
    script: str
    player: Player


@dataclass(frozen=True, eq=False)
class Explorer:
    """A state, its controls, and views of it by the name of their place, in reading order.

    ``columns`` says which places stand below one another where the page is wide; a place that is
    in no column has the whole width, before the columns or after them as in the order of views.
    The controls stand directly above the columns; ``scripts`` draw those that only it has.
    Without a server, what it cannot do with its views alone is ``recorded``.
    """

    key: str
    title: str
    lead: str
    state: type[SliderState]
    columns: tuple[tuple[str, ...], ...]
    controls: Sequence[Control]
    views: Mapping[str, type[SweepView]]
    scripts: tuple[str, ...] = ()
    recorded: Recorded | None = None

    @property
    def above(self) -> list[str]:
        """The places before the columns."""
        return [*self._outside[: self._first], "controls"]

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

    def open(self, **settings: Any) -> Link:
        """A new state with its views, and the link that tells a page of them."""
        state = self.state(**settings)
        views = {place: _view(view, state) for place, view in self.views.items()}
        return Link(state, views, self.controls)

    @cached_property
    def script(self) -> str:
        """What draws this explorer in the browser: the shared parts, its pictures, its controls."""
        pictures = dict.fromkeys(view.scripts for view in self.views.values())
        return "\n".join(
            [
                script("store", "svg", "sweep"),
                blocks(*pictures),
                script("controls", "address", "embedding", "share", *self.scripts, "host"),
                "globalThis.klLeash = {open: openExplorer, connect, closable};",
            ]
        )


def _view(make: type[SweepView], state: SliderState) -> SweepView:
    """The view; one that cannot even be made is replaced by its error, and the others work on."""
    try:
        return make(state)
    except Exception as error:
        return Broken(f"{type(error).__name__}: {error}")
