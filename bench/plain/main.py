"""The plain idiom: Panel sliders, and figures that ``pn.bind`` draws anew from their values.

It shows the tree, the bars and the plane of the app from the same cached solutions, so that a
comparison with it weighs one thing: how a value gets from the slider to the screen. It is written
the way the documentation of Panel suggests, with the usual care: one glyph per kind of mark, no
tool bars, and the core is asked once per scenario.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from numpy.typing import NDArray

from models.grids import stops
from models.scenarios import SCENARIOS
from widgets.tilt.solution import BETAS, TEMPERATURES, Solution, solve

# Those of the app's light theme, which comes first in its palette.
PALETTE = Path(__file__).parents[2] / "widgets/js/style/palette.css"
COLOURS = dict(reversed(re.findall(r"--(\w+): (#\w+)", PALETTE.read_text("utf-8"))))
BETA_STOPS, TEMPERATURE_STOPS = (tuple(stops(*span).tolist()) for span in (BETAS, TEMPERATURES))


def solution_of(scenario: str) -> Solution:
    """The exact solution of a scenario at all stops; the core keeps it once it is computed."""
    return solve(scenario, BETA_STOPS, TEMPERATURE_STOPS)


def canvas(name: str, scenario: str, beta: float, title: str, **settings: Any) -> figure:
    """An empty figure; its tags say what it shows, for whoever wants to know from outside."""
    return figure(
        tags=[name, scenario, beta], title=title, toolbar_location=None, tools="", **settings
    )


def tree_lines(vocab_size: int, depth: int) -> tuple[list[list[float]], list[list[float]]]:
    """Ends of every edge of the tree, in level order; leaves are one apart."""
    leaves = vocab_size**depth
    height = [(np.arange(vocab_size**t) + 0.5) * leaves / vocab_size**t for t in range(depth + 1)]
    xs = [[t, t + 1.0] for t in range(depth) for _ in height[t + 1]]
    ys = [
        [-height[t][i // vocab_size], -y] for t in range(depth) for i, y in enumerate(height[t + 1])
    ]
    return xs, ys


def level_order(levels: tuple[NDArray, ...], stop: int) -> NDArray:
    """The rows of one stop of β, level after level."""
    return np.concatenate([level[stop].ravel() for level in levels])


def tree(scenario: str, beta: float) -> figure:
    """Edges as wide as π*(a|s) over a ghost of π_ref, with the responses at the right."""
    solution, stop = solution_of(scenario), BETA_STOPS.index(beta)
    lm = solution.scenario.lm
    xs, ys = tree_lines(lm.vocab_size, lm.length)
    edges, reach = level_order(solution.tokens, stop), level_order(solution.reach[1:], stop)
    ghost = np.concatenate([np.exp(layer).ravel() for layer in lm.logps])
    ends = {"x": [x[1] for x in xs], "y": [y[1] for y in ys]}
    source = ColumnDataSource(
        {"xs": xs, "ys": ys, "ghost": 14 * ghost, "width": 14 * edges, **ends}
        | {"size": 4 + 14 * np.sqrt(reach), "label": [f"{p:.2f}" for p in edges]}
    )
    size = {"height": 500, "width": 700, "x_range": (-0.3, lm.length + 1.2)}
    view = canvas("tree", scenario, beta, "Token by token", **size)
    view.multi_line("xs", "ys", line_width="ghost", color=COLOURS["rule"], source=source)
    view.multi_line("xs", "ys", line_width="width", color=COLOURS["star"], source=source)
    view.scatter("x", "y", size="size", color=COLOURS["star"], source=source)
    view.text("x", "y", text="label", x_offset=-40, y_offset=-4, source=source)
    tree_texts(view, solution, stop)
    view.axis.visible = view.grid.visible = False
    return view


def tree_texts(view: figure, solution: Solution, stop: int) -> None:
    """Soft values under the prefixes; name, reward and probability beside the responses."""
    lm, depth = solution.scenario.lm, solution.scenario.lm.length
    step = [lm.vocab_size ** (depth - t) for t in range(depth)]
    y = [-(i + 0.5) * step[t] for t in range(depth) for i in range(lm.vocab_size**t)]
    x = [t for t in range(depth) for _ in range(lm.vocab_size**t)]
    values = [f"V = {value:.2f}" for value in level_order(solution.soft[:-1], stop)]
    view.text(x, y, text=values, y_offset=18, color=COLOURS["muted"])
    probs = solution.summary.star.probs[stop]
    rows = zip(lm.responses, solution.scenario.reward, probs, strict=True)
    texts = [f"{name}  r {reward:g}  {prob:.3f}" for name, reward, prob in rows]
    view.text(depth + 0.1, -(np.arange(len(texts)) + 0.5), text=texts, text_baseline="middle")


def bars(scenario: str, beta: float, temperature: float, show_temperature: bool) -> figure:
    """Every response under π_ref, π* and, when asked for, π_T."""
    summary = solution_of(scenario).summary
    probs = {"ref": summary.ref.probs, "star": summary.star.probs[BETA_STOPS.index(beta)]}
    if show_temperature:
        probs["temp"] = summary.tempered.probs[TEMPERATURE_STOPS.index(temperature)]
    middle = np.arange(len(probs["ref"]))
    source = ColumnDataSource(dict(probs))
    top = max(summary.star.probs.max(), summary.ref.probs.max())
    size = {"height": 280, "width": 700, "y_range": (0, float(np.ceil(10 * top) / 10))}
    view = canvas("bars", scenario, beta, "Response by response", **size)
    for i, role in enumerate(probs):
        shift = middle + (i - (len(probs) - 1) / 2) * 0.8 / len(probs)
        source.add(shift.tolist(), f"x_{role}")
        view.vbar(f"x_{role}", 0.8 / len(probs), role, color=COLOURS[role], source=source)
    names: dict[Any, Any] = dict(enumerate(SCENARIOS[scenario].lm.responses))
    view.xaxis.ticker, view.xaxis.major_label_overrides = list(names), names
    view.xaxis.major_label_orientation = "vertical" if len(names) > 16 else "horizontal"
    return view


def plane(scenario: str, beta: float, temperature: float, show_temperature: bool) -> figure:
    """The frontier with π* and its tangent on it, and the temperature curve when asked for."""
    solution, at = solution_of(scenario), BETA_STOPS.index(beta)
    star, tempered = solution.summary.star, solution.summary.tempered
    curves = [c for c in (solution.curve.reward, solution.curve.true_reward) if c is not None]
    low, high = float(np.min(curves)), float(np.max(curves))
    size = {"height": 416, "width": 500, "y_range": (low - 0.1, high + 0.1)}
    view = canvas("plane", scenario, beta, "Reward against KL", **size)
    view.xaxis.axis_label, view.yaxis.axis_label = "KL(π‖π_ref), nats", "E[r]"
    view.line(solution.curve.kl, solution.curve.reward, color=COLOURS["star"], line_width=2)
    tangent = solution.summary.beta_log_z[at] + beta * np.array([0, solution.curve.kl.max()])
    view.line([0, solution.curve.kl.max()], tangent, color=COLOURS["muted"])
    if star.true_reward is not None and solution.curve.true_reward is not None:
        true: dict[str, Any] = {"color": COLOURS["true"], "line_width": 2}
        view.line(solution.curve.kl, solution.curve.true_reward, line_dash="dashed", **true)
        view.scatter([star.kl[at]], [star.true_reward[at]], marker="x", size=9, **true)
    if show_temperature:
        colder = TEMPERATURE_STOPS.index(temperature)
        cooling, green = solution.cooling, COLOURS["temp"]
        view.line(cooling.kl, cooling.reward, color=green, line_dash="dotted")
        view.scatter([tempered.kl[colder]], [tempered.reward[colder]], marker="square", color=green)
    view.scatter([0], [float(solution.summary.ref.reward)], size=12, color=COLOURS["ref"])
    view.scatter([star.kl[at]], [star.reward[at]], size=14, color=COLOURS["star"])
    view.text(
        [star.kl[at]], [star.reward[at]], text=[f"π* at β {beta:g}"], x_offset=11, y_offset=18
    )
    return view


def page() -> pn.Column:
    """The controls above the three figures."""
    titles = {scenario.title: key for key, scenario in SCENARIOS.items()}
    scenario = pn.widgets.Select(name="Scenario", options=titles, value="worked")
    beta = pn.widgets.DiscreteSlider(name="Leash β", options=list(BETA_STOPS), value=1.0)
    heat = pn.widgets.DiscreteSlider(
        name="Temperature T", options=list(TEMPERATURE_STOPS), value=0.5
    )
    show = pn.widgets.Checkbox(name="show π_ref at temperature T")
    return pn.Column(
        pn.Row(scenario, beta, heat, show),
        pn.Row(
            pn.Column(pn.bind(tree, scenario, beta), pn.bind(bars, scenario, beta, heat, show)),
            pn.bind(plane, scenario, beta, heat, show),
        ),
    )


pn.extension()
page().servable()
