"""The distribution of the mean of N terms: against enumeration, the binomial, and real batches."""

from fractions import Fraction
from itertools import product
from math import comb, exp, factorial, lgamma, log, prod
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
from models.multinomial import likely_compositions

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
@pytest.mark.parametrize("listed", [20, 200, 2000])
def test_the_light_rest_against_full_enumeration(
    monkeypatch: pytest.MonkeyPatch, f: float, tokens: int, listed: int
) -> None:
    policies = pair(f)
    edges = scale(policies, tokens)
    whole = exact_distribution(*policies, tokens, edges)
    monkeypatch.setattr(convolution, "ENUMERABLE", listed)
    for name, shares in exact_distribution(*policies, tokens, edges).items():
        assert shares.sum() == pytest.approx(1, abs=2e-9)
        assert np.abs(shares - whole[name]).max() < 1e-3
        assert 0.5 * np.abs(shares - whole[name]).sum() < 2e-3


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


@pytest.mark.parametrize("tokens", [254, 255, 256, 32_767, 32_768, 70_000, 10**9])
def test_two_tokens_and_any_number_of_them(tokens: int) -> None:
    """The middle of a binomial: by lgamma, and where that has no digits left by its limit."""
    low, high = (tokens * 3) // 10 - 1, (tokens * 3) // 10 + 2
    often, seldom = log(0.7) - log(0.5), log(0.3) - log(0.5)
    counts = np.arange(low, high)
    edges = np.sort((often * (tokens - counts) + seldom * counts) / tokens)
    # Half a step to the left of each atom, the last one included.
    half = (often - seldom) / tokens / 2
    exact = exact_distribution([0.7, 0.3], [0.5, 0.5], tokens, [*(edges - half), edges[-1] + half])
    whole = lgamma(tokens + 1)
    expected = [
        exp(whole - lgamma(i + 1) - lgamma(tokens - i + 1))
        * exp(i * log(0.3) + (tokens - i) * log(0.7))
        if tokens < 500
        else exp(-((i - 0.3 * tokens) ** 2) / (0.42 * tokens)) / (2 * np.pi * 0.21 * tokens) ** 0.5
        for i in counts[::-1].tolist()
    ]
    # The normal approximation is within O(1 / N) in the middle.
    tolerance = 1e-11 if tokens < 500 else 2 / tokens
    np.testing.assert_allclose(exact["k1"], expected, rtol=tolerance)
    ends = exact_distribution([0.7, 0.3], [0.5, 0.5], tokens, [-np.inf, np.inf])
    for shares in ends.values():
        assert shares[0] == pytest.approx(1, abs=1e-11)


@pytest.mark.parametrize(
    ("probs", "draws"), [((0.5, 0.3, 0.2), 1100), ((0.9, 0.06, 0.03, 0.01), 256), ((0.7, 0.3), 40)]
)
def test_likely_compositions_are_multinomial(probs: tuple[float, ...], draws: int) -> None:
    """Masses against factorials in whole numbers, and no mass left out."""
    listed = likely_compositions(np.array(probs), draws)
    assert listed is not None
    counts, masses = listed
    assert (counts >= 0).all() and (counts.sum(axis=1) == draws).all()
    assert len(np.unique(counts, axis=0)) == len(counts)
    assert masses.sum() == pytest.approx(1, abs=convolution.LOST_MASS)
    tenths = [Fraction(str(p)) for p in probs]
    for row in [
        *np.argsort(masses)[::-1][:3],
        *np.random.default_rng(0).integers(len(masses), size=5),
    ]:
        n = counts[row].tolist()
        ways = Fraction(factorial(draws), prod(factorial(i) for i in n))
        expected = float(ways * prod(p**i for p, i in zip(tenths, n, strict=True)))
        assert masses[row] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("tokens", [800, 1100, 3000])
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


@pytest.mark.parametrize("tokens", [1, 4, 300])
def test_terms_near_the_end_of_the_floats(tokens: int) -> None:
    faint = 1e-310
    edges = [-np.inf, -1.7e308, 1.7e308, np.inf]
    for policies in (
        ([1 - faint, faint], [0.5, 0.5]),
        ([0.5, 0.3, 0.1, 0.05, 0.05 - faint, faint], [0.1, 0.3, 0.1, 0.1, 0.2, 0.2]),
    ):
        for shares in exact_distribution(*policies, tokens, edges).values():
            np.testing.assert_allclose(shares, [0, 1, 0], atol=1e-11)


def test_more_tokens_than_it_can_promise() -> None:
    with pytest.raises(ValueError, match=r"tokens must be at most 100,000 for 8 .*; got 100001"):
        exact_distribution(*pair(0.3), 100_001, [0, 1])


def test_the_slack_of_an_edge_is_its_own() -> None:
    """A far edge must not make a near one vague."""
    index = convolution.bin_indices(np.array([-1e-7, -1e-13, 1e6]), np.array([-1.0, 0, 1, 1e6]))
    assert index.tolist() == [0, 1, 2]


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


@pytest.mark.parametrize("tokens", [0, -1, 2.0, True, None, "3"])
def test_tokens_are_whole(tokens: Any) -> None:
    with pytest.raises(ValueError, match="tokens must be a whole number of at least 1; got"):
        exact_distribution(TWO, TWO_REF, tokens, [0, 1])
