"""The explorer as the page takes it: its name, its controls and its views."""

from typing import Any, ClassVar

import param

from widgets.controls import ControlBar, Field, Picker, Player, Slider
from widgets.estimate.curves import ContributionCurves
from widgets.estimate.guide import Guide
from widgets.estimate.histograms import Histograms
from widgets.estimate.live import MOST_BATCHES
from widgets.estimate.positions import POSITIONS
from widgets.estimate.sentence import Sentence
from widgets.estimate.state import EstimateState, is_whole
from widgets.estimate.table import Table
from widgets.explorer import Explorer
from widgets.written import Written


class EstimateControls(ControlBar):
    """Position, f, N, seed, and the player of the run."""

    position = param.String()
    f = param.Number()
    tokens = param.Number()
    seed = param.Integer()
    chunk = param.String(doc="The frames that the browser plays next, as JSON.")

    scripts: ClassVar[tuple[str, ...]] = ("controls", "estimate/player")

    def __init__(self, state: EstimateState, *args: Any, **params: Any) -> None:
        super().__init__(state, *args, **params)
        state.param.watch(lambda event: self.param.update(chunk=event.new), "chunk")

    def opening(self) -> dict[str, Any]:
        """The page also brings along the run that it opens with."""
        return {**super().opening(), "chunk": Written(self._state.chunk)}

    def receive(self, message: Any) -> None:
        """A typed value, the wish for a new run, or for more of this one."""
        match message:
            case {"start": dict(wanted), "run": number} if is_whole(number):
                self._state.start(wanted, int(number))
            case {"start": dict(wanted)}:
                self._state.start(wanted)
            case {"draw": frames, "per_frame": many, "after": after} if is_whole(
                frames, many, after
            ):
                self._state.draw(int(frames), int(many), int(after))
            case {"draw": frames, "per_frame": many} if is_whole(frames, many):
                self._state.draw(int(frames), int(many))
            case _:
                super().receive(message)


def controls(state: EstimateState) -> EstimateControls:
    """The bar of controls of this explorer, linked to its state."""
    titles = [(key, position.title) for key, position in POSITIONS.items()]
    return EstimateControls(
        state,
        [
            Picker("position", "Position", titles),
            Slider("f", "Flatness f of π_θ", "f", "star", applies=("position", "eight")),
            Slider("tokens", "Tokens N", "N", "star"),
            Field("seed", "Seed"),
            Player(MOST_BATCHES, (1, 10, 100)),
        ],
    )


ESTIMATE = Explorer(
    key="estimate",
    title="Estimate",
    lead=(
        "A policy π_θ ∝ π_ref^(1−f) at one position. Three estimators of KL(π_θ‖π_ref) from "
        "sampled tokens, with ℓ = log π_θ − log π_ref: k1 = ℓ is noisy, k2 = ℓ²/2 is biased, and "
        "k3 = e^−ℓ − 1 + ℓ is neither, until a rare token comes."
    ),
    state=EstimateState,
    columns=(("histograms",), ("curves", "table")),
    controls=controls,
    views={
        "sentence": Sentence,
        "histograms": Histograms,
        "curves": ContributionCurves,
        "table": Table,
        "guide": Guide,
    },
)
