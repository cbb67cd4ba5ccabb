"""The figures that the page must show, computed by the core for one state of the controls."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import numpy as np

from models.grids import stops
from models.scenarios import SCENARIOS, Scenario
from models.summary import PolicySummary, Summary, summarise
from models.tilt import soft_values, tilted_lm

# Round numbers, and where the true reward of a scenario peaks.
BETAS = sorted({*map(float, stops(0.05, 10)), 0.34})
TEMPERATURES = [float(stop) for stop in stops(0.1, 4)]


@dataclass(frozen=True)
class At:
    """Where the controls stand; the defaults are where the page opens."""

    scenario: str = "worked"
    beta: float = 1.0
    temperature: float = 0.5
    shown: bool = False

    @property
    def of(self) -> Scenario:
        return SCENARIOS[self.scenario]

    @property
    def summary(self) -> Summary:
        s = self.of
        return summarise(s.lm, s.reward, [self.beta], [self.temperature], s.true_reward)


def fixed(value: float, digits: int) -> str:
    """A number as the browser prints it: halves up, a real minus sign, no negative zero."""
    rounded = Decimal(float(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return str(abs(rounded)) if rounded == 0 else str(rounded).replace("-", "−")


def figures(at: At) -> dict[str, Any]:
    """Everything that ``read.js`` reads from the page."""
    summary = at.summary
    return {
        "beta": f"β {at.beta:.12g}",
        "temperature": f"T {at.temperature:.12g}",
        "shown": at.shown,
        "scenario": at.scenario,
        "tree": _tree(at),
        "bars": _label(summary.ref.probs, summary.star.probs[0]),
        "plane": _plane(summary, at),
        "handle": [fixed(x, 3) for x in (summary.star.kl[0], summary.star.reward[0])],
        "readouts": _readouts(summary, at),
        "attained": [fixed(x, 3) for x in (summary.star.objective[0], summary.beta_log_z[0])],
    }


def _tree(at: At) -> dict[str, Any]:
    policy = tilted_lm(at.of.lm, at.of.reward, at.beta)
    levels = zip(at.of.lm.logps, policy.logps, strict=True)
    edges = [(p, q) for ref, star in levels for p, q in zip(ref.flat, star.flat, strict=True)]
    values = soft_values(at.of.lm, at.of.reward, at.beta)
    probs = at.summary.star.probs[0]
    best = int(probs.argmax())
    # Of many leaves they are read from the table, which has a digit more.
    digits = 3 if len(probs) > 16 else 2
    return {
        "edges": [f"{fixed(np.exp(p), digits)}→{fixed(np.exp(q), digits)}" for p, q in edges],
        "values": [fixed(v, 2) for level in values[:-1] for v in level],
        "leaves": [fixed(p, 3) for p in probs],
        "label": [fixed(values[0][0], 3), fixed(probs[best], 3)],
    }


def _label(ref: Any, star: Any) -> list[str]:
    best = int(star.argmax())
    return [fixed(ref[best], 3), fixed(star[best], 3)]


def _plane(summary: Summary, at: At) -> list[str]:
    star = summary.star
    values = [star.reward[0], star.kl[0], summary.beta_log_z[0]]
    if star.true_reward is not None:
        values.append(star.true_reward[0])
    return [fixed(value, 3) for value in values]


def _readouts(summary: Summary, at: At) -> list[list[str]]:
    policies = [summary.ref, summary.star, summary.tempered][: 3 if at.shown else 2]
    fields = ["reward", "true_reward", "kl", "objective", "shortfall", "gap"]
    rows = [[_only(policy, field) for policy in policies] for field in fields]
    return [[fixed(x, 3) for x in row] for row in rows if row[0] is not None]


def _only(policy: PolicySummary, field: str) -> Any:
    value = getattr(policy, field)
    return None if value is None else np.ravel(value)[0]
