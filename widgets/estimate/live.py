"""A run as the browser plays it: chunks of frames, each a Sweep over the ticks of time.

The server draws about a second of real batches at once and sends their frames; the browser plays
them. The run itself is the core's; here it is only written down.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.estimators import ESTIMATORS, exact_distribution, moments
from models.runs import Frames, Run, scale
from widgets.cache import shared
from widgets.estimate.positions import POSITIONS
from widgets.payloads import Chunk, RunExact, RunSettings, SweepPayload
from widgets.sweep import Sweep
from widgets.text import figures, percent

BINS = 48
MOST_BATCHES = 100_000
MOST_FRAMES, MOST_PER_FRAME = 40, 100
OPENING = 400


@dataclass(frozen=True)
class Settings:
    """All that a run depends on."""

    position: str
    f: float
    tokens: int
    seed: int

    def policies(self) -> tuple[NDArray, NDArray]:
        """π_θ and π_ref."""
        position = POSITIONS[self.position]
        return position.policy(self.f), np.array(position.ref)

    def payload(self) -> RunSettings:
        """The settings as they are sent."""
        return {"position": self.position, "f": self.f, "tokens": self.tokens, "seed": self.seed}


def edges(settings: Settings) -> NDArray:
    """The edges of the bins: one scale for the three histograms, fixed for a run."""
    return scale(*settings.policies(), settings.tokens, BINS)


def exact(settings: Settings) -> RunExact:
    """What is exact of a run: its scale, and for each estimator the distribution of an estimate."""
    return _exact(replace(settings, seed=0))


@shared
def _exact(settings: Settings) -> RunExact:
    # Whatever the seed: all runs with these settings share it.
    bounds, policies = edges(settings), settings.policies()
    single = moments(*policies)
    outer = np.concatenate([[-np.inf], bounds, [np.inf]])
    kl = single["k1"].mean
    # With the KL among the edges, one distribution gives the bins and the share below it.
    cuts = np.union1d(outer, [kl])
    at, first = np.searchsorted(cuts, kl), np.searchsorted(cuts, outer[:-1])
    parts = exact_distribution(*policies, settings.tokens, cuts)
    return {
        "edges": bounds.tolist(),
        "kl": kl,
        "mean": [single[name].mean for name in ESTIMATORS],
        "bins": [np.add.reduceat(parts[name], first).tolist() for name in ESTIMATORS],
        "below": [percent(parts[name][:at].sum()) for name in ESTIMATORS],
    }


class LiveRun:
    """A run with its settings, from the first batch on; ``number`` is the browser's name for it."""

    def __init__(self, settings: Settings, number: int = 0) -> None:
        self.settings, self.number = settings, number
        self._run = self._begin()
        self._begun = False

    @property
    def batches(self) -> int:
        """How many have been drawn."""
        return self._run.batches

    def _begin(self) -> Run:
        at = self.settings
        return Run(*at.policies(), at.tokens, edges(at), at.seed)

    def chunk(self, frames: int, per_frame: int) -> str:
        """The next frames as JSON; fewer, or none, where the run reaches its end."""
        after = self._run.batches
        left = MOST_BATCHES - after
        per_frame = max(1, min(per_frame, MOST_PER_FRAME, left))
        frames = max(0, min(frames, left // per_frame, MOST_FRAMES))
        drawn = self._run.draw(frames, per_frame) if frames else None
        return self._written(drawn, after)

    def go_to(self, batches: int) -> None:
        """Be where the run was after so many batches: the same seed draws the same again."""
        if batches == self._run.batches or not 0 <= batches <= MOST_BATCHES:
            return
        self._run = self._begin()
        if batches:
            self._run.draw(1, batches)

    def _written(self, drawn: Frames | None, after: int) -> str:
        chunk: Chunk = {
            "after": after,
            "run": self.number,
            "settings": self.settings.payload(),
            # What is exact of a run comes with its first chunk, and with the one of the opening.
            "exact": None if self._begun else exact(self.settings),
            "batches": self._run.batches,
            "over": self._run.batches == MOST_BATCHES,
            "sweep": _table(drawn),
            "ticks": len(drawn.batches) if drawn else 0,
        }
        self._begun = True
        return json.dumps(chunk, allow_nan=False)


# A run, and the chunk of it that was drawn last.
Drawn = tuple[LiveRun, str]


def begun(settings: Settings, number: int = 0) -> Drawn:
    """A new run, and its first chunk: no frames, but what is exact of it."""
    run = LiveRun(settings, number)
    return run, run.chunk(0, 1)


def _table(drawn: Frames | None) -> SweepPayload:
    return (_frames(drawn) if drawn else Sweep({"tick": [0.0]}, {})).payload()


def _frames(drawn: Frames) -> Sweep:
    columns: dict[str, Any] = {"batches": (["tick"], drawn.batches)}
    for e, name in enumerate(ESTIMATORS):
        columns[f"{name}_counts"] = (["tick"], drawn.counts[:, e])
    columns |= {name: (["tick"], texts) for name, texts in frame_texts(drawn).items()}
    return Sweep({"tick": np.arange(len(drawn.batches), dtype=float)}, columns)


def frame_texts(drawn: Frames) -> dict[str, list[str]]:
    """What is measured after each frame, as it is written on the page."""
    texts: dict[str, list[str]] = {}
    for e, name in enumerate(ESTIMATORS):
        texts[f"{name}_average"] = [figures(mean) for mean in drawn.mean[:, e]]
        texts[f"{name}_error"] = [_or_dash(error) for error in drawn.standard_error[:, e]]
        texts[f"{name}_spread"] = [_or_dash(std) for std in drawn.std[:, e]]
        texts[f"{name}_share"] = [percent(share) for share in drawn.below[:, e]]
    return texts


def _or_dash(value: float) -> str:
    # A single estimate has no standard deviation yet: that is a state, not a number.
    return "–" if np.isnan(value) else figures(value)


@shared
def opening(settings: Settings) -> str:
    """The run of some hundred batches that the page opens with, as a chunk; see ``reopened``."""
    run = LiveRun(settings)
    run.go_to(OPENING - MOST_PER_FRAME)
    return run.chunk(1, MOST_PER_FRAME)


def reopened(settings: Settings) -> LiveRun:
    """The run that ``opening`` shows, to be played on."""
    run = LiveRun(settings)
    run.go_to(OPENING)
    return run
