"""The state of the explorer: position, f, N and seed, and the run that is played."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
import param

from widgets.estimate.live import (
    MOST_FRAMES,
    MOST_PER_FRAME,
    OPENING,
    Drawn,
    LiveRun,
    Settings,
    begun,
    opening,
    reopened,
)
from widgets.estimate.positions import POSITIONS
from widgets.estimate.solution import FLATNESS, TOKENS, Solution, solve
from widgets.state import Scale, Setting, SliderState, Whole, is_whole
from widgets.turns import Work
from widgets.written import Written

STEP = 0.05
FLATNESS_STOPS = np.round(np.arange(FLATNESS[0], FLATNESS[1] + STEP / 2, STEP), 2)
MOST_SEED = 2**32 - 1
# Batches that take some 10 ms to draw, whatever N.
MANY = 5_000


class EstimateState(SliderState):
    """The one source of truth that all views share; ``chunk`` is what the browser plays next."""

    position: Any = param.Selector(default="eight", objects=list(POSITIONS), doc="Key of it.")
    f = Setting(default=0.3, bounds=FLATNESS, doc="π_θ ∝ π_ref^(1−f).")
    tokens = Setting(default=16, bounds=(1, 256), doc="Tokens per estimate, N.")
    seed = param.Integer(default=0, bounds=(0, MOST_SEED), doc="Seed of the run.")
    chunk = param.String(precedence=-1, doc="The frames that were drawn last, as JSON.")

    scales: ClassVar[Mapping[str, Scale]] = {
        "f": Scale("f", FLATNESS_STOPS, clamp=True),
        "tokens": Scale("N", np.array(TOKENS, dtype=float), between=False, clamp=True),
    }
    wholes: ClassVar[Mapping[str, Whole]] = {"seed": Whole("seed", MOST_SEED)}
    choices: ClassVar[list[str]] = ["position"]
    keys: ClassVar[Mapping[str, str]] = {
        "position": "position",
        "f": "f",
        "tokens": "N",
        "seed": "seed",
    }
    publishes: ClassVar[Sequence[str]] = ("chunk",)

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self._run: LiveRun | None = None
        self.chunk = opening(self.settings)

    @property
    def settings(self) -> Settings:
        """What a run that begins now depends on."""
        return Settings(self.position, self.f, int(self.tokens), self.seed)

    def solve(self) -> Solution:
        """The solution of the position at the stops as they are now."""
        return solve(self.position, tuple(self.stops["f"]))

    def start(self, settings: Mapping[str, Any], number: int = 0) -> None:
        """Begin a run with these settings of the browser, which may be ahead of the server's.

        The state itself follows by its own messages. Settings that no control can have come from
        elsewhere, and are not taken.
        """
        wanted = self._wanted(settings)
        if wanted is not None:
            self._show(begun(wanted, number))

    def _wanted(self, settings: Mapping[str, Any]) -> Settings | None:
        wanted: dict[str, Any] = {name: settings.get(name) for name in self.keys}
        if not is_whole(wanted["tokens"], wanted["seed"]):
            return None
        wanted |= {name: int(wanted[name]) for name in ("tokens", "seed")}
        legal = all(self.legal(name, value) for name, value in wanted.items())
        return Settings(**wanted) if legal else None

    def draw(self, frames: int, per_frame: int, after: int | None = None) -> None:
        """Draw the next frames of the run, or those after so many batches, if it says which."""
        self._show(self._drawn(frames, per_frame, after))

    def _drawn(self, frames: int, per_frame: int, after: int | None) -> Drawn:
        run = reopened(self.settings) if self._run is None else self._run
        if after is not None:
            run.go_to(after)
        return run, run.chunk(frames, per_frame)

    def _show(self, drawn: Drawn) -> None:
        self._run, self.chunk = drawn

    def snapshot(self) -> dict[str, Any]:
        """A chunk is JSON already, and to be put in as it is."""
        return {"chunk": Written(self.chunk)}

    def work(self, message: Any) -> Work:
        """The wish for a new run, or for more of this one."""
        match message:
            case {"start": dict(settings)}:
                wanted, number = self._wanted(settings), message.get("run", 0)
                if wanted is not None and is_whole(number):
                    # What is exact of a run may have to be computed first.
                    return Work(self._show, partial(begun, wanted, int(number)), long=True)
            case {"draw": frames, "per_frame": many} if is_whole(frames, many):
                after = message.get("after")
                if after is None or is_whole(after):
                    return self._drawing(int(frames), int(many), after and int(after))
        return super().work(message)

    def _drawing(self, frames: int, per_frame: int, after: int | None) -> Work:
        """As much as a page draws ahead takes a few ms; a leap into a run can take a hundred."""
        here = OPENING if self._run is None else self._run.batches
        leap = 0 if after in (None, here) else after or 0
        drawn = min(frames, MOST_FRAMES) * min(per_frame, MOST_PER_FRAME) + leap
        compute = partial(self._drawn, frames, per_frame, after)
        return Work(self._show, compute, long=drawn > MANY)
