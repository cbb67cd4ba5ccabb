"""The readouts: both sides of every identity they display."""

import numpy as np
import pytest

from models.frontier import frontier, temperature_curve
from models.logspace import FloatArray
from models.scenarios import SCENARIOS, Scenario
from models.summary import Summary, summarise
from models.tilt import objective, tilted_lm


@pytest.fixture
def summary(scenario: Scenario, betas: FloatArray, temperatures: FloatArray) -> Summary:
    return summarise(scenario.lm, scenario.reward, betas, temperatures, scenario.true_reward)


def test_shapes(scenario: Scenario, summary: Summary) -> None:
    n, b, k = len(scenario.reward), 61, 41
    for policy, family, by_beta in (
        (summary.ref, (), (b,)),
        (summary.star, (b,), (b,)),
        (summary.tempered, (k,), (b, k)),
    ):
        assert policy.probs.shape == (*family, n)
        assert np.shape(policy.kl) == np.shape(policy.reward) == family
        assert policy.objective.shape == policy.gap.shape == by_beta
        if scenario.true_reward is None:
            assert policy.true_reward is None
        else:
            assert policy.true_reward is not None
            assert np.shape(policy.true_reward) == family


def test_optimum_attains_beta_log_z(summary: Summary) -> None:
    np.testing.assert_allclose(summary.star.objective, summary.beta_log_z, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(summary.star.gap, 0)


def test_gap_is_what_the_others_miss(summary: Summary) -> None:
    missed = summary.beta_log_z - summary.ref.objective
    np.testing.assert_allclose(summary.ref.gap, missed, rtol=1e-13, atol=1e-10)
    missed = summary.beta_log_z[:, None] - summary.tempered.objective
    np.testing.assert_allclose(summary.tempered.gap, missed, rtol=1e-13, atol=1e-10)


def test_everything_is_finite_and_no_gap_is_negative(summary: Summary) -> None:
    for policy in (summary.ref, summary.star, summary.tempered):
        for values in (policy.probs, policy.kl, policy.reward, policy.objective, policy.gap):
            assert np.isfinite(values).all()
        np.testing.assert_allclose(policy.probs.sum(axis=-1), 1, atol=1e-12)
        assert (policy.gap >= -1e-11).all()


def test_no_nan_at_the_ends_of_the_floats(scenario: Scenario) -> None:
    """beta log Z is a reward, and finite, even where log Z is not; so are shortfalls from it."""
    extremes = [5e-324, 1e-300, 1.0, 1e300]
    summary = summarise(scenario.lm, scenario.reward, extremes, extremes, scenario.true_reward)
    for policy in (summary.ref, summary.star, summary.tempered):
        for values in (policy.probs, policy.kl, policy.reward, policy.objective, policy.gap):
            assert not np.isnan(values).any()
    assert summary.beta_log_z[0] == summary.beta_log_z[1] == scenario.reward.max()
    np.testing.assert_allclose(
        summary.tempered.shortfall[0], scenario.reward.max() - summary.tempered.reward
    )


def test_agrees_with_the_curves(
    scenario: Scenario, summary: Summary, betas: FloatArray, temperatures: FloatArray
) -> None:
    best = frontier(scenario.lm, scenario.reward, betas, scenario.true_reward)
    cooled = temperature_curve(scenario.lm, scenario.reward, temperatures, scenario.true_reward)
    for curve, policy in ((best, summary.star), (cooled, summary.tempered)):
        np.testing.assert_array_equal(policy.kl, curve.kl)
        np.testing.assert_array_equal(policy.reward, curve.reward)
        if scenario.true_reward is not None:
            np.testing.assert_array_equal(policy.true_reward, curve.true_reward)


def test_agrees_with_models_built_one_at_a_time(scenario: Scenario) -> None:
    ref = scenario.lm.response_logps()
    summary = summarise(scenario.lm, scenario.reward, [0.2, 3.0], [0.5, 1.0, 2.0])
    for b, beta in enumerate((0.2, 3.0)):
        star = tilted_lm(scenario.lm, scenario.reward, beta)
        np.testing.assert_allclose(summary.star.probs[b], star.response_probs(), atol=1e-13)
        for k, temperature in enumerate((0.5, 1.0, 2.0)):
            logps = scenario.lm.at_temperature(temperature).response_logps()
            np.testing.assert_allclose(summary.tempered.probs[k], np.exp(logps), atol=1e-14)
            expected = objective(logps, ref, scenario.reward, beta)
            assert summary.tempered.objective[b, k] == pytest.approx(float(expected), abs=1e-13)


def test_temperature_one_is_the_reference(scenario: Scenario) -> None:
    summary = summarise(scenario.lm, scenario.reward, [0.1, 1.0], [1.0])
    np.testing.assert_allclose(summary.tempered.gap[:, 0], summary.ref.gap, atol=1e-13)
    assert summary.tempered.kl[0] == pytest.approx(0, abs=1e-14)
    assert summary.ref.kl == 0


def test_worked_readouts() -> None:
    s = SCENARIOS["worked"]
    summary = summarise(s.lm, s.reward, [1.0], [1.0])
    assert summary.star.reward[0] == pytest.approx(1.221, abs=5e-4)
    assert summary.star.kl[0] == pytest.approx(0.329, abs=5e-4)
    assert summary.beta_log_z[0] == pytest.approx(0.892, abs=5e-4)
    assert summary.ref.objective[0] == pytest.approx(0.58, abs=1e-12)
    assert summary.ref.gap[0] == pytest.approx(0.892 - 0.58, abs=5e-4)
