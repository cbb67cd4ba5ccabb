"""Runs recorded for a page without a server: by the same sampler, with the default seed."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from models.runs import Run
from widgets.controls import Player
from widgets.estimate.live import Settings, edges, exact, frame_texts
from widgets.estimate.positions import POSITIONS
from widgets.estimate.solution import TOKENS
from widgets.estimate.state import FLATNESS_STOPS
from widgets.explorer import Recorded

STEP = 10
BATCHES = 2000
SEED = 0
NOTE = f"Without a server the runs are recorded: seed {SEED}, up to {BATCHES:,} batches."


def recordings(
    flatness: Sequence[float] = tuple(FLATNESS_STOPS),
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and content of every file of runs: one per position and f, with all N in it."""
    for key, position in POSITIONS.items():
        stops = [float(f) for f in flatness] if position.fixed is None else [0.3]
        for f in stops:
            at = [Settings(key, f, n, SEED) for n in TOKENS]
            name = f"{key}-{f:g}" if position.fixed is None else f"{key}-run"
            yield (
                name,
                {
                    "exact": {str(settings.tokens): exact(settings) for settings in at},
                    "runs": {str(settings.tokens): recording(settings) for settings in at},
                },
            )


def recording(settings: Settings) -> dict[str, Any]:
    """A run: the bin of each estimate, (BATCHES, 3), and what the run says after each ten."""
    bounds = edges(settings)
    frames = Run(*settings.policies(), settings.tokens, bounds, settings.seed).draw(BATCHES, 1)
    # One estimate more is in one bin more.
    before = np.concatenate([np.zeros_like(frames.counts[:1]), frames.counts[:-1]])
    bins = (frames.counts - before).argmax(axis=2)
    texts = frame_texts(frames)
    return {
        "bins": b64encode(bins.astype("u1").tobytes()).decode("ascii"),
        "texts": {name: column[STEP - 1 :: STEP] for name, column in texts.items()},
        "size": len(bounds) + 1,
        "step": STEP,
    }


RECORDED = Recorded(recordings, Player(BATCHES, speeds=(10, 100), step=STEP, note=NOTE))
