"""The explorer as the page takes it: its name, its controls and its views."""

from widgets.controls import Field, Picker, Player, Slider
from widgets.estimate.curves import CURVES
from widgets.estimate.guide import GUIDE
from widgets.estimate.histograms import HISTOGRAMS
from widgets.estimate.live import MOST_BATCHES
from widgets.estimate.positions import POSITIONS
from widgets.estimate.record import RECORDED
from widgets.estimate.sentence import SENTENCE
from widgets.estimate.state import EstimateState
from widgets.estimate.table import TABLE
from widgets.explorer import Explorer

TITLES = [(key, position.title) for key, position in POSITIONS.items()]

ESTIMATE = Explorer(
    key="estimate",
    title="Estimate",
    lead=(
        "One position, a reference π_ref and a policy π_θ; of eight tokens π_θ ∝ π_ref^(1−f). "
        "Three estimators of KL(π_θ‖π_ref) from sampled tokens, with ℓ = log π_θ − log π_ref: "
        "k1 = ℓ is noisy, k2 = ℓ²/2 is biased, and k3 = e^−ℓ − 1 + ℓ is neither, until a rare "
        "token comes."
    ),
    state=EstimateState,
    columns=(("histograms",), ("curves", "table")),
    controls=(
        Picker("position", "Position", TITLES),
        Slider("f", "Flatness f of π_θ", "f", "star", applies=("position", "eight")),
        Slider("tokens", "Tokens N", "N", "star"),
        Field("seed", "Seed"),
        Player(MOST_BATCHES, (1, 10, 100)),
    ),
    recorded=RECORDED,
    views={
        "sentence": SENTENCE,
        "histograms": HISTOGRAMS,
        "curves": CURVES,
        "table": TABLE,
        "guide": GUIDE,
    },
)
