"""The readouts: the three policies in numbers, and identities that the reader can check.

A table of E[r], KL and J; J(π*) beside β log Z, and J(π*) − J beside β KL(π‖π*).
"""

from collections.abc import Iterable

from models.summary import PolicySummary
from widgets.sweep import Column, Sweep
from widgets.text import TextFacts, prose, slot
from widgets.tilt.solution import Solution
from widgets.view import View

POLICIES = (("ref", "π_ref"), ("star", "π*"), ("temp", "π_T"))
ROWS = {
    "reward": "E[r]",
    "truth": "E[true r]",
    "kl": "KL(π‖π_ref), nats",
    "objective": "J = E[r] − β KL(π‖π_ref)",
    "short": "J(π*) − J",
    "gap": "β KL(π‖π*)",
}


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """Columns ``<policy>_<row>``, each along the axes it depends on."""
    html = (
        "<header><h2>In numbers</h2></header>"
        f'<table class="numbers"><thead><tr><th scope="col">policy</th>{_heads()}</tr></thead>'
        f"<tbody>{''.join(_row(name) for name in _rows(solution))}</tbody></table>"
        f'<p class="footnote">J(π*) = {slot("star_objective", "star")} and β log Z = '
        f"{slot('log_z', 'star')}: the same number, computed in two ways. So are the last two "
        "rows.</p>"
    )
    return prose(html), Sweep(solution.axes, _columns(solution))


READOUTS = View("text", contents)


def _rows(solution: Solution) -> Iterable[str]:
    return (row for row in ROWS if row != "truth" or solution.peak is not None)


def _heads() -> str:
    return "".join(
        f'<th scope="col" class="{key}"{_condition(key)}>{name}</th>' for key, name in POLICIES
    )


def _row(row: str) -> str:
    cells = "".join(
        f'<td class="{key}"{_condition(key)}>{slot(f"{key}_{row}")}</td>' for key, _ in POLICIES
    )
    return f'<tr><th scope="row">{ROWS[row]}</th>{cells}</tr>'


def _condition(key: str) -> str:
    return ' data-if="show_temperature"' if key == "temp" else ""


def _columns(solution: Solution) -> dict[str, Column]:
    summary = solution.summary
    return {
        "log_z": Column(["beta"], summary.beta_log_z, exact=True),
        **_columns_of("ref", summary.ref, []),
        **_columns_of("star", summary.star, ["beta"]),
        **_columns_of("temp", summary.tempered, ["temperature"]),
    }


def _columns_of(key: str, policy: PolicySummary, along: list[str]) -> dict[str, Column]:
    both = ["beta", "temperature"] if key == "temp" else ["beta"]
    columns = {
        "reward": (along, policy.reward),
        "kl": (along, policy.kl),
        "objective": (both, policy.objective),
        "gap": (both, policy.gap),
        "short": (both, policy.shortfall),
    }
    if policy.true_reward is not None:
        columns["truth"] = (along, policy.true_reward)
    when = "show_temperature" if key == "temp" else ""
    # The reader compares two of these to the last digit, so they are sent in full.
    return {f"{key}_{row}": Column(*at, when=when, exact=True) for row, at in columns.items()}
