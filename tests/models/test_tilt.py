"""The KL-regularised optimum: identities over scenarios and six decades of beta, then figures."""

import numpy as np
import pytest

from models.divergence import kl
from models.layers import prefix_logps
from models.lm import ToyLM
from models.logspace import FloatArray, expectation, log_of
from models.scenarios import SCENARIOS, Scenario
from models.tilt import (
    objective,
    soft_values,
    tilted_and_value,
    tilted_lm,
    tilted_logps,
    tilted_token_logps,
)

TOLERANCE = 1e-10


def test_optimum_is_a_distribution(scenario: Scenario, betas: FloatArray) -> None:
    logps, _ = tilted_logps(scenario.lm.response_logps(), scenario.reward, betas)
    assert np.isfinite(logps).all()
    np.testing.assert_allclose(np.exp(logps).sum(axis=1), 1, atol=1e-13)


def test_objective_at_the_optimum_is_beta_log_z(scenario: Scenario, betas: FloatArray) -> None:
    ref = scenario.lm.response_logps()
    logps, log_z = tilted_logps(ref, scenario.reward, betas)
    reached = objective(logps, ref, scenario.reward, betas)
    np.testing.assert_allclose(reached, betas * log_z, rtol=0, atol=TOLERANCE)


def test_every_policy_falls_short_by_its_kl_to_the_optimum(
    scenario: Scenario, betas: FloatArray, policies: FloatArray
) -> None:
    ref = scenario.lm.response_logps()
    star, log_z = tilted_logps(ref, scenario.reward, betas)
    for policy in (*policies, ref):
        reached = objective(policy, ref, scenario.reward, betas)
        gap = betas * kl(policy, star)
        np.testing.assert_allclose(reached, betas * log_z - gap, rtol=1e-13, atol=TOLERANCE)
        assert (gap >= 0).all()


def test_optimum_is_the_product_of_its_tokens(scenario: Scenario, betas: FloatArray) -> None:
    whole, log_z = tilted_logps(scenario.lm.response_logps(), scenario.reward, betas)
    tokens = tilted_token_logps(scenario.lm, scenario.reward, betas)
    np.testing.assert_allclose(prefix_logps(tokens)[-1], whole, rtol=1e-13, atol=TOLERANCE)
    values = soft_values(scenario.lm, scenario.reward, betas)
    np.testing.assert_allclose(values[0][:, 0], betas * log_z, rtol=0, atol=TOLERANCE)
    np.testing.assert_array_equal(values[-1], np.tile(scenario.reward, (len(betas), 1)))


def test_token_form_follows_from_soft_values(scenario: Scenario, betas: FloatArray) -> None:
    lm = scenario.lm
    values = soft_values(lm, scenario.reward, betas)
    tokens = tilted_token_logps(lm, scenario.reward, betas)
    for t, rows in enumerate(tokens):
        after = values[t + 1].reshape(len(betas), -1, lm.vocab_size)
        advantage = after - values[t][..., None]
        expected = lm.logps[t] + advantage / betas[:, None, None]
        np.testing.assert_allclose(rows, expected, rtol=1e-12, atol=TOLERANCE)


def test_batches_equal_one_beta_at_a_time(scenario: Scenario, betas: FloatArray) -> None:
    ref = scenario.lm.response_logps()
    many, log_zs = tilted_logps(ref, scenario.reward, betas)
    for b, beta in enumerate(betas[::6]):
        logps, log_z = tilted_logps(ref, scenario.reward, float(beta))
        assert logps.shape == ref.shape and np.shape(log_z) == ()
        np.testing.assert_allclose(logps, many[6 * b], rtol=1e-14)
        assert log_z == pytest.approx(log_zs[6 * b], rel=1e-14)
        lm = tilted_lm(scenario.lm, scenario.reward, float(beta))
        np.testing.assert_allclose(lm.response_logps(), logps, rtol=1e-13, atol=TOLERANCE)
        values = soft_values(scenario.lm, scenario.reward, float(beta))
        lengths = range(scenario.lm.length + 1)
        assert [v.shape for v in values] == [(scenario.lm.vocab_size**t,) for t in lengths]


def test_soft_values_go_from_the_best_to_the_average(scenario: Scenario) -> None:
    lm, size = scenario.lm, scenario.lm.vocab_size
    greedy, patient = soft_values(lm, scenario.reward, 1e-10), soft_values(lm, scenario.reward, 1e5)
    best, mean = scenario.reward, scenario.reward
    for t in reversed(range(lm.length)):
        best = best.reshape(-1, size).max(axis=1)
        mean = (np.exp(lm.logps[t]) * mean.reshape(-1, size)).sum(axis=1)
        np.testing.assert_allclose(greedy[t], best, atol=1e-8)
        np.testing.assert_allclose(patient[t], mean, atol=1e-4)


def test_adding_a_constant_to_the_reward_moves_only_the_value(scenario: Scenario) -> None:
    ref = scenario.lm.response_logps()
    logps, log_z = tilted_logps(ref, scenario.reward, 0.3)
    shifted, shifted_log_z = tilted_logps(ref, scenario.reward + 5, 0.3)
    np.testing.assert_allclose(shifted, logps, atol=1e-12)
    assert 0.3 * (shifted_log_z - log_z) == pytest.approx(5)


def test_worked_example_at_beta_one() -> None:
    worked = SCENARIOS["worked"]
    ref = worked.lm.response_logps()
    logps, log_z = tilted_logps(ref, worked.reward, 1)
    np.testing.assert_allclose(np.exp(logps), [0.172, 0.312, 0.0615, 0.454], atol=5e-4)
    assert np.exp(log_z) == pytest.approx(2.439, abs=5e-4)
    assert expectation(logps, worked.reward) == pytest.approx(1.221, abs=5e-4)
    assert kl(logps, ref) == pytest.approx(0.329, abs=5e-4)
    assert objective(logps, ref, worked.reward, 1) == pytest.approx(0.892, abs=5e-4)
    assert log_z == pytest.approx(0.892, abs=5e-4)
    assert objective(ref, ref, worked.reward, 1) == pytest.approx(0.58, abs=1e-12)
    value_a, value_b = soft_values(worked.lm, worked.reward, 1)[1]
    assert value_a == pytest.approx(0.523, abs=5e-4)
    assert value_b == pytest.approx(1.434, abs=5e-4)
    first, second = (np.exp(rows) for rows in tilted_lm(worked.lm, worked.reward, 1).logps)
    assert first[0, 0] == pytest.approx(0.484, abs=5e-4)
    assert second[0, 1] == pytest.approx(0.644, abs=5e-4)
    assert second[1, 1] == pytest.approx(0.881, abs=5e-4)


def test_worked_example_always_bb() -> None:
    worked = SCENARIOS["worked"]
    ref = worked.lm.response_logps()
    always_bb = np.array([-np.inf, -np.inf, -np.inf, 0.0])
    assert objective(always_bb, ref, worked.reward, 1) == pytest.approx(0.103, abs=5e-4)
    assert kl(always_bb, ref) == pytest.approx(1.897, abs=5e-4)


def test_impossible_responses_stay_impossible() -> None:
    ref = ToyLM.from_probs("ab", [[[1.0, 0.0]], [[0.5, 0.5], [0.0, 1.0]]])
    reward = np.array([0.0, 1.0, 5.0, 9.0])
    logps, log_z = tilted_logps(ref.response_logps(), reward, 0.5)
    np.testing.assert_array_equal(logps[2:], -np.inf)
    assert log_z == pytest.approx(np.log(0.5 + 0.5 * np.exp(2)))
    np.testing.assert_allclose(tilted_lm(ref, reward, 0.5).response_logps(), logps, atol=1e-14)
    assert soft_values(ref, reward, 1e-9)[0][0] == pytest.approx(1)


def test_an_unreachable_prize_does_not_cost_precision() -> None:
    ref = np.array([np.log(0.5), np.log(0.5), -np.inf])
    logps, _ = tilted_logps(ref, [0.0, 1e-3, 1e16], 1e-3)
    assert logps[1] - logps[0] == pytest.approx(1, rel=1e-12)


def test_rewards_in_the_millions_at_a_tiny_beta() -> None:
    lm = SCENARIOS["worked"].lm
    policy = tilted_lm(lm, [1e6, 2e6, 3e6, 3e6], 1e-3)
    np.testing.assert_allclose(policy.response_probs(), [0, 0, 0.5, 0.5], atol=1e-12)


@pytest.mark.parametrize("beta", [5e-324, 1e-310, 1e-300, 1e300, 1.7e308])
def test_coefficients_at_the_ends_of_the_floats(scenario: Scenario, beta: float) -> None:
    """Far beyond the slider: pi* is greedy or the reference, without a NaN (or a warning)."""
    ref, reward = scenario.lm.response_logps(), scenario.reward
    logps, log_z = tilted_logps(ref, reward, beta)
    best = np.where(reward == reward.max(), np.exp(ref), 0)
    expected = best / best.sum() if beta < 1 else np.exp(ref)
    np.testing.assert_allclose(np.exp(logps), expected, atol=1e-14)
    assert not np.isnan(log_z)
    assert not np.isnan(objective(logps, ref, reward, beta))
    policy = tilted_lm(scenario.lm, reward, beta)
    np.testing.assert_allclose(policy.response_probs(), expected, atol=1e-14)
    if beta < 1:
        _, value = tilted_and_value(ref, reward, beta)
        assert value == soft_values(scenario.lm, reward, beta)[0][0] == reward.max()
        assert log_z == (np.inf if beta < 1e-309 else reward.max() / beta)


def test_rewards_at_the_ends_of_the_floats() -> None:
    lm = SCENARIOS["worked"].lm
    ref, reward = lm.response_logps(), [1e308, -1e308, 0, 1.7e308]
    logps, _ = tilted_logps(ref, reward, 1e-5)
    np.testing.assert_array_equal(np.exp(logps), [0, 0, 0, 1])
    assert objective(log_of(np.array([0, 1.0, 0, 0])), ref, reward, 1e308) == -np.inf


def test_objective_is_minus_infinity_outside_the_support() -> None:
    ref = np.array([0.0, -np.inf])
    assert objective(np.log([0.5, 0.5]), ref, [0.0, 1e9], 1e-3) == -np.inf
