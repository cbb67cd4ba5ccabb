"""Tabulate exactly, pick in the browser.

A slider has some hundred stops and the exact core needs microseconds for each. So all stops are
computed at once, the table is sent when the scenario changes, and a few lines of script show the
frame under the slider: no round trip while dragging and no server work.
"""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from widgets.payloads import ColumnPayload, SweepPayload

Along = Sequence[str]
Kind = Literal["f4", "f8", "i4", "text"]


@dataclass(frozen=True, eq=False)
class Column:
    """The values of a column, of shape ``(*the axes it is along, rows)``, or without rows.

    It travels only while the setting ``when`` is on; ``exact`` sends doubles, where single
    precision would show.
    """

    along: Along
    values: Any
    when: str = ""
    exact: bool = False

    @property
    def payload(self) -> ColumnPayload:
        """The column as it is sent."""
        values, kind = np.asarray(self.values), self._kind
        count = values.shape[-1] if values.ndim > len(self.along) else 1
        if kind == "text":
            data: str | list[str] = list(map(str, values.ravel()))
        else:
            data = base64(_planes(values.astype(f"<{kind}"), count))
        return {"along": list(self.along), "count": count, "kind": kind, "data": data}

    @property
    def _kind(self) -> Kind:
        if self.values.dtype.kind in "US":
            return "text"
        if self.values.dtype.kind == "i":
            return "i4"
        return "f8" if self.exact else "f4"


class Sweep:
    """An exact table of frames, of which the controls pick one.

    ``axes`` maps the name of a control to its stops. Each column is a ``Column``, or a pair
    ``(along, values)``: the axes it depends on, in order, and an array of shape ``(*those axes,
    rows)``; a column of texts or of single numbers has no rows and the shape ``(*those axes,)``. A
    column names only the axes it needs, so no product is tabulated that nobody looks at.

    Raises ValueError for a column along an unknown axis, of another shape than its axes have, or
    with a NaN: no NaN may ever reach the screen.
    """

    def __init__(
        self,
        axes: Mapping[str, ArrayLike],
        columns: Mapping[str, Column | tuple[Along, ArrayLike]],
    ) -> None:
        self.axes = {name: np.asarray(stops, dtype=float) for name, stops in axes.items()}
        self.columns = {name: self._checked(name, column) for name, column in columns.items()}

    def _checked(self, name: str, column: Column | tuple[Along, ArrayLike]) -> Column:
        column = column if isinstance(column, Column) else Column(*column)
        unknown = set(column.along) - set(self.axes)
        if unknown:
            raise ValueError(f"column {name!r} is along {unknown}; the axes are {set(self.axes)}")
        array = np.asarray(column.values)
        shape = tuple(len(self.axes[axis]) for axis in column.along)
        if array.shape[: len(shape)] != shape or array.ndim > len(shape) + 1:
            raise ValueError(
                f"column {name!r} has shape {array.shape}; allowed is {shape} or {(*shape, 'rows')}"
            )
        return replace(column, along=tuple(column.along), values=_numbers(name, array))

    def frame(self, **at: float) -> dict[str, NDArray[Any]]:
        """The frame at these values of the controls, each taken at its nearest stop."""
        index = {name: int(np.abs(stops - at[name]).argmin()) for name, stops in self.axes.items()}
        return {
            name: column.values[tuple(index[axis] for axis in column.along)]
            for name, column in self.columns.items()
        }

    def payload(self, on: Collection[str] = (), sliders: Collection[str] = ()) -> SweepPayload:
        """The table as it is sent while the settings ``on`` are; ``sweep.js`` reads it."""
        return {
            "axes": {n: stops.tolist() for n, stops in self.axes.items() if n not in sliders},
            "columns": {
                name: column.payload
                for name, column in self.columns.items()
                if not column.when or column.when in on
            },
        }

    def joining(self, setting: str) -> dict[str, ColumnPayload]:
        """The columns that travel only while this setting is on."""
        return {n: column.payload for n, column in self.columns.items() if column.when == setting}


def _numbers(name: str, array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.kind in "USi":
        return array
    array = array.astype(float)
    if np.isnan(array).any():
        raise ValueError(f"column {name!r} holds NaN; every frame must be a number")
    return array


def _planes(numbers: NDArray[Any], count: int) -> NDArray[np.uint8]:
    """The bytes of a column: first those that say most of each number, and so on.

    Row by row along the stops, where neighbours are much alike: so a table is packed to half.
    """
    along = np.ascontiguousarray(numbers.reshape(-1, count).T)
    return np.ascontiguousarray(along.view(np.uint8).reshape(-1, numbers.itemsize).T[::-1])


def base64(array: NDArray[Any]) -> str:
    """The bytes of an array as text."""
    return b64encode(array.tobytes()).decode("ascii")
