"""The readouts: the three policies in numbers, and identities that the reader can check."""

from collections.abc import Iterable
from typing import Any

from widgets.sweep import Sweep
from widgets.text import TextView, math, slot
from widgets.tilt.solution import Solution

POLICIES = (("ref", "π_ref"), ("star", "π*"), ("temp", "π_T"))
ROWS = {
    "reward": "E[r]",
    "truth": "E[true r]",
    "kl": "KL(π‖π_ref), nats",
    "objective": "J = E[r] − β KL(π‖π_ref)",
    "short": "J(π*) − J",
    "gap": "β KL(π‖π*)",
}


class Readouts(TextView):
    """A table of E[r], KL and J; J(π*) beside β log Z, and J(π*) − J beside β KL(π‖π*)."""

    @staticmethod
    def contents(solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Columns ``<policy>_<row>``, each along the axes it depends on."""
        html = (
            "<header><h2>In numbers</h2></header>"
            f'<table class="numbers"><thead><tr><th scope="col">policy</th>{_heads()}</tr></thead>'
            f"<tbody>{''.join(_row(name) for name in _rows(solution))}</tbody></table>"
            f'<p class="footnote">J(π*) = {slot("star_objective", "star")} and β log Z = '
            f"{slot('log_z', 'star')}: the same number, computed in two ways. So are the last two "
            "rows.</p>"
        )
        return {"html": math(html)}, Sweep(solution.axes, _columns(solution))


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


def _columns(solution: Solution) -> dict[str, Any]:
    summary = solution.summary
    along: dict[str, list[str]] = {"ref": [], "star": ["beta"], "temp": ["temperature"]}
    columns: dict[str, Any] = {"log_z": (["beta"], summary.beta_log_z)}
    for key, policy in (("ref", summary.ref), ("star", summary.star), ("temp", summary.tempered)):
        both = ["beta", "temperature"] if key == "temp" else ["beta"]
        columns[f"{key}_reward"] = (along[key], policy.reward)
        columns[f"{key}_kl"] = (along[key], policy.kl)
        columns[f"{key}_objective"] = (both, policy.objective)
        columns[f"{key}_gap"] = (both, policy.gap)
        columns[f"{key}_short"] = (both, policy.shortfall)
        if policy.true_reward is not None:
            columns[f"{key}_truth"] = (along[key], policy.true_reward)
    return columns
