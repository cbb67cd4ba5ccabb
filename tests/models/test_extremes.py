"""The ends of the range of a float: right answers or named limits, and never a warning.

Warnings are errors in every test. The yardstick is decimal arithmetic of fifty digits, whose
exponents reach much further than those of a float.
"""

from decimal import Context, Decimal, localcontext
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.divergence import kl, kl_estimates, pairwise_kl, token_kls
from models.estimators import batch_means, exact_distribution, log_moments, moments
from models.frontier import frontier, limits, temperature_curve, true_reward_peak
from models.lm import ToyLM, power_logps
from models.logspace import FloatArray, expectation
from models.runs import Run
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps

TOP = float(np.finfo(float).max)
ENDS = [-TOP, -1.7e308, -1e308, -1e17, -1.0, 0.0, 5e-324, 1.0, 1e17, 1e308, 1.7e308, TOP]
COEFFICIENTS = np.array([5e-324, 1e-308, 1e-3, 1.0, 1e9, 1e300, 1.7e308])
WORKED = ToyLM.from_probs("ab", [[0.7, 0.3], [[0.6, 0.4], [0.5, 0.5]]])
DIGITS = Context(prec=50, Emin=-(10**17), Emax=10**17)
numbers = st.lists(st.sampled_from(ENDS), min_size=6, max_size=6)
rewards = st.lists(st.sampled_from(ENDS), min_size=4, max_size=4)


def model(z: list[float]) -> ToyLM:
    return ToyLM.from_logits("ab", [z[:2], [z[2:4], z[4:]]])


def exact_softmax(scores: list[Decimal]) -> list[float]:
    """log softmax in decimals; what is beyond the range of a float is -inf."""
    top = max(scores)
    total = sum((s - top).exp() if s - top > -2000 else Decimal(0) for s in scores)
    return [float(s - top - total.ln()) for s in scores]


def close(got: FloatArray, expected: list[float]) -> None:
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-15)


@settings(max_examples=200, deadline=None)
@given(numbers)
def test_logits_become_the_right_probabilities(z: list[float]) -> None:
    lm = model(z)
    with localcontext(DIGITS):
        close(lm.logps[0][0], exact_softmax([Decimal(x) for x in z[:2]]))
        for row, start in zip(lm.logps[1], (2, 4), strict=True):
            close(row, exact_softmax([Decimal(x) for x in z[start : start + 2]]))
    assert lm.response_probs().sum() == pytest.approx(1, abs=1e-12)


@settings(max_examples=200, deadline=None)
@given(rewards, st.sampled_from([1e-308, 1e-3, 1.0, 1e17, 1e308]))
def test_rewards_tilt_as_they_should(reward: list[float], beta: float) -> None:
    logps, _ = tilted_logps(WORKED.response_logps(), reward, beta)
    with localcontext(DIGITS):
        refs = [Decimal(x) for x in WORKED.response_logps()]
        away = [(Decimal(x) - Decimal(max(reward))) / Decimal(beta) for x in reward]
        scores = [r + x for r, x in zip(refs, away, strict=True)]
        close(logps, exact_softmax(scores))
    close(tilted_lm(WORKED, reward, beta).response_logps(), list(logps))


@settings(max_examples=150, deadline=None)
@given(numbers, numbers, rewards, rewards)
def test_nothing_warns_and_nothing_is_nan(
    z: list[float], other: list[float], reward: list[float], truth: list[float]
) -> None:
    lm, ref = model(z), model(other)
    logps, ref_logps = lm.response_logps(), ref.response_logps()
    curves = frontier(ref, reward, COEFFICIENTS, truth), limits(ref, reward, truth)
    whole = summarise(ref, reward, COEFFICIENTS, COEFFICIENTS, truth)
    arrays = [
        *(lm.at_temperature(t).response_logps() for t in COEFFICIENTS),
        power_logps(logps, COEFFICIENTS),
        kl(logps, ref_logps),
        pairwise_kl([logps, ref_logps], [logps, ref_logps]),
        *token_kls(lm, ref),
        *kl_estimates(z, other),
        *tilted_logps(ref_logps, reward, COEFFICIENTS),
        *soft_values(ref, reward, COEFFICIENTS),
        objective(logps, ref_logps, reward, COEFFICIENTS),
        *temperature_curve(ref, reward, COEFFICIENTS, truth),
        *curves[0],
        *np.concatenate(curves[1]),
        *log_moments(logps, ref_logps).values(),
        *vars(whole.ref).values(),
        *vars(whole.star).values(),
        *vars(whole.tempered).values(),
    ]
    assert not any(np.isnan(np.asarray(array, dtype=float)).any() for array in arrays)


@settings(max_examples=20, deadline=None)
@given(rewards, rewards, st.sampled_from([(5e-324, 1e-300), (1e-3, 1e3), (1.0, 1.7e308)]))
def test_the_peak_is_found(
    reward: list[float], truth: list[float], span: tuple[float, float]
) -> None:
    peak = true_reward_peak(WORKED, reward, truth, *span)
    assert span[0] <= peak.beta <= span[1]
    assert peak.kl >= -1e-12
    assert min(truth) <= peak.true_reward <= max(truth)


def test_equal_logits_are_equal_however_large() -> None:
    for end in ENDS:
        probs = ToyLM.from_logits("abc", [[end, end, -TOP]]).response_probs()
        third = 1 / 3 if end == -TOP else 0.0
        np.testing.assert_allclose(probs, [(1 - third) / 2] * 2 + [third], rtol=1e-15)


def test_a_mean_of_the_largest_numbers_is_one_of_them() -> None:
    rows = np.log(np.random.default_rng(1).dirichlet(np.ones(7), size=50))
    np.testing.assert_array_equal(expectation(rows, np.full(7, TOP)), TOP)
    np.testing.assert_array_equal(expectation(rows, np.full(7, -TOP)), -TOP)
    mixed = expectation(np.log([[0.25, 0.75]]), np.array([TOP, -TOP]))
    assert mixed[0] == pytest.approx(-TOP / 2)


def test_soft_values_stay_between_the_rewards() -> None:
    """log Z is near log 0.999, of which beta makes more than a float holds; not so the value."""
    beta, lm = TOP, ToyLM.from_probs("ab", [[1e-5, 1 - 1e-5]])
    value = soft_values(lm, [TOP, -TOP], beta)[0][0]
    with localcontext(DIGITS):
        (low, high), top = (Decimal(x).exp() for x in lm.logps[0][0][::-1]), Decimal(TOP)
        exact = top * (high * Decimal(1).exp() + low * Decimal(-1).exp()).ln()
    assert value == pytest.approx(float(exact), rel=1e-12)


PROBABILITIES = [[5e-324, 1.0], [1e-308, 1.0], [0.5, 0.5], [0.0, 1.0], [1.0, 1e-310]]
EDGES = [[-TOP, TOP], [-np.inf, -TOP, 0.0, TOP, np.inf], [0.0, 1.7e308]]


@pytest.mark.parametrize(("probs", "ref_probs"), [*product(PROBABILITIES, PROBABILITIES)])
def test_estimates_of_the_least_likely(probs: list[float], ref_probs: list[float]) -> None:
    rng = np.random.default_rng(0)
    for term in (*moments(probs, ref_probs).values(), *moments(probs, ref_probs, TOP).values()):
        assert not np.isnan(term).any()
    assert not any(np.isnan(x).any() for x in batch_means(probs, ref_probs, 9, 9, rng).values())
    for edges in EDGES:
        assert not np.isnan(Run(probs, ref_probs, 9, edges, 1).draw(2, 3).mean).any()
        for mass in exact_distribution(probs, ref_probs, 1024, edges).values():
            assert -1e-12 <= mass.sum() <= 1 + 1e-9


def test_the_largest_terms_are_spread_as_others_are() -> None:
    probs = np.array([1e-300, 2e-300, 3e-300, *np.full(20, 0.05)])
    ref_probs = np.array([0.2, 0.3, 0.1, *np.full(20, 0.02)])
    masses = exact_distribution(probs, ref_probs, 300, [-np.inf, 1.0, np.inf])["k3"]
    np.testing.assert_allclose(masses, [1, 0], atol=1e-3)


def test_probabilities_beyond_any_sum_are_refused() -> None:
    with pytest.raises(ValueError, match=r"probs\[0\] must be rows .* a sum of inf"):
        ToyLM.from_probs("ab", [[1.7e308, 1.7e308]])
    with pytest.raises(ValueError, match="beta must be positive and finite; got inf"):
        tilted_logps([0.0], [1.0], np.longdouble("1e4000"))
