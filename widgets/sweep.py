"""Tabulate exactly, pick in the browser.

A slider has some hundred stops and the exact core needs microseconds for each. So all stops are
computed at once, the table is sent when the scenario changes, and a few lines of script
(``sweep.js``) show the frame under the slider: no round trip while dragging and no server work.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
import param
from numpy.typing import ArrayLike, NDArray

Along = Sequence[str]


class Sweep:
    """An exact table of frames, of which the controls pick one.

    ``axes`` maps the name of a control to its stops. Each column is a pair ``(along, values)``:
    the axes it depends on, in order, and an array of shape ``(*those axes, rows)``; a column of
    texts or of single numbers has no rows and the shape ``(*those axes,)``. A column names only
    the axes it needs, so no product is tabulated that nobody looks at.

    Raises ValueError for a column along an unknown axis, of another shape than its axes have, or
    with a NaN: no NaN may ever reach the screen.
    """

    def __init__(
        self, axes: Mapping[str, ArrayLike], columns: Mapping[str, tuple[Along, ArrayLike]]
    ) -> None:
        self.axes = {name: np.asarray(stops, dtype=float) for name, stops in axes.items()}
        self.columns = {
            name: (tuple(along), self._checked(name, along, values))
            for name, (along, values) in columns.items()
        }

    def _checked(self, name: str, along: Along, values: ArrayLike) -> NDArray[Any]:
        unknown = set(along) - set(self.axes)
        if unknown:
            raise ValueError(f"column {name!r} is along {unknown}; the axes are {set(self.axes)}")
        array = np.asarray(values)
        shape = tuple(len(self.axes[axis]) for axis in along)
        if array.shape[: len(shape)] != shape or array.ndim > len(shape) + 1:
            raise ValueError(
                f"column {name!r} has shape {array.shape}; allowed is {shape} or {(*shape, 'rows')}"
            )
        if array.dtype.kind not in "USi":
            array = array.astype(float)
            if np.isnan(array).any():
                raise ValueError(f"column {name!r} holds NaN; every frame must be a number")
        return array

    def frame(self, **at: float) -> dict[str, NDArray[Any]]:
        """The frame at these values of the controls, each taken at its nearest stop."""
        index = {name: int(np.abs(stops - at[name]).argmin()) for name, stops in self.axes.items()}
        return {
            name: values[tuple(index[axis] for axis in along)]
            for name, (along, values) in self.columns.items()
        }

    def message(self) -> dict[str, Any]:
        """The table as it is sent to the browser; ``sweepFrame`` in ``sweep.js`` reads it."""
        return {
            "axes": {name: stops.tolist() for name, stops in self.axes.items()},
            "columns": {
                name: {
                    "along": list(along),
                    "count": values.shape[-1] if values.ndim > len(along) else 1,
                    "whole": values.dtype.kind == "i",
                    "data": _packed(values),
                }
                for name, (along, values) in self.columns.items()
            },
        }


def _packed(values: NDArray[Any]) -> str | list[str]:
    if values.dtype.kind in "US":
        return list(map(str, values.ravel()))
    packed = values.astype("<i4" if values.dtype.kind == "i" else "<f8")
    return b64encode(packed.tobytes()).decode("ascii")


class SweepView(param.Parameterized):
    """A view that follows the controls: facts drawn once a scenario, and a sweep of frames.

    A subclass says what it shows in ``contents``, and which scripts draw it: ``kind`` is the name
    under which they enter their picture in ``pictures`` (``sweep.js``). When the contents cannot
    be computed, the view says so in its own place and the rest of the page goes on working.
    """

    told = param.String(default="", doc="Facts and sweep, as JSON.")
    failure = param.String(default="", doc="Why the view could not be computed, if so.")

    kind: ClassVar[str] = ""
    scripts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, state: Any, **params: Any) -> None:
        super().__init__(**params)
        self._state = state
        self._show()
        state.param.watch(lambda _: self._show(), "solution")

    @staticmethod
    def contents(solution: Any) -> tuple[dict[str, Any], Sweep]:
        """The facts and the sweep that show this solution; they depend on nothing else."""
        raise NotImplementedError

    @property
    def facts(self) -> dict[str, Any]:
        """What all frames share, as the browser has it: labels, scales, geometry."""
        return json.loads(self.told)["facts"]

    @property
    def sweep(self) -> dict[str, Any]:
        """The table of frames as the browser has it, see ``Sweep.message``."""
        return json.loads(self.told)["sweep"]

    def _show(self) -> None:
        # A fault in one view must not take the page, nor the other views' update, with it.
        try:
            told = _told(type(self).contents, self._state.solution)
            self.param.update(told=told, failure="")
        except Exception as error:
            self.param.update(failure=f"{type(error).__name__}: {error}")


class Broken(SweepView):
    """Stands in the place of a view that could not be made, and says why."""

    def __init__(self, failure: str) -> None:
        param.Parameterized.__init__(self, failure=failure)


@lru_cache(maxsize=512)
def _told(contents: Callable[[Any], tuple[dict[str, Any], Sweep]], solution: Any) -> str:
    # One string, written once for all sessions of the process: encoding its thousands of numbers
    # one by one as Bokeh properties was the larger part of what serialising a session cost.
    facts, sweep = contents(solution)
    return json.dumps({"facts": facts, "sweep": sweep.message()}, allow_nan=False)
