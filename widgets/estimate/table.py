"""The table: what was measured of each estimator beside what is exact.

The estimators stand side by side; the last row is what clamping does, as some libraries do it.
"""

from typing import Any

from models.estimators import ESTIMATORS
from widgets.estimate.solution import CLAMP, Solution
from widgets.sweep import Sweep
from widgets.text import TextFacts, figures, percent, prose, slot
from widgets.view import View

# Row by row: what it is called, and where its cells come from: measured by the run ("live"), exact
# of the run ("run"), or a column along f. What is measured is bold.
ROWS = (
    ("mean of the estimates", "live", "average"),
    ("± standard error of that mean", "live", "error"),
    ("exact mean", "exact", "mean"),
    ("bias: exact mean − KL", "exact", "bias"),
    ("standard deviation, measured", "live", "spread"),
    ("standard deviation, exact", "exact", "exact_spread"),
    ("estimates below the KL, measured", "live", "share"),
    ("estimates below the KL, exact", "run", "below"),
    ("single tokens below 0, exact", "exact", "negative"),
    (f"exact mean if clamped at ±{CLAMP:g}", "exact", "clamped"),
)


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """Columns ``<estimator>_<row>`` as texts, along f, or along f and N."""
    heads = "".join(f'<th scope="col" class="{k}">{k}</th>' for k in ESTIMATORS)
    html = (
        "<header><h2>In numbers</h2>"
        f'<p class="subtitle">KL(π_θ‖π_ref) = {slot("kl")} nats, exact; batches so far: '
        '<span data-live="batches"></span></p></header>'
        f'<table class="numbers long"><thead><tr><th scope="col">estimator</th>{heads}</tr></thead>'
        f"<tbody>{''.join(_row(*row) for row in ROWS)}</tbody></table>"
        '<p class="footnote">Some libraries clamp each token’s k3, at ±10. That tames rare '
        "tokens, and makes the estimate biased wherever it acts.</p>"
    )
    return prose(html), Sweep(solution.axes, _columns(solution))


TABLE = View("text", contents)


def _row(title: str, source: str, name: str) -> str:
    attribute = "data-slot" if source == "exact" else "data-live"
    cells = "".join(
        f'<td><span class="{k}" {attribute}="{k}_{name}"></span></td>' for k in ESTIMATORS
    )
    return f'<tr class="{source}"><th scope="row">{title}</th>{cells}</tr>'


def _columns(solution: Solution) -> dict[str, Any]:
    columns: dict[str, Any] = {"kl": (["f"], [figures(kl) for kl in solution.kl])}
    for e, k in enumerate(ESTIMATORS):
        columns[f"{k}_mean"] = (["f"], [figures(mean) for mean in solution.mean[:, e]])
        columns[f"{k}_bias"] = (["f"], _biases(solution, e))
        columns[f"{k}_negative"] = (["f"], [percent(p) for p in solution.negative[:, e]])
        columns[f"{k}_clamped"] = (["f"], [figures(mean) for mean in solution.clamped[:, e]])
        spread = [[figures(s) for s in row] for row in solution.spread[:, :, e]]
        columns[f"{k}_exact_spread"] = (["f", "tokens"], spread)
    return columns


def _biases(solution: Solution, e: int) -> list[str]:
    # The bias of k1 and k3 is zero up to rounding, and is said to be zero.
    return [
        "0" if abs(bias) < 1e-12 else "+" * bool(bias > 0) + figures(bias)
        for bias in solution.bias[:, e]
    ]
