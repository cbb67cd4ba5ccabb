"""The explorer as the page takes it: its name, its controls and its views."""

from models.scenarios import SCENARIOS
from widgets.controls import Picker, Slider, Switch
from widgets.explorer import Explorer
from widgets.tilt.bars import BARS
from widgets.tilt.guide import GUIDE
from widgets.tilt.plane import PLANE
from widgets.tilt.readouts import READOUTS
from widgets.tilt.sentence import SENTENCE
from widgets.tilt.state import TiltState
from widgets.tilt.tree import TREE

TITLES = [(key, scenario.title) for key, scenario in SCENARIOS.items()]

TILT = Explorer(
    key="tilt",
    title="Tilt",
    lead=(
        "Reinforcement learning pays a language model for reward, and charges it for straying: "
        "maximise J(π) = E_π[r] − β KL(π‖π_ref). For models this small the optimum π* is known "
        "exactly. Move β and watch the optimum tilt away from the reference, as far as its leash, "
        "measured in nats (natural units of information), lets it."
    ),
    state=TiltState,
    columns=(("tree", "bars"), ("plane", "readouts")),
    controls=(
        Picker("scenario", "Scenario", TITLES),
        Slider("beta", "Leash β", "β", "star"),
        Slider("temperature", "Temperature T", "T", "temp", reveals="show_temperature"),
        Switch("show_temperature", "show π_ref at temperature T"),
    ),
    views={
        "sentence": SENTENCE,
        "tree": TREE,
        "plane": PLANE,
        "bars": BARS,
        "readouts": READOUTS,
        "guide": GUIDE,
    },
)
