"""Moments where probabilities underflow and terms overflow: from logarithms, without bias."""

from decimal import Decimal, localcontext
from math import log
from typing import Any

import numpy as np
import pytest

from models.divergence import kl
from models.estimators import (
    ESTIMATORS,
    batch_means,
    log_moments,
    moments,
)
from models.logspace import FloatArray, log_of
from models.scenarios import Scenario
from models.tilt import tilted_logps

TWO, TWO_REF = (0.99, 0.01), (0.5, 0.5)


def test_every_optimum_is_estimated_without_bias(scenario: Scenario, betas: FloatArray) -> None:
    """E[k1] = E[k3] = KL(pi* || pi_ref) at every beta from 1e-3 to 1e3, from log-probabilities.

    No moment is NaN; the deviation of k3, sqrt(sum q^2/p ...), may be beyond a float.
    """
    ref = scenario.lm.response_logps()
    star, _ = tilted_logps(ref, scenario.reward, betas)
    for logps, exact in zip(star, kl(star, ref), strict=True):
        single = log_moments(logps, ref)
        assert single["k1"].mean == pytest.approx(float(exact), abs=1e-10)
        assert single["k3"].mean == pytest.approx(float(exact), abs=1e-10)
        assert single["k2"].mean >= 0 and single["k3"].mean >= 0
        assert np.isfinite([single["k1"].std, single["k2"].mean, single["k2"].std]).all()
        assert single["k3"].std > 0
        assert single["k1"].std > 0 or not np.exp(logps[:-1]).any()


def test_as_far_as_probabilities_can_carry_it(scenario: Scenario, betas: FloatArray) -> None:
    """The same from probabilities, until one of pi* is below the smallest float, near 5e-324.

    At spacing d between the best reward and the worst that is at beta near d / 744: from there on
    the token is not sampled as far as the floats know, and E[k3] lacks its reference mass. Below
    2e-308 a float has fewer digits, and the last ones of E[k1] and E[k3] do not matter.
    """
    ref = scenario.lm.response_logps()
    star, _ = tilted_logps(ref, scenario.reward, betas)
    carried = 0
    for logps, beta, exact in zip(star, betas, kl(star, ref), strict=True):
        probs, ref_probs = np.exp(logps), np.exp(ref)
        single = moments(probs, ref_probs)
        missing = ref_probs[probs == 0].sum()
        carried += missing == 0
        assert single["k1"].mean == pytest.approx(float(exact), abs=1e-10)
        assert single["k3"].mean == pytest.approx(float(exact) - missing, abs=1e-10)
        assert np.isfinite([x for m in single.values() for x in m]).all()
        if missing:
            assert beta < np.ptp(scenario.reward) / 700
    assert carried >= 55


@pytest.mark.parametrize("faint", [1e-310, 5e-324, 1e-200, 1e-30])
def test_a_faint_token_of_a_strong_reference(faint: float) -> None:
    """k3 alone, near 0.5 / faint, may be beyond a float; its moments are not: in 400 digits."""
    policies = [1 - faint, faint], [0.5, 0.5]
    single = moments(*policies)
    with localcontext() as context:
        context.prec = 400
        p = [1 - Decimal(faint), Decimal(faint)]
        ratios = [(x / Decimal("0.5")).ln() for x in p]
        columns = {
            "k1": ratios,
            "k2": [r * r / 2 for r in ratios],
            "k3": [(-r).exp() - 1 + r for r in ratios],
        }
        for name, k in columns.items():
            mean = sum(x * y for x, y in zip(p, k, strict=True))
            variance = sum(x * (y - mean) ** 2 for x, y in zip(p, k, strict=True))
            assert single[name].mean == pytest.approx(float(mean), rel=1e-12)
            assert single[name].std == pytest.approx(float(variance.sqrt()), rel=1e-6)
    assert single["k1"].negative == faint
    drawn = batch_means(*policies, 16, 100, np.random.default_rng(0))
    assert all(np.isfinite(means).all() for means in drawn.values())


def test_log_moments_are_moments(scenario: Scenario, policies: FloatArray) -> None:
    ref = scenario.lm.response_logps()
    for policy in policies[::3]:
        for limit in (np.inf, 2.0):
            one, other = (
                log_moments(policy, ref, limit),
                moments(np.exp(policy), np.exp(ref), limit),
            )
            for name in ESTIMATORS:
                np.testing.assert_allclose(one[name], other[name], rtol=1e-9, atol=1e-12)


def test_moments_beyond_the_floats_are_infinite_and_never_nan() -> None:
    half = log(0.5)
    far = log_moments([0.0, -2000.0], [half, half])
    assert far["k3"].mean == pytest.approx(log(2), abs=1e-12)
    assert (far["k3"].std, far["k1"].std, far["k2"].std) == (np.inf, 0, 0)
    steep = log_moments([0.0, -1e200], [-1e200, 0.0])
    assert (steep["k1"].mean, steep["k2"].mean, steep["k3"].mean) == (1e200, np.inf, 1e200)
    for single in log_moments([half, half, -np.inf], [0.0, -np.inf, -np.inf]).values():
        assert (single.mean, single.std) == (np.inf, np.inf)
    for single in log_moments([0.0, -1e308], [0.0, -np.inf]).values():
        assert (single.mean, single.std) == (np.inf, np.inf)
    lacking = log_moments([0.0, -1e308], [0.0, -np.inf], limit=3)
    assert [tuple(lacking[k])[:2] for k in ESTIMATORS] == [(0, 0)] * 3
    clamped = log_moments([0.0, -800.0], [half, half], limit=3)
    assert clamped["k3"].mean == pytest.approx(log(2) - 0.5)


def test_means_whose_sum_is_beyond_a_float() -> None:
    """Two draws of a term of 1.2e308 have that mean; a policy so faint is drawn by insistence."""

    class Insistent:
        def multinomial(self, n: int, pvals: FloatArray, size: int) -> Any:
            return np.array([[0, n]] * size)

    faint = 2e-309
    drawn = batch_means([1 - faint, faint], [0.75, 0.25], 2, 3, Insistent())  # type: ignore[arg-type]
    np.testing.assert_allclose(drawn["k3"], 1.25e308, rtol=1e-6)


def test_log_moments_refuses_what_moments_does() -> None:
    half = [log(0.5)] * 2
    for arguments, message in (
        (([0.0, 0.0], half), "logps must be rows"),
        ((half, [0.0]), r"ref_logps must be of shape \(2,\), like logps; got shape \(1,\)"),
        (([half], half), "logps must be log-probabilities, an array of 1 axes"),
        ((half, half, 0), "limit must be above zero; got 0"),
    ):
        with pytest.raises(ValueError, match=message):
            log_moments(*arguments)
    assert log_moments(log_of(np.array([1.0, 0.0])), half)["k1"].mean == pytest.approx(log(2))
