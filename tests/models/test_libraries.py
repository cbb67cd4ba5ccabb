"""The same estimates as three published libraries compute them, token by token.

Their formulas, as stored copies of their sources had them in November 2026, in a few lines of our
own. They agree with ours wherever nothing is clamped, and differ by what the clamp takes away where
something is.
"""

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np
import pytest

from models.divergence import kl, kl_estimates
from models.estimators import flatten, moments

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
FLATNESS = np.round(np.arange(-0.7, 0.9 + 0.025, 0.05), 2)
TWO, TWO_REF = np.array([0.99, 0.01]), np.array([0.5, 0.5])
Term = Callable[[float, float], float]


def clamp(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def trl_k3(logp: float, ref_logp: float) -> float:
    """TRL, trl/trainer/grpo_trainer.py: no clamp."""
    return exp(ref_logp - logp) - (ref_logp - logp) - 1


def verl_k1(logp: float, ref_logp: float) -> float:
    """verl, verl/trainer/ppo/core_algos.py, kl_penalty "kl"."""
    return logp - ref_logp


def verl_k2(logp: float, ref_logp: float) -> float:
    """verl, verl/trainer/ppo/core_algos.py, kl_penalty "mse"."""
    return 0.5 * (logp - ref_logp) ** 2


def verl_k3(logp: float, ref_logp: float) -> float:
    """verl, verl/trainer/ppo/core_algos.py, "low_var_kl": the ratio clamped, then the term."""
    ratio = clamp(ref_logp - logp, 20)
    return clamp(exp(ratio) - ratio - 1, 10)


def openrlhf_k1(logp: float, ref_logp: float) -> float:
    """OpenRLHF, openrlhf/models/utils.py, compute_approx_kl: the term is clamped at the end."""
    return clamp(logp - ref_logp, 10)


def openrlhf_k2(logp: float, ref_logp: float) -> float:
    """OpenRLHF, openrlhf/models/utils.py, compute_approx_kl."""
    return clamp((logp - ref_logp) ** 2 / 2, 10)


def openrlhf_k3(logp: float, ref_logp: float) -> float:
    """OpenRLHF, openrlhf/models/utils.py, compute_approx_kl."""
    negated = -(logp - ref_logp)
    return clamp(exp(negated) - 1 - negated, 10)


PUBLISHED: list[tuple[str, Term]] = [
    ("k1", verl_k1), ("k1", openrlhf_k1),
    ("k2", verl_k2), ("k2", openrlhf_k2),
    ("k3", trl_k3), ("k3", verl_k3), ("k3", openrlhf_k3),
]  # fmt: skip
CLAMPING = [openrlhf_k1, openrlhf_k2, verl_k3, openrlhf_k3]


def each(term: Term, probs: Any, ref_probs: Any) -> list[float]:
    logs = zip(np.log(probs).tolist(), np.log(ref_probs).tolist(), strict=True)
    return [term(logp, ref_logp) for logp, ref_logp in logs]


@pytest.mark.parametrize(("name", "term"), PUBLISHED)
def test_they_agree_where_nothing_is_clamped(name: str, term: Term) -> None:
    """Eight tokens over the whole range of f: all of them, or those whose term is below 10."""
    for f in FLATNESS:
        policy = flatten(EIGHT, float(f))
        ours = kl_estimates(np.log(policy), np.log(EIGHT))._asdict()[name]
        free = np.full(8, True) if term is trl_k3 else np.abs(ours) < 10
        assert free.all() or f < -0.5
        theirs = np.array(each(term, policy, EIGHT))
        np.testing.assert_allclose(theirs[free], ours[free], rtol=1e-9, atol=1e-14)


@pytest.mark.parametrize(("name", "term"), PUBLISHED)
def test_they_agree_on_ratios_of_all_sizes(name: str, term: Term) -> None:
    ratios = np.random.default_rng(8).uniform(-2.3, 2.3, 500)
    ours = kl_estimates(ratios, np.zeros(500))._asdict()[name]
    assert np.abs(ours).max() < 10
    theirs = [term(float(ratio), 0.0) for ratio in ratios]
    np.testing.assert_allclose(theirs, ours, rtol=1e-9, atol=1e-14)


def test_the_rare_token_of_the_treacherous_position() -> None:
    ours = kl_estimates(np.log(TWO), np.log(TWO_REF)).k3
    assert ours[1] == pytest.approx(45.1, abs=0.05)
    assert each(trl_k3, TWO, TWO_REF) == pytest.approx(ours.tolist())
    for term in (verl_k3, openrlhf_k3):
        assert each(term, TWO, TWO_REF) == pytest.approx([float(ours[0]), 10])


def test_the_clamp_changes_what_is_estimated() -> None:
    exact = float(kl(np.log(TWO), np.log(TWO_REF)))
    assert exact == pytest.approx(0.637, abs=5e-4)
    assert TWO @ each(trl_k3, TWO, TWO_REF) == pytest.approx(exact, abs=1e-12)
    for term in (verl_k3, openrlhf_k3):
        assert TWO @ each(term, TWO, TWO_REF) == pytest.approx(0.286, abs=5e-4)


@pytest.mark.parametrize(("name", "term"), [pair for pair in PUBLISHED if pair[1] in CLAMPING])
def test_a_limit_of_ten_is_their_clamp(name: str, term: Term) -> None:
    """At the treacherous position, and where even the log-ratio is beyond 10, and beyond 20."""
    for policy, ref in (
        (TWO, TWO_REF),
        (flatten(EIGHT, -0.7), np.array(EIGHT)),
        (np.array([1 - 1e-6, 1e-6]), np.array([1e-8, 1 - 1e-8])),
        (np.array([1 - 1e-12, 1e-12]), TWO_REF),
    ):
        values = np.array(each(term, policy, ref))
        single = moments(policy, ref, limit=10)[name]
        mean = policy @ values
        assert single.mean == pytest.approx(mean, abs=1e-12)
        assert single.std == pytest.approx((policy @ (values - mean) ** 2) ** 0.5, abs=1e-9)


def test_without_a_limit_nothing_is_clamped() -> None:
    single = moments(TWO, TWO_REF)
    for name, term in (("k1", verl_k1), ("k2", verl_k2), ("k3", trl_k3)):
        assert single[name].mean == pytest.approx(TWO @ each(term, TWO, TWO_REF), abs=1e-12)
