"""The three estimators of a KL: exact moments, the flattened policy, and real batches."""

from itertools import product
from math import fsum
from typing import Any

import numpy as np
import pytest

from models.divergence import kl
from models.estimators import (
    ESTIMATORS,
    batch_means,
    exact_distribution,
    flatten,
    moments,
    terms,
)
from models.logspace import FloatArray

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
THREE, THREE_REF = (0.6, 0.3, 0.1), (0.4, 0.4, 0.2)
TWO, TWO_REF = (0.99, 0.01), (0.5, 0.5)
FLATNESS = np.round(np.arange(-0.7, 0.9 + 0.025, 0.05), 2)


def pair(f: float) -> tuple[FloatArray, FloatArray]:
    """The policy at f, and its reference, over eight tokens."""
    return flatten(EIGHT, f), np.array(EIGHT)


PAIRS = [*(pair(float(f)) for f in FLATNESS), (np.array(TWO), np.array(TWO_REF))]


def test_the_range_of_f_is_the_whole_slider() -> None:
    assert (len(FLATNESS), FLATNESS[0], FLATNESS[-1]) == (33, -0.7, 0.9)


@pytest.mark.parametrize(("policy", "ref"), PAIRS)
def test_k1_and_k3_are_unbiased(policy: FloatArray, ref: FloatArray) -> None:
    exact, single = float(kl(np.log(policy), np.log(ref))), moments(policy, ref)
    assert single["k1"].mean == pytest.approx(exact, abs=1e-12)
    assert single["k3"].mean == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize(("policy", "ref"), PAIRS)
def test_k2_and_k3_are_never_negative(policy: FloatArray, ref: FloatArray) -> None:
    probs, values = terms(policy, ref)
    np.testing.assert_array_equal(probs, policy)
    assert (values["k2"] >= 0).all() and (values["k3"] >= 0).all()
    single = moments(policy, ref)
    assert single["k2"].negative == single["k3"].negative == 0
    below = sum(p for p, q in zip(policy, ref, strict=True) if p < q - 1e-12)
    assert single["k1"].negative == pytest.approx(below, abs=1e-12)


@pytest.mark.parametrize(("policy", "ref"), PAIRS)
def test_moments_are_sums_over_the_tokens(policy: FloatArray, ref: FloatArray) -> None:
    logs = [float(np.log(p) - np.log(q)) for p, q in zip(policy, ref, strict=True)]
    by_hand = {
        "k1": logs,
        "k2": [log * log / 2 for log in logs],
        "k3": [q / p - 1 + log for p, q, log in zip(policy, ref, logs, strict=True)],
    }
    for name, k in by_hand.items():
        mean = sum(p * x for p, x in zip(policy, k, strict=True))
        variance = sum(p * (x - mean) ** 2 for p, x in zip(policy, k, strict=True))
        assert moments(policy, ref)[name].mean == pytest.approx(mean, abs=1e-12)
        assert moments(policy, ref)[name].std == pytest.approx(variance**0.5, abs=1e-12)


def test_one_position_example() -> None:
    single = moments(THREE, THREE_REF)
    assert [round(single[k].mean, 4) for k in ESTIMATORS] == [0.0877, 0.0858, 0.0877]
    assert [round(single[k].std, 3) for k in ESTIMATORS] == [0.405, 0.055, 0.074]


def test_far_from_the_reference_k2_is_too_high() -> None:
    single = moments(*pair(0.9))
    exact = single["k1"].mean
    assert exact == pytest.approx(1.05, abs=0.005)
    assert single["k2"].mean / exact - 1 == pytest.approx(0.46, abs=0.005)


def test_a_sharper_policy_makes_k3_treacherous() -> None:
    policies = pair(-0.7)
    single = moments(*policies)
    exact = single["k1"].mean
    halves = exact_distribution(*policies, 16, [-np.inf, exact, np.inf])
    assert halves["k3"][0] == pytest.approx(0.69, abs=0.005)
    assert single["k2"].std < single["k1"].std < single["k3"].std
    assert single["k2"].mean / exact - 1 == pytest.approx(-0.39, abs=0.005)


def test_close_to_the_reference_k1_is_the_noisy_one() -> None:
    single = moments(*pair(0.3))
    assert single["k1"].std > 4 * single["k3"].std
    assert single["k1"].negative == pytest.approx(0.56, abs=0.005)


@pytest.mark.parametrize("tokens", [1, 2, 3, 4])
@pytest.mark.parametrize("f", [-0.7, 0.3, 0.9])
def test_a_spread_is_that_of_every_sequence_of_tokens(f: float, tokens: int) -> None:
    """All 8^N sequences one by one, their probability and their mean, in plain Python."""
    policies = pair(f)
    probs, values = terms(*policies)
    masses = [float(np.prod(p)) for p in product(probs.tolist(), repeat=tokens)]
    for name, single in moments(*policies).items():
        means = [sum(k) / tokens for k in product(values[name].tolist(), repeat=tokens)]
        mean = fsum(p * x for p, x in zip(masses, means, strict=True))
        variance = fsum(p * (x - mean) ** 2 for p, x in zip(masses, means, strict=True))
        assert single.spread(tokens) == pytest.approx(variance**0.5, rel=1e-10)


@pytest.mark.parametrize("tokens", [16, 64, 256])
@pytest.mark.parametrize(
    "policies", [((0.75, 0.25), (0.5, 0.5)), ((0.4, 0.4, 0.2), (0.3, 0.3, 0.4))]
)
def test_a_spread_is_that_of_the_binomial(policies: Any, tokens: int) -> None:
    """Two different terms: the mean of N is linear in how often one came, edges between atoms."""
    probs, values = terms(*policies)
    for name, single in moments(*policies).items():
        first, last = values[name][0], values[name][-1]
        counts = np.arange(tokens + 1)
        atoms = np.sort((first * (tokens - counts) + last * counts) / tokens)
        edges = np.concatenate([[-np.inf], (atoms[1:] + atoms[:-1]) / 2, [np.inf]])
        shares = exact_distribution(*policies, tokens, edges)[name]
        mean = shares @ atoms
        spread = float(shares @ (atoms - mean) ** 2) ** 0.5
        assert single.spread(tokens) == pytest.approx(spread, rel=1e-10)
        assert single.mean == pytest.approx(mean, rel=1e-10)
    assert probs.sum() == pytest.approx(1)


def test_clamped_terms() -> None:
    whole, clamped = moments(TWO, TWO_REF), moments(TWO, TWO_REF, limit=0.5)
    k1 = np.log(np.array(TWO) / TWO_REF)
    assert clamped["k1"].mean == pytest.approx(np.array(TWO) @ np.clip(k1, -0.5, 0.5))
    assert moments(TWO, TWO_REF, limit=1e9) == whole


def test_flatten_at_zero_is_the_identity() -> None:
    np.testing.assert_allclose(flatten(EIGHT, 0), EIGHT, rtol=1e-14)
    np.testing.assert_allclose(flatten([0.5, 0, 0.5], 0), [0.5, 0, 0.5], rtol=1e-14)


@pytest.mark.parametrize("f", [-50.0, -0.7, 0.0, 0.3, 0.9, 0.999999])
def test_flatten_is_a_power_normalised(f: float) -> None:
    row = np.array([0.5, 0.0, 0.3, 0.2, 0.0])
    flat = flatten(row, f)
    assert flat.sum() == pytest.approx(1, abs=1e-12)
    assert (flat[[1, 4]] == 0).all()
    powers = np.where(row > 0, np.where(row > 0, row, 1) ** (1 - f), 0)
    np.testing.assert_allclose(flat, powers / powers.sum(), rtol=1e-11)


def test_flatten_survives_an_extreme_power() -> None:
    np.testing.assert_allclose(flatten([0.5, 0.3, 0.2], -1e6), [1, 0, 0], atol=1e-12)
    np.testing.assert_allclose(flatten([0.5, 0.3, 0.2], 1 - 1e-12), [1 / 3] * 3, atol=1e-9)


def test_tokens_that_cannot_be_sampled_say_nothing() -> None:
    probs, values = terms([0.5, 0.0, 0.5], [0.3, 0.4, 0.3])
    assert probs.tolist() == [0.5, 0.5]
    assert all(k.shape == (2,) for k in values.values())
    single = moments([0.5, 0.0, 0.5], [0.3, 0.4, 0.3])
    assert single["k3"].mean == pytest.approx(single["k1"].mean - 0.4)


def test_a_token_that_the_reference_lacks_makes_it_infinite() -> None:
    for single in moments([0.5, 0.5], [1.0, 0.0]).values():
        assert (single.mean, single.std) == (np.inf, np.inf)
    assert moments([0.5, 0.5], [1.0, 0.0])["k1"].negative == 0.5
    assert moments([0.5, 0.5], [1.0, 0.0], limit=10)["k3"].mean < 10


def test_batches_where_the_reference_lacks_a_token() -> None:
    """Such a batch is infinite if that token came, and finite, not NaN, if it did not."""
    drawn = batch_means([0.5, 0.5], [1.0, 0.0], 2, 4000, np.random.default_rng(0))
    for means in drawn.values():
        assert not np.isnan(means).any()
        error = (0.25 * 0.75 / 4000) ** 0.5
        assert np.isfinite(means).mean() == pytest.approx(0.25, abs=4 * error)


@pytest.mark.parametrize(("policy", "ref"), [*(pair(f) for f in (-0.7, 0.3, 0.9)), (TWO, TWO_REF)])
@pytest.mark.parametrize("tokens", [1, 16, 256])
def test_real_batches_agree_with_the_moments(policy: Any, ref: Any, tokens: int) -> None:
    """Mean and standard deviation, within 4 standard errors of each."""
    batches = 20_000
    drawn = batch_means(policy, ref, tokens, batches, np.random.default_rng(41))
    probs, values = terms(policy, ref)
    for name, single in moments(policy, ref).items():
        spread = single.spread(tokens)
        assert drawn[name].shape == (batches,)
        assert drawn[name].mean() == pytest.approx(single.mean, abs=4 * spread / batches**0.5)
        kurtosis = probs @ ((values[name] - single.mean) / single.std) ** 4
        # Of the mean of N terms; the variance of s^2 is (kurtosis - (B - 3) / (B - 1)) s^4 / B.
        whole = 3 + (kurtosis - 3) / tokens
        error = spread**2 * ((whole - (batches - 3) / (batches - 1)) / batches) ** 0.5
        assert drawn[name].var(ddof=1) == pytest.approx(spread**2, abs=4 * error)


def test_the_three_see_the_same_tokens() -> None:
    """With two tokens the count of the first follows from any of the three means."""
    policies = (0.6, 0.4), (0.4, 0.6)
    drawn = batch_means(*policies, 8, 500, np.random.default_rng(1))
    _, values = terms(*policies)
    counts = [8 * (drawn[k] - values[k][1]) / (values[k][0] - values[k][1]) for k in ("k1", "k3")]
    np.testing.assert_allclose(counts[0], counts[1], atol=1e-9)
    np.testing.assert_allclose(counts[0], np.round(counts[0]), atol=1e-9)


def test_a_seed_gives_the_same_batches() -> None:
    def draw(seed: int) -> FloatArray:
        return batch_means(*pair(0.3), 16, 50, np.random.default_rng(seed))["k1"]

    np.testing.assert_array_equal(draw(7), draw(7))
    assert (draw(7) != draw(8)).any()


@pytest.mark.parametrize("tokens", [1, 16, 256])
def test_it_does_not_matter_how_many_are_drawn_at_a_time(tokens: int) -> None:
    policies, rng = pair(0.3), np.random.default_rng(3)
    whole = batch_means(*policies, tokens, 2000, np.random.default_rng(3))
    single = [batch_means(*policies, tokens, 1, rng) for _ in range(2000)]
    for name in ESTIMATORS:
        one_by_one = np.concatenate([drawn[name] for drawn in single])
        np.testing.assert_allclose(one_by_one, whole[name], rtol=0, atol=1e-14)
