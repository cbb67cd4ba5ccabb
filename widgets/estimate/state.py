"""The state of the explorer: position, f, N and seed, and the run that is played."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import param

from widgets.estimate.live import LiveRun, Settings, opening, reopened
from widgets.estimate.positions import POSITIONS
from widgets.estimate.solution import FLATNESS, TOKENS, Solution, solve
from widgets.state import Scale, SliderState

STEP = 0.05
FLATNESS_STOPS = np.round(np.arange(FLATNESS[0], FLATNESS[1] + STEP / 2, STEP), 2)
MOST_SEED = 2**32 - 1


class EstimateState(SliderState):
    """The one source of truth that all views share; ``chunk`` is what the browser plays next."""

    position: Any = param.Selector(default="eight", objects=list(POSITIONS), doc="Key of it.")
    f = param.Number(default=0.3, bounds=FLATNESS, doc="π_θ ∝ π_ref^(1−f).")
    tokens = param.Number(default=16, bounds=(1, 256), doc="Tokens per estimate, N.")
    seed = param.Integer(default=0, bounds=(0, MOST_SEED), doc="Seed of the run.")
    chunk = param.String(doc="The frames that were drawn last, as JSON.")

    scales: ClassVar[Mapping[str, Scale]] = {
        "f": Scale("f", FLATNESS_STOPS, clamp=True),
        "tokens": Scale("N", np.array(TOKENS, dtype=float), between=False, clamp=True),
    }
    choices: ClassVar[list[str]] = ["position"]

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self._run: LiveRun | None = None
        self._serial = 0
        self.chunk = opening(self.settings)

    @property
    def settings(self) -> Settings:
        """What a run that begins now depends on."""
        return Settings(self.position, self.f, int(self.tokens), self.seed)

    def solve(self) -> Solution:
        """The solution of the position at the stops as they are now."""
        return solve(self.position, tuple(self.stops["f"]))

    def type_value(self, name: str, text: str) -> None:
        """As for every slider; a seed is a whole number, or the old one is kept."""
        if name != "seed":
            return super().type_value(name, text)
        shown = text.strip()
        good = shown.isascii() and shown.isdigit() and int(shown[:12]) <= MOST_SEED
        if good and len(shown) <= 12:
            self.seed = int(shown)
            return self._say("seed", "")
        allowed = f"a seed is a whole number from 0 to {MOST_SEED}"
        return self._say("seed", f"“{shown[:20]}”: {allowed}. The seed stays {self.seed}.")

    def start(self, settings: Mapping[str, Any], number: int = 0) -> None:
        """Begin a run with these settings of the browser, which may be ahead of the server's.

        The state itself follows by its own messages. Settings that no control can have come from
        elsewhere, and are not taken.
        """
        wanted = {name: settings.get(name) for name in ("position", "f", "tokens", "seed")}
        if not _legal(**wanted):
            return
        position, f = str(settings["position"]), float(settings["f"])
        tokens, seed = int(settings["tokens"]), int(settings["seed"])
        self._run = LiveRun(Settings(position, f, tokens, seed), number)
        self.draw(0, 1)

    def draw(self, frames: int, per_frame: int, after: int | None = None) -> None:
        """Draw the next frames of the run, or those after so many batches, if it says which."""
        if self._run is None:
            self._run = reopened(self.settings)
        if after is not None:
            self._run.go_to(after)
        self._serial += 1
        self.chunk = self._run.chunk(frames, per_frame, self._serial)


def is_whole(*values: Any) -> bool:
    """Whether all of these are whole numbers, as JSON may write them: 16 or 16.0."""
    return all(isinstance(v, int | float) and abs(v) < 2**53 and v == int(v) for v in values)


def _legal(position: Any, f: Any, tokens: Any, seed: Any) -> bool:
    return (
        isinstance(position, str)
        and position in POSITIONS
        and isinstance(f, int | float)
        and FLATNESS[0] <= f <= FLATNESS[1]
        and is_whole(tokens, seed)
        and tokens in TOKENS
        and 0 <= seed <= MOST_SEED
    )
