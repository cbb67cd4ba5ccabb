"""The distribution of the mean of N terms: against enumeration, the binomial, and real batches."""

from itertools import product
from math import comb, log
from typing import Any

import numpy as np
import pytest

from models import convolution
from models.estimators import (
    ESTIMATORS,
    batch_means,
    exact_distribution,
    flatten,
    moments,
)
from models.logspace import FloatArray

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
TWO, TWO_REF = (0.99, 0.01), (0.5, 0.5)
Pair = tuple[FloatArray, FloatArray]


def pair(f: float) -> Pair:
    return flatten(EIGHT, f), np.array(EIGHT)


def scale(policies: Any, tokens: int, bins: int = 48) -> FloatArray:
    """Edges five standard deviations of k1 about the KL, and the two open ends."""
    k1 = moments(*policies)["k1"]
    inner = np.linspace(k1.mean - 5 * k1.spread(tokens), k1.mean + 5 * k1.spread(tokens), bins + 1)
    return np.concatenate([[-np.inf], inner, [np.inf]])


def by_hand(policies: Any, name: str, tokens: int, edges: Any) -> list[float]:
    """Every sequence of tokens, one by one, in plain Python; a mean on an edge begins a bin."""
    probs, ref = ([float(p) for p in row] for row in policies)
    ratios = [log(p / q) for p, q in zip(probs, ref, strict=True)]
    term = {
        "k1": ratios,
        "k2": [ratio * ratio / 2 for ratio in ratios],
        "k3": [q / p - 1 + log(p / q) for p, q in zip(probs, ref, strict=True)],
    }[name]
    shares = [0.0] * (len(edges) - 1)
    for sequence in product(range(len(probs)), repeat=tokens):
        mean, mass = sum(term[y] for y in sequence) / tokens, 1.0
        for y in sequence:
            mass *= probs[y]
        for i in reversed(range(len(shares))):
            last = i == len(shares) - 1 and mean <= edges[-1] + 1e-12
            if mean >= edges[i] - 1e-12 and (last or mean < edges[i + 1] - 1e-12):
                shares[i] += mass
                break
    return shares


@pytest.mark.parametrize("f", [-0.7, 0.3, 0.9])
@pytest.mark.parametrize("tokens", [1, 2, 3, 4])
def test_against_every_sequence(f: float, tokens: int) -> None:
    policies = pair(f)
    edges = scale(policies, tokens, bins=12)
    exact = exact_distribution(*policies, tokens, edges)
    for name in ESTIMATORS:
        expected = by_hand(policies, name, tokens, edges.tolist())
        np.testing.assert_allclose(exact[name], expected, atol=1e-12)


def atoms(policies: Any, name: str, tokens: int) -> FloatArray:
    """The distinct means that N tokens can have, in order."""
    logs = np.log(policies[0]) - np.log(policies[1])
    k = {"k1": logs, "k2": logs**2 / 2, "k3": np.expm1(-logs) + logs}[name]
    means = np.sort([sum(sequence) / tokens for sequence in product(k, repeat=tokens)])
    return means[np.concatenate([[True], np.diff(means) > 1e-9])]


@pytest.mark.parametrize("tokens", [1, 2])
@pytest.mark.parametrize("f", [-0.7, 0.3, 0.9])
@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_mean_on_an_edge_begins_a_bin(name: str, f: float, tokens: int) -> None:
    """With an edge at every possible mean each bin holds one of them, the last bin the last two."""
    policies = pair(f)
    edges = atoms(policies, name, tokens)
    shares = exact_distribution(*policies, tokens, edges)[name]
    np.testing.assert_allclose(shares, by_hand(policies, name, tokens, edges.tolist()), atol=1e-12)
    assert (shares > 0).all()
    last = by_hand(policies, name, tokens, [edges[-1] - 1e-10, edges[-1] + 1e-10])[0]
    mean = shares @ edges[:-1] + last * (edges[-1] - edges[-2])
    assert mean == pytest.approx(moments(*policies)[name].mean, abs=1e-9)


def test_the_last_bin_is_closed_and_what_is_outside_is_left_out() -> None:
    policies = ([0.25, 0.75], [0.5, 0.5])
    low, high = log(0.5), log(1.5)
    shares = exact_distribution(*policies, 1, [low, 0.0, high])["k1"]
    np.testing.assert_allclose(shares, [0.25, 0.75], atol=1e-15)
    shares = exact_distribution(*policies, 1, [low + 1e-9, 0.0, high - 1e-9])["k1"]
    assert shares.tolist() == [0, 0]


@pytest.mark.parametrize("tokens", [16, 256])
def test_two_tokens_are_binomial(tokens: int) -> None:
    """The rare token came i times; an edge between any two neighbouring means."""
    for name, (common, rare) in {
        "k1": (log(1.98), log(0.02)),
        "k2": (log(1.98) ** 2 / 2, log(0.02) ** 2 / 2),
        "k3": (1 / 1.98 - 1 + log(1.98), 50 - 1 + log(0.02)),
    }.items():
        means = [(common * (tokens - i) + rare * i) / tokens for i in range(tokens + 1)]
        share = [comb(tokens, i) * 0.01**i * 0.99 ** (tokens - i) for i in range(tokens + 1)]
        order = np.argsort(means)
        ordered = np.array(means)[order]
        edges = np.concatenate([[-np.inf], (ordered[1:] + ordered[:-1]) / 2, [np.inf]])
        exact = exact_distribution(TWO, TWO_REF, tokens, edges)[name]
        np.testing.assert_allclose(exact, np.array(share)[order], atol=1e-12)


@pytest.mark.parametrize("tokens", [1, 16, 32, 64, 128, 256])
@pytest.mark.parametrize("f", [-0.7, 0.9])
def test_the_whole_is_one(f: float, tokens: int) -> None:
    policies = pair(f)
    for shares in exact_distribution(*policies, tokens, scale(policies, tokens)).values():
        assert (shares >= 0).all()
        assert shares.sum() == pytest.approx(1, abs=2e-9)


@pytest.mark.parametrize(("f", "tokens"), [(-0.7, 32), (-0.7, 256), (0.9, 64), (0.9, 256)])
def test_mean_and_variance_of_fine_bins(f: float, tokens: int) -> None:
    """Mass taken at the middle of its bin: the mean is off by half a bin at most."""
    policies = pair(f)
    for name, single in moments(*policies).items():
        spread = single.spread(tokens)
        edges = np.linspace(single.mean - 40 * spread, single.mean + 40 * spread, 8001)
        width = edges[1] - edges[0]
        shares = exact_distribution(*policies, tokens, edges)[name]
        middles = (edges[1:] + edges[:-1]) / 2
        mean = shares @ middles
        assert shares.sum() == pytest.approx(1, abs=2e-9)
        assert mean == pytest.approx(single.mean, abs=width / 2)
        assert (shares @ (middles - mean) ** 2) ** 0.5 == pytest.approx(spread, abs=width)


@pytest.mark.parametrize("tokens", [8, 12])
@pytest.mark.parametrize("f", [-0.7, 0.3, 0.9])
@pytest.mark.parametrize("heavy", [1e-2, 1e-3, 1e-5])
def test_the_light_rest_against_full_enumeration(
    monkeypatch: pytest.MonkeyPatch, f: float, tokens: int, heavy: float
) -> None:
    policies = pair(f)
    edges = scale(policies, tokens)
    monkeypatch.setattr(convolution, "ENUMERABLE", 100_000)
    whole = exact_distribution(*policies, tokens, edges)
    monkeypatch.setattr(convolution, "ENUMERABLE", 1)
    monkeypatch.setattr(convolution, "HEAVY", heavy)
    for name, shares in exact_distribution(*policies, tokens, edges).items():
        assert shares.sum() == pytest.approx(1, abs=1e-4)
        assert np.abs(shares - whole[name]).max() < 1e-3
        assert 0.5 * np.abs(shares - whole[name]).sum() < 2e-3


@pytest.mark.parametrize("tokens", [1, 3, 200])
def test_infinite_terms_fill_the_last_bin(tokens: int) -> None:
    policies = ([0.5, 0.3, 0.2], [0.6, 0.4, 0.0])
    exact = exact_distribution(*policies, tokens, [-np.inf, 0, 1, np.inf])
    never = exact_distribution([0.625, 0.375], [0.6, 0.4], tokens, [-np.inf, 0, 1])
    assert never["k2"].sum() == pytest.approx(1)
    for name, shares in exact.items():
        assert shares.sum() == pytest.approx(1, abs=1e-12)
        assert shares[-1] >= 1 - 0.8**tokens - 1e-12
        if name == "k2":
            assert shares[-1] == pytest.approx(1 - 0.8**tokens, abs=1e-12)
    finite = exact_distribution(*policies, tokens, [-100, 100])
    for shares in finite.values():
        assert shares[0] == pytest.approx(0.8**tokens, abs=1e-12)


def test_nothing_but_infinite_terms() -> None:
    for shares in exact_distribution([0.0, 1.0], [1.0, 0.0], 4, [0, 1, np.inf]).values():
        assert shares.tolist() == [0, 1]


@pytest.mark.parametrize("tokens", [1, 16, 32, 256, 400])
def test_a_policy_like_its_reference_has_one_atom(tokens: int) -> None:
    for shares in exact_distribution(EIGHT, EIGHT, tokens, [-1, 0, 1]).values():
        np.testing.assert_allclose(shares, [0, 1], atol=1e-12)


@pytest.mark.parametrize("tokens", [1, 16, 64, 256])
@pytest.mark.parametrize("f", [-0.7, 0.3, 0.9])
def test_real_batches_have_this_distribution(f: float, tokens: int) -> None:
    """By total variation, TV = half the sum of |measured - exact| over the bins.

    With B batches E[TV] <= sum sqrt(p (1 - p) / B) / 2, and one batch more or less changes TV by
    1/B at most, so that TV exceeds its expectation by sqrt(log(1/delta) / (2 B)) with probability
    below delta (McDiarmid).
    """
    batches, delta = 20_000, 1e-6
    policies = pair(f)
    edges = scale(policies, tokens)
    exact = exact_distribution(*policies, tokens, edges)
    drawn = batch_means(*policies, tokens, batches, np.random.default_rng(11))
    for name, p in exact.items():
        index = convolution.bin_indices(drawn[name], edges)
        measured = np.bincount(index, minlength=len(p)) / batches
        expected = 0.5 * np.sqrt(np.clip(p * (1 - p), 0, None) / batches).sum()
        bound = expected + np.sqrt(np.log(1 / delta) / (2 * batches))
        assert 0.5 * np.abs(measured - p).sum() < bound


@pytest.mark.parametrize(
    "edges",
    [[0], [1, 0], [0, 0], [0, 1, 1], [[0, 1]], 3, [], [np.inf, -np.inf], [-np.inf, -np.inf, 0]],
)
def test_edges_must_increase(edges: Any) -> None:
    with pytest.raises(ValueError, match="edges must be a vector of two or more increasing"):
        exact_distribution(TWO, TWO_REF, 4, edges)


def test_edges_that_are_no_numbers() -> None:
    with pytest.raises(ValueError, match="edges must be free of NaN"):
        exact_distribution(TWO, TWO_REF, 4, [0, np.nan, 1])


@pytest.mark.parametrize("tokens", [0, -1, 2.5, True, None, "3", 1025])
def test_tokens_are_whole_and_not_too_many(tokens: Any) -> None:
    allowed = "tokens must be a whole number of at least 1 and at most 1,024; got"
    with pytest.raises(ValueError, match=allowed):
        exact_distribution(TWO, TWO_REF, tokens, [0, 1])
