"""The reward-KL plane: shape of the frontier, its ends, and the peak of the true reward."""

import numpy as np
import pytest

from models.divergence import kl
from models.frontier import frontier, limits, temperature_curve, true_reward_peak
from models.lm import ToyLM
from models.logspace import FloatArray, expectation
from models.scenarios import SCENARIOS, Scenario
from models.tilt import tilted_logps


def test_frontier_is_increasing_and_concave(scenario: Scenario, betas: FloatArray) -> None:
    """Between two stops the slope of the chord lies between their betas: both in one statement."""
    curve = frontier(scenario.lm, scenario.reward, betas)
    rise, run = -np.diff(curve.reward), -np.diff(curve.kl)
    assert (run >= -1e-14).all() and (rise >= -1e-14).all()
    assert (rise >= betas[:-1] * run - 1e-10).all()
    assert (rise <= betas[1:] * run + 1e-10).all()


def test_slope_is_beta(scenario: Scenario, betas: FloatArray) -> None:
    """By finite differences, steps that are even in 1/beta and grow with beta.

    At 1e3 the curve is within 1e-7 nats of the reference, and only a wide step has digits. Once the
    second best response has less than 1e-7 of the mass pi* has settled and the points coincide to
    rounding; there the next test, which needs no difference, goes on alone.
    """
    step = np.clip(1e-4 * betas, 1e-4, 1e-2)
    before = frontier(scenario.lm, scenario.reward, betas / (1 + step))
    after = frontier(scenario.lm, scenario.reward, betas / (1 - step))
    rise, run = after.reward - before.reward, after.kl - before.kl
    rewards = np.unique(scenario.reward)
    moving = betas > (rewards[-1] - rewards[-2]) / 10
    assert moving[betas >= 0.2].all()
    np.testing.assert_allclose(rise[moving] / run[moving], betas[moving], rtol=2e-5)
    settled = betas < (rewards[-1] - rewards[-2]) / 40
    np.testing.assert_allclose(run[settled], 0, atol=1e-13)


def test_tangent_falls_away_by_exactly_a_divergence(scenario: Scenario, betas: FloatArray) -> None:
    """The slope without a finite difference: what a point lies below the tangent at beta is
    beta KL(point || pi*), second order in the step, over all six decades."""
    stars, _ = tilted_logps(scenario.lm.response_logps(), scenario.reward, betas)
    curve = frontier(scenario.lm, scenario.reward, betas)
    for shift in (1, 7, -7):
        below = betas * kl(np.roll(stars, shift, axis=0), stars)
        tangent = curve.reward + betas * (np.roll(curve.kl, shift) - curve.kl)
        np.testing.assert_allclose(np.roll(curve.reward, shift), tangent - below, atol=1e-10)


def test_no_policy_lies_above(
    scenario: Scenario, betas: FloatArray, temperatures: FloatArray, policies: FloatArray
) -> None:
    """Every tangent bounds every policy, so does their envelope, the frontier."""
    ref = scenario.lm.response_logps()
    _, log_z = tilted_logps(ref, scenario.reward, betas)
    curve = temperature_curve(scenario.lm, scenario.reward, temperatures)
    points = [
        (curve.kl, curve.reward),
        (kl(policies, ref), expectation(policies, scenario.reward)),
    ]
    for divergence, reward in points:
        ceiling = (betas * log_z)[:, None] + betas[:, None] * divergence
        assert (reward <= ceiling + 1e-10).all()


def test_ends_of_the_frontier(scenario: Scenario) -> None:
    args = (scenario.lm, scenario.reward)
    zero, infinity = limits(*args, scenario.true_reward)
    curve = frontier(*args, [1e-3, 1e8], scenario.true_reward)
    assert curve.kl[0] == pytest.approx(zero.kl, abs=1e-10)
    assert curve.reward[0] == pytest.approx(zero.reward, abs=1e-10)
    assert zero.reward == pytest.approx(scenario.reward.max(), abs=1e-12)
    best = scenario.reward == scenario.reward.max()
    assert zero.kl == pytest.approx(-np.log(scenario.lm.response_probs()[best].sum()))
    assert curve.kl[1] == pytest.approx(infinity.kl, abs=1e-10)
    assert curve.reward[1] == pytest.approx(infinity.reward, abs=1e-7)
    assert infinity.kl == 0
    assert infinity.reward == pytest.approx(scenario.lm.response_probs() @ scenario.reward)
    if scenario.true_reward is None:
        assert zero.true_reward is None and infinity.true_reward is None
        assert curve.true_reward is None
    else:
        assert curve.true_reward is not None
        assert curve.true_reward[0] == pytest.approx(zero.true_reward, abs=1e-10)
        assert curve.true_reward[1] == pytest.approx(infinity.true_reward, abs=1e-7)


def test_limits_share_ties_by_the_reference_and_skip_the_impossible() -> None:
    ref = ToyLM.from_probs("abcd", [[0.1, 0.3, 0.6, 0.0]])
    zero, infinity = limits(ref, [1, 1, 0, 9], [0, 4, 8, 0])
    assert zero == pytest.approx((-np.log(0.4), 1, 3))
    assert infinity == pytest.approx((0, 0.4, 6))


def test_temperature_curve_is_that_of_the_models(
    scenario: Scenario, temperatures: FloatArray
) -> None:
    curve = temperature_curve(scenario.lm, scenario.reward, temperatures, scenario.reward)
    ref = scenario.lm.response_logps()
    for k, temperature in enumerate(temperatures):
        logps = scenario.lm.at_temperature(float(temperature)).response_logps()
        assert curve.kl[k] == pytest.approx(float(kl(logps, ref)), abs=1e-10)
        assert curve.reward[k] == pytest.approx(float(expectation(logps, scenario.reward)))
    np.testing.assert_array_equal(curve.temperatures, temperatures)
    np.testing.assert_array_equal(curve.true_reward, curve.reward)


def test_lower_temperature_helps_where_likely_is_good_but_stays_below() -> None:
    s = SCENARIOS["likely-is-good"]
    curve = temperature_curve(s.lm, s.reward, np.linspace(0.3, 0.9, 13))
    at_one = temperature_curve(s.lm, s.reward, [1.0])
    assert (curve.reward > at_one.reward).all()
    # The frontier is concave, so linear interpolation between its points is itself attainable.
    best = frontier(s.lm, s.reward, np.geomspace(1e3, 0.01, 400))
    assert (np.interp(curve.kl, best.kl, best.reward) > curve.reward + 1e-3).all()


def test_blind_spot_figures() -> None:
    s = SCENARIOS["blind-spot"]
    assert s.true_reward is not None
    start = limits(s.lm, s.reward, s.true_reward).beta_to_infinity
    assert start.true_reward == pytest.approx(0.462, abs=1e-12)
    peak = true_reward_peak(s.lm, s.reward, s.true_reward, 0.05, 10)
    assert peak.beta == pytest.approx(0.42, abs=0.01)
    assert peak.true_reward == pytest.approx(0.63, abs=0.005)
    assert peak.kl == pytest.approx(0.5, abs=0.05)
    plateau = frontier(s.lm, s.reward, np.linspace(0.37, 0.5, 50), s.true_reward)
    assert plateau.true_reward is not None
    assert (plateau.true_reward > peak.true_reward - 0.01).all()
    at = frontier(s.lm, s.reward, [peak.beta, 0.1], s.true_reward)
    assert at.true_reward is not None
    assert at.reward[0] == pytest.approx(0.9, abs=0.05)
    assert at.reward[1] == pytest.approx(1.58, abs=0.005)
    assert at.true_reward[1] == pytest.approx(0.03, abs=0.005)


def test_blind_spot_crossing_of_bb_and_cc() -> None:
    s = SCENARIOS["blind-spot"]
    beta = 0.6 / np.log(12)
    assert beta == pytest.approx(0.241, abs=5e-4)
    logps, _ = tilted_logps(s.lm.response_logps(), s.reward, beta)
    bb, cc = (logps[s.lm.responses.index(y)] for y in ("bb", "cc"))
    assert bb == pytest.approx(cc, abs=1e-12)


@pytest.mark.parametrize("key", ["blind-spot", "flattery"])
def test_peak_is_stationary_and_highest(key: str) -> None:
    s = SCENARIOS[key]
    assert s.true_reward is not None
    peak = true_reward_peak(s.lm, s.reward, s.true_reward, 0.05, 10)
    everywhere = frontier(s.lm, s.reward, np.geomspace(0.05, 10, 5000), s.true_reward).true_reward
    assert everywhere is not None
    assert peak.true_reward >= everywhere.max() - 1e-12
    # dE[true]/dbeta = -Cov(true, r)/beta^2, so at the peak the two rewards are uncorrelated.
    logps, _ = tilted_logps(s.lm.response_logps(), s.reward, peak.beta)
    product = float(expectation(logps, s.reward * s.true_reward))
    covariance = product - float(expectation(logps, s.reward)) * peak.true_reward
    assert covariance == pytest.approx(0, abs=1e-6)
    assert peak.kl == pytest.approx(float(kl(logps, s.lm.response_logps())))


def test_peak_of_a_monotone_curve_is_the_end_of_the_range() -> None:
    s = SCENARIOS["worked"]
    assert true_reward_peak(s.lm, s.reward, s.reward, 0.1, 4).beta == 0.1
    assert true_reward_peak(s.lm, s.reward, -s.reward, 0.1, 4).beta == 4
