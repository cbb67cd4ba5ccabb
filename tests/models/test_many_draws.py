"""The mean of many draws: equal terms, the listed outcomes, and the lattice of the rest."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, lgamma, log, prod
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
    terms,
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


def on_atoms(shares: dict[int, float]) -> tuple[FloatArray, FloatArray]:
    """Every third of the sums that carry mass, as edges, and what lies between them."""
    sums = sorted(shares)
    kept = [s for s in sums if shares[s] > 1e-7][::3]
    expected = np.zeros(len(kept) - 1)
    for s in sums:
        if kept[0] <= s <= kept[-1]:
            bin_ = min(int(np.searchsorted(kept, s, side="right")) - 1, len(expected) - 1)
            expected[bin_] += shares[s]
    return np.array(kept, dtype=np.float64), expected


def rational_binomial(share: Fraction, draws: int) -> dict[int, float]:
    """Number of successes -> probability, in whole numbers until the last division."""
    p, q, whole = share.numerator, share.denominator - share.numerator, share.denominator**draws
    return {i: comb(draws, i) * p**i * q ** (draws - i) / whole for i in range(draws + 1)}


@pytest.mark.parametrize("tokens", [16, 64, 256])
@pytest.mark.parametrize(
    ("probs", "likelier"),
    [((0.4, 0.4, 0.1, 0.1), Fraction(4, 5)), ((0.2, 0.2, *[0.1] * 6), Fraction(2, 5))],
)
@pytest.mark.parametrize("name", ESTIMATORS)
def test_equal_terms_count_as_one(
    name: str, probs: tuple[float, ...], likelier: Fraction, tokens: int
) -> None:
    """Two different ratios, however many tokens have them: a binomial, edges on its atoms."""
    uniform = [1 / len(probs)] * len(probs)
    often, seldom = terms(probs, uniform)[1][name][[0, -1]]
    shares = rational_binomial(likelier, tokens)
    if often < seldom:
        often, seldom = seldom, often
        shares = rational_binomial(1 - likelier, tokens)
    places, expected = on_atoms(shares)
    edges = (often * places + seldom * (tokens - places)) / tokens
    exact = exact_distribution(probs, uniform, tokens, edges)[name]
    np.testing.assert_allclose(exact, expected, rtol=0, atol=1e-12)


def test_merged_values_keep_their_mass_and_others_stay_apart() -> None:
    """Logarithms of equal ratios differ in the last digits; other ratios do not merge."""
    ratio = log(0.4) - log(0.25)
    values = np.array([1.0, np.nextafter(ratio, 1), 1 + 1e-9, ratio, 1e6, 1e6 + 1e-8])
    mass, distinct = convolution.merged(np.array([0.1, 0.2, 0.15, 0.25, 0.2, 0.1]), values)
    np.testing.assert_allclose(mass, [0.45, 0.3, 0.15, 0.1], rtol=1e-15)
    np.testing.assert_allclose(distinct, [ratio, 1e6, 1 + 1e-9, 1], rtol=1e-12)
    assert distinct[2] != distinct[3]


@pytest.mark.parametrize("least", [0.0, 1e-5])
@pytest.mark.parametrize(
    ("probs", "draws"), [((0.5, 0.3, 0.2), 60), ((0.9, 0.06, 0.03, 0.01), 30), ((0.7, 0.3), 256)]
)
def test_outcomes_are_multinomial(probs: tuple[float, ...], draws: int, least: float) -> None:
    """Masses against factorials in whole numbers; none is missing that is heavy enough."""
    counts, masses = convolution._outcomes(np.array(probs), np.eye(len(probs)), draws, least)
    assert (counts >= 0).all() and (counts.sum(axis=0) == draws).all()
    tenths = [Fraction(str(p)) for p in probs]
    expected = {}
    for n in product(range(draws + 1), repeat=len(probs) - 1):
        if sum(n) <= draws:
            whole = (*n, draws - sum(n))
            ways = factorial(draws) // prod(factorial(i) for i in whole)
            mass = float(ways * prod(p**i for p, i in zip(tenths, whole, strict=True)))
            if mass > max(least, 1e-250):
                expected[whole] = mass
    listed = dict(zip(map(tuple, counts.T.astype(int).tolist()), masses.tolist(), strict=True))
    assert {n: mass for n, mass in listed.items() if mass > 1e-250} == pytest.approx(expected)


@pytest.mark.parametrize("tokens", [300, 1024])
def test_three_tokens_by_one_binomial_inside_another(tokens: int) -> None:
    """P(n_b, n_c) summed over a grid of both, with lgamma; edges on the atoms of k1."""
    probs, ref = (0.5, 0.25, 0.25), (0.25, 0.25, 0.5)
    # l = log 2, 0, -log 2: the sum is (n_a - n_c) log 2.
    n_a, n_c = np.meshgrid(np.arange(tokens + 1), np.arange(tokens + 1), indexing="ij")
    fits = n_a + n_c <= tokens
    n_a, n_c = n_a[fits], n_c[fits]
    logs = np.array([lgamma(i + 1) for i in range(tokens + 1)])
    mass = np.exp(
        logs[tokens]
        - logs[n_a]
        - logs[n_c]
        - logs[tokens - n_a - n_c]
        + n_a * log(0.5)
        + (tokens - n_a) * log(0.25)
    )
    shares = np.bincount(n_a - n_c + tokens, weights=mass)
    places, expected = on_atoms({i - tokens: float(m) for i, m in enumerate(shares)})
    exact = exact_distribution(probs, ref, tokens, places * log(2) / tokens)["k1"]
    np.testing.assert_allclose(exact, expected, atol=1e-9)


@pytest.mark.parametrize("tokens", [64, 256])
@pytest.mark.parametrize("alpha", [0.3, 1, 10])
def test_multiples_of_a_common_step_are_not_displaced(alpha: float, tokens: int) -> None:
    """Eight multiples of 0.37, by convolving the rows of probabilities; edges on the atoms."""
    rng = np.random.default_rng(int(10 * alpha) + tokens)
    steps, probs = rng.choice(40, 8, replace=False), rng.dirichlet(np.full(8, alpha)) + 1e-12
    single = np.bincount(steps, weights=probs / probs.sum())
    whole = np.ones(1)
    for _ in range(tokens):
        whole = np.convolve(whole, single)
    places, expected = on_atoms(dict(enumerate(whole.tolist())))
    exact = convolution.mean_distribution(probs, steps * 0.37, tokens, places * 0.37 / tokens)
    np.testing.assert_allclose(exact, expected, atol=3e-9)


def cumulative(probs: FloatArray, places: Any, tokens: int) -> FloatArray:
    """P(sum < s) for s = 0, 1 ...: whole-numbered values by one Fourier transform of all sums."""
    size = 1 << int(np.ceil(np.log2(places.max() * tokens + 1)))
    single = np.bincount(places, weights=probs, minlength=size)
    masses = np.maximum(np.fft.irfft(np.fft.rfft(single) ** tokens, size), 0)
    return np.concatenate([[0.0], np.cumsum(masses)])


NEARLY = np.array([15_000] * 2 + [750] * 6), np.array([0.2, 0.2, *[0.1] * 6])
UNRELATED = np.array([0, 24_989, 12_503, 7, 7_753, 19_249, 3_001, 16_381])
HEAVY_TAIL = np.array([0, 13, 24, 35, 42, 58, 750, 24_750])
PROMISED = [
    (UNRELATED, flatten(EIGHT, 0.9)),
    (UNRELATED, flatten(EIGHT, -0.7)),
    (HEAVY_TAIL, np.array([0.25, 0.2, 0.2, 0.15, 0.1, 0.08, 0.017, 0.003])),
    (HEAVY_TAIL, np.array([0.25, 0.2, 0.2, 0.15, 0.1, 0.08, 0.02 - 2e-4, 2e-4])),
    *((NEARLY[0] + np.arange(8) * e // 8, NEARLY[1]) for e in (8, 80, 800)),
]


@pytest.mark.parametrize("tokens", [32, 64])
@pytest.mark.parametrize(("places", "probs"), PROMISED)
def test_the_promise_about_the_light_rest(places: Any, probs: FloatArray, tokens: int) -> None:
    """P(mean < edge) is that of an edge 1/500 of a deviation away at most, within 1e-4, even with
    edges where nearly equal terms pile up. A bin is right to 1e-3, with such terms if its edges
    keep away from the piles.
    """
    cdf = cumulative(probs, places, tokens)
    mean = probs @ places
    spread = float(probs @ (places - mean) ** 2 * tokens) ** 0.5
    piles = np.sort(np.argsort(-np.diff(cdf))[:40])
    plain = np.round(tokens * mean + np.linspace(-5, 5, 49) * spread).astype(int)
    for sums in (piles, plain[(plain > 0) & (plain < len(cdf))]):
        edges = np.concatenate([[-np.inf], sums * 1e-4 / tokens, [np.inf]])
        shares = convolution.mean_distribution(probs, places * 1e-4, tokens, edges)
        below = np.cumsum(shares)[:-1]
        lower = cdf[np.maximum(sums - int(spread / 500), 0)]
        upper = cdf[np.minimum(sums + int(spread / 500), len(cdf) - 1)]
        assert (below > lower - 1e-4).all() and (below < upper + 1e-4).all()
        clear = np.concatenate([[0], upper - lower, [0]]) < 5e-4
        clear |= places is UNRELATED
        wrong = np.abs(np.diff(np.concatenate([[0], cdf[sums], [1]])) - shares)
        assert (wrong[clear[:-1] & clear[1:]] < 1e-3).all()


def test_a_rare_and_enormous_term_does_not_coarsen_the_others() -> None:
    """One token in a hundred million with k3 = 5e7: without it the others are as they were."""
    probs = np.array([0.3, 0.2, 0.15, 0.1, 0.1, 0.1, 0.05 - 1e-8, 1e-8])
    ref = np.array([0.1, 0.1, 0.1, 0.1, 0.05, 0.03, 0.02, 0.5])
    edges = np.linspace(-1, 3, 81)
    k3 = terms(probs, ref)[1]["k3"]
    assert k3.max() > 4e7
    exact = exact_distribution(probs, ref, 256, edges)["k3"]
    others = convolution.mean_distribution(probs[:-1], k3[:-1], 256, edges)
    np.testing.assert_allclose(exact, others * (1 - 1e-8) ** 256, atol=1e-9)
    drawn = batch_means(probs, ref, 256, 20_000, np.random.default_rng(4))["k3"]
    measured = np.histogram(drawn, edges)[0] / 20_000
    assert (np.abs(measured - exact) < 5 * np.sqrt(exact / 20_000) + 1e-3).all()


def test_many_tokens_take_no_minute_and_too_many_are_refused() -> None:
    rng = np.random.default_rng(3)
    probs, ref = rng.dirichlet(np.ones(1000)), rng.dirichlet(np.ones(1000))
    for tokens in (1, 16, 1024):
        for shares in exact_distribution(probs, ref, tokens, [-np.inf, np.inf]).values():
            assert shares[0] == pytest.approx(1, abs=1e-4)
    probs, ref = rng.dirichlet(np.ones(1025), 2)
    with pytest.raises(ValueError, match=r"probs must be .* at most 1,024 different .*; got 1025"):
        exact_distribution(probs, ref, 4, [0, 1])
    assert exact_distribution(np.full(2000, 1 / 2000), np.full(2000, 1 / 2000), 4, [-1, 1])


def test_the_slack_of_an_edge_is_its_own() -> None:
    """A far edge must not make a near one vague."""
    index = convolution.bin_indices(np.array([-1e-7, -1e-13, 1e6]), np.array([-1.0, 0, 1, 1e6]))
    assert index.tolist() == [0, 1, 2]
