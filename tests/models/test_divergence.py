"""Exact divergences and their three estimators."""

import warnings

import numpy as np
import pytest

from models.divergence import kl, kl_estimates, pairwise_kl, token_kls
from models.layers import prefix_logps
from models.logspace import FloatArray
from models.scenarios import SCENARIOS, Scenario
from models.tilt import tilted_lm

POLICY, REF = np.log([0.6, 0.3, 0.1]), np.log([0.4, 0.4, 0.2])


def test_kl_is_non_negative_and_zero_only_at_home(scenario: Scenario, policies: FloatArray) -> None:
    ref = scenario.lm.response_logps()
    assert kl(ref, ref) == 0
    assert (kl(policies, ref) > 0).all()
    assert (kl(ref, policies) > 0).all()


def test_chain_rule(scenario: Scenario, betas: FloatArray) -> None:
    """KL over responses = expected sum of the per-token KLs along the policy's own prefixes."""
    ref = scenario.lm
    for policy in (
        *(tilted_lm(ref, scenario.reward, float(beta)) for beta in betas),
        *(ref.at_temperature(float(t)) for t in np.geomspace(1e-2, 1e2, 21)),
    ):
        reached = prefix_logps(policy.logps)
        steps = zip(reached, token_kls(policy, ref), strict=False)
        total = sum(float(np.exp(logps) @ kls) for logps, kls in steps)
        whole = float(kl(policy.response_logps(), ref.response_logps()))
        assert total == pytest.approx(whole, abs=1e-10)


def test_estimators_are_unbiased_where_they_should_be(
    scenario: Scenario, policies: FloatArray
) -> None:
    ref = scenario.lm.response_logps()
    supported = policies[np.isfinite(policies).all(axis=1)]
    assert len(supported) >= 10
    k1, k2, k3 = kl_estimates(supported, ref)
    exact = kl(supported, ref)
    probs = np.exp(supported)
    np.testing.assert_allclose((probs * k1).sum(axis=1), exact, atol=1e-10)
    np.testing.assert_allclose((probs * k3).sum(axis=1), exact, atol=1e-10)
    assert (k2 >= 0).all() and (k3 >= 0).all()


def test_pairwise_agrees_with_one_at_a_time(scenario: Scenario, policies: FloatArray) -> None:
    star = np.array(
        [tilted_lm(scenario.lm, scenario.reward, b).response_logps() for b in (1e-3, 0.1, 1, 1e3)]
    )
    pairs = pairwise_kl(policies, star)
    assert pairs.shape == (30, 4)
    np.testing.assert_allclose(pairs, kl(policies[:, None], star), rtol=1e-12, atol=1e-13)


def test_one_position_example() -> None:
    estimates = kl_estimates(POLICY, REF)
    assert float(kl(POLICY, REF)) == pytest.approx(0.0877, abs=5e-5)
    expected = {
        "k1": ((0.405, -0.288, -0.693), 0.0877, 0.405),
        "k2": ((0.082, 0.041, 0.240), 0.0858, 0.055),
        "k3": ((0.072, 0.046, 0.307), 0.0877, 0.074),
    }
    for name, (values, mean, deviation) in expected.items():
        k, probs = getattr(estimates, name), np.exp(POLICY)
        np.testing.assert_allclose(k, values, atol=5e-4)
        assert probs @ k == pytest.approx(mean, abs=5e-5)
        assert np.sqrt(probs @ (k - probs @ k) ** 2) == pytest.approx(deviation, abs=5e-4)


def test_worked_token_kls() -> None:
    worked = SCENARIOS["worked"]
    first, second = token_kls(tilted_lm(worked.lm, worked.reward, 1), worked.lm)
    np.testing.assert_allclose(first, [0.101], atol=5e-4)
    np.testing.assert_allclose(second, [0.121, 0.328], atol=5e-4)


def test_zero_probabilities() -> None:
    with np.errstate(divide="ignore"):
        half, whole = np.log([0.5, 0.5, 0.0]), np.log([1.0, 0.0, 0.0])
    assert float(kl(whole, half)) == pytest.approx(np.log(2))
    assert kl(half, whole) == np.inf
    np.testing.assert_array_equal(
        pairwise_kl([half, whole], [half, whole]), [[0, np.inf], [np.log(2), 0]]
    )


def test_mass_too_small_for_a_float_is_still_mass() -> None:
    faint, none = np.array([0.0, -800.0]), np.array([0.0, -np.inf])
    assert kl(faint, none) == np.inf
    assert pairwise_kl(faint[None], none[None])[0, 0] == np.inf
    assert kl(none, faint) == 0


def test_leading_axes_broadcast() -> None:
    table = kl(np.stack([POLICY, REF])[:, None], np.stack([POLICY, REF, POLICY]))
    assert table.shape == (2, 3)
    assert table[0, 0] == table[1, 1] == 0
    assert table[0, 1] == pytest.approx(float(kl(POLICY, REF)))


def test_k3_keeps_its_digits_at_small_ratios() -> None:
    ratio = np.array([1e-12, -1e-12, 1e-6, -1e-6, 1e-3])
    k3 = kl_estimates(ratio - 1, np.full(5, -1.0)).k3
    exact_ratio = (ratio - 1) + 1
    series = exact_ratio**2 / 2 - exact_ratio**3 / 6 + exact_ratio**4 / 24
    np.testing.assert_allclose(k3, series, rtol=1e-8, atol=1e-27)


def test_k3_is_never_negative_by_rounding() -> None:
    ratios = np.random.default_rng(2).normal(size=100_000) * np.geomspace(1e-18, 10, 100_000)
    assert (kl_estimates(ratios, 0.0).k3 >= 0).all()


def test_k3_is_never_negative_whatever_expm1_rounds_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the mathematics library were off by one unit in the last place, downwards."""
    exact = np.expm1
    ratios = np.geomspace(1e-18, 1e-9, 50)
    ratios = np.concatenate([ratios, -ratios])
    expected = kl_estimates(ratios, 0.0).k3
    monkeypatch.setattr(np, "expm1", lambda x: np.nextafter(exact(x), -np.inf))
    assert (np.expm1(-ratios) + ratios < 0).any()
    k3 = kl_estimates(ratios, 0.0).k3
    assert (k3 >= 0).all()
    np.testing.assert_allclose(k3, expected, atol=1e-24)


def test_ratios_near_the_end_of_the_floats() -> None:
    """Named states, +-inf, and neither NaN nor a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        huge = kl_estimates([-1e200, -1e308, 1e200, -1.7e308], [0.0, 0.0, 0.0, 1.7e308])
    assert huge.k1.tolist() == [-1e200, -1e308, 1e200, -np.inf]
    assert huge.k2.tolist() == [np.inf] * 4
    assert huge.k3.tolist() == [np.inf, np.inf, 1e200, np.inf]


def test_estimates_at_the_edge_of_the_support_and_of_floats() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outside = kl_estimates(-1.0, -np.inf)
        extreme = kl_estimates(-800.0, 0.0)
    assert [float(k) for k in outside] == [np.inf, np.inf, np.inf]
    assert [float(k) for k in extreme] == [-800.0, 320_000.0, np.inf]


def test_k3_is_biased_where_the_policy_leaves_a_token_out() -> None:
    """The clause "pi > 0 wherever pi_ref > 0": the mass left out is missing from the mean."""
    policy, ref = np.array([0.5, 0.5, 0.0]), np.array([0.3, 0.3, 0.4])
    sampled = policy > 0
    k3 = kl_estimates(np.log(policy[sampled]), np.log(ref[sampled])).k3
    exact = float(np.log(0.5 / 0.3))
    assert policy[sampled] @ k3 == pytest.approx(exact - 0.4)
