"""An explorer: what a page, a component and the static site need to know of it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from widgets.bundles import DIST
from widgets.controls import Control, Player
from widgets.payloads import Control as ControlFacts
from widgets.payloads import Layout, LinkFacts, ScaleFacts, WholeFacts
from widgets.state import SliderState
from widgets.view import View


@dataclass(frozen=True)
class Recorded:
    """What stands in for the server of a page that has none, besides its views.

    ``files`` are written beside the page; ``player`` is the player of what was recorded.
    """

    files: Callable[[], Iterable[tuple[str, Any]]]
    player: Player


@dataclass(frozen=True, eq=False)
class Explorer:
    """A state, its controls, and views of it by the name of their place, in reading order.

    ``columns`` says which places stand below one another where the page is wide; a place that is
    in no column has the whole width, before the columns or after them as in the order of views.
    The controls stand directly above the columns. Without a server, what it cannot do with its
    views alone is ``recorded``. ``script`` draws it, if that is none of this package's bundles:
    then it stands in the folder of the module of the state, or below.
    """

    key: str
    title: str
    lead: str
    state: type[SliderState]
    columns: tuple[tuple[str, ...], ...]
    controls: Sequence[Control]
    views: Mapping[str, View]
    recorded: Recorded | None = None
    script: Path | None = None

    @property
    def bundle(self) -> Path:
        """The script that draws it."""
        return self.script or DIST / f"{self.key}.js"

    def layout(self, places: Collection[str] | None = None) -> Layout:
        """Where the views stand, or these of them."""
        shown = [place for place in self.views if places is None or place in places]
        columns = [[place for place in column if place in shown] for column in self.columns]
        outside = [place for place in shown if not any(place in column for column in self.columns)]
        first = self._before_columns
        return {
            "above": [*(place for place in outside if place in first), "controls"],
            "columns": [column for column in columns if column],
            "below": [place for place in outside if place not in first],
        }

    @property
    def _before_columns(self) -> list[str]:
        inside = [any(place in column for column in self.columns) for place in self.views]
        return [*self.views][: inside.index(True) if True in inside else len(inside)]

    def facts(self) -> dict[str, Any]:
        """What of an opening is the same for all sessions."""
        return {
            "key": self.key,
            "title": self.title,
            "controls": self._controls(),
            "scales": self._scales(),
            "wholes": self._wholes(),
            "link": self._link(),
        }

    def _controls(self) -> list[ControlFacts]:
        return [asdict(control) for control in self.controls]

    def _scales(self) -> dict[str, ScaleFacts]:
        return {name: scale.facts() for name, scale in self.state.scales.items()}

    def _wholes(self) -> dict[str, WholeFacts]:
        return {name: whole.facts() for name, whole in self.state.wholes.items()}

    def _link(self) -> LinkFacts:
        return {
            "keys": dict(self.state.keys),
            "choices": list(self.state.choices),
            "defaults": self.state.defaults(),
        }
