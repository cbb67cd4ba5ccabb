"""A run: what it adds up to, whatever it is drawn in, and where its ends are."""

from typing import Any

import numpy as np
import pytest

from models.estimators import ESTIMATORS, batch_means, flatten, moments
from models.logspace import FloatArray
from models.runs import Frames, Run, scale

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
TWO, TWO_REF = (0.99, 0.01), (0.5, 0.5)
EDGES = np.linspace(-0.1, 0.3, 21)


def pair(f: float = 0.3) -> tuple[FloatArray, FloatArray]:
    return flatten(EIGHT, f), np.array(EIGHT)


def run(f: float = 0.3, tokens: int = 16, seed: int = 5) -> Run:
    return Run(*pair(f), tokens, EDGES, seed)


def drawn(f: float = 0.3, tokens: int = 16, batches: int = 600, seed: int = 5) -> FloatArray:
    """The same estimates straight from the generator, (3, batches)."""
    means = batch_means(*pair(f), tokens, batches, np.random.default_rng(seed))
    return np.stack([means[name] for name in ESTIMATORS])


def last(frames: Frames) -> tuple[Any, ...]:
    return frames.counts[-1], frames.mean[-1], frames.std[-1], frames.below[-1]


@pytest.mark.parametrize("tokens", [1, 16, 256])
@pytest.mark.parametrize("f", [-0.7, 0.0, 0.3, 0.9])
def test_the_same_numbers_however_it_is_drawn(f: float, tokens: int) -> None:
    whole = last(run(f, tokens).draw(1, 600))
    for frames, per_frame in ((600, 1), (6, 100), (20, 30)):
        counts, mean, std, below = last(run(f, tokens).draw(frames, per_frame))
        np.testing.assert_array_equal(counts, whole[0])
        np.testing.assert_allclose(mean, whole[1], atol=1e-12)
        np.testing.assert_allclose(std, whole[2], atol=1e-9)
        np.testing.assert_array_equal(below, whole[3])


def test_it_goes_on_where_it_was() -> None:
    whole, parts = run().draw(10, 60), run()
    for frames, per_frame in ((1, 1), (7, 17), (3, 160)):
        ending = parts.draw(frames, per_frame)
    assert parts.batches == ending.batches[-1] == 600
    np.testing.assert_array_equal(ending.counts[-1], whole.counts[-1])
    for one, other in zip(last(ending)[1:], last(whole)[1:], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_what_a_frame_says() -> None:
    """Against NumPy on the estimates themselves, at every frame."""
    frames, estimates = run().draw(12, 50), drawn()
    exact = moments(*pair())["k1"].mean
    assert frames.batches.tolist() == list(range(50, 601, 50))
    for t, batches in enumerate(frames.batches):
        seen = estimates[:, :batches]
        np.testing.assert_allclose(frames.mean[t], seen.mean(axis=1), atol=1e-12)
        np.testing.assert_allclose(frames.std[t], seen.std(axis=1, ddof=1), rtol=1e-9)
        np.testing.assert_allclose(
            frames.standard_error[t], seen.std(axis=1, ddof=1) / batches**0.5, rtol=1e-9
        )
        np.testing.assert_allclose(frames.below[t], (seen < exact).mean(axis=1))
        for e in range(3):
            inside = np.histogram(seen[e], EDGES)[0]
            np.testing.assert_array_equal(frames.counts[t, e, 1:-1], inside)
            assert frames.counts[t, e, 0] == (seen[e] < EDGES[0]).sum()
            assert frames.counts[t, e, -1] == (seen[e] > EDGES[-1]).sum()


def test_shapes_and_sums() -> None:
    frames = run(f=0.9).draw(4, 25)
    assert frames.counts.shape == (4, 3, len(EDGES) + 1)
    assert frames.mean.shape == frames.std.shape == frames.below.shape == (4, 3)
    np.testing.assert_array_equal(frames.counts.sum(axis=2), frames.batches[:, None] * [[1] * 3])
    assert (np.diff(frames.counts, axis=0) >= 0).all()
    assert frames.counts[-1, 0, -1] > 0


def test_a_mean_on_an_edge_begins_a_bin_and_the_last_bin_is_closed() -> None:
    k1 = np.log(np.array(TWO) / TWO_REF)
    edges = [k1[1], 0.0, k1[0]]
    frames = Run(TWO, TWO_REF, 1, edges, 0).draw(1, 3000)
    below, low, high, beyond = frames.counts[-1, 0]
    assert (below, beyond) == (0, 0)
    assert low + high == 3000
    assert low == pytest.approx(30, abs=4 * (3000 * 0.01 * 0.99) ** 0.5)


def test_a_single_batch_has_no_spread() -> None:
    frames = run().draw(3, 1)
    assert np.isnan(frames.std[0]).all() and np.isnan(frames.standard_error[0]).all()
    assert np.isfinite(frames.std[1:]).all()
    np.testing.assert_allclose(frames.std[1], drawn(batches=2).std(axis=1, ddof=1), rtol=1e-9)


def test_equal_policies_leave_nothing_to_estimate() -> None:
    frames = Run(EIGHT, EIGHT, 16, EDGES, 0).draw(2, 200)
    assert (frames.mean == 0).all() and (frames.std == 0).all() and (frames.below == 0).all()


def test_spreads_of_a_long_run_lose_no_digits() -> None:
    """Sums about the KL: the variance of nearly equal estimates is still right."""
    policies = flatten(EIGHT, 1e-4), np.array(EIGHT)
    frames = Run(*policies, 256, EDGES, 1).draw(50, 400)
    means = batch_means(*policies, 256, 20_000, np.random.default_rng(1))
    for e, name in enumerate(ESTIMATORS):
        assert frames.std[-1, e] == pytest.approx(means[name].std(ddof=1), rel=1e-6)


def test_infinite_estimates_make_infinite_readings_and_no_nan() -> None:
    """A token that the reference lacks, and one whose squares are beyond a float."""
    frames = Run([0.5, 0.5], [1, 0], 2, np.linspace(-1, 1, 9), 0).draw(2, 50)
    assert (frames.mean == np.inf).all() and (frames.std == np.inf).all()
    assert frames.below[-1] == pytest.approx(0.25, abs=4 * (0.25 * 0.75 / 100) ** 0.5)
    assert frames.counts[-1, :, -1] == pytest.approx(75, abs=18)
    run = Run([1 - 1e-3, 1e-3], [0.5, 0.5], 4, EDGES, 0)
    huge = np.full((1, 3, 4), 1e300)
    sums = np.cumsum(run._moment_sums(huge), axis=0)
    frames = run._frames(np.array([4]), np.zeros((1, 3, 22), dtype=np.int64), sums)
    np.testing.assert_allclose(frames.mean, 1e300)
    assert (frames.std == np.inf).all()


@pytest.mark.parametrize("bins", [1, 2, 47, 48])
def test_estimates_that_are_all_the_same_are_in_the_middle_of_a_bin(bins: int) -> None:
    edges = scale([0.3, 0.7], [0.3, 0.7], 4, bins)
    assert len(edges) == bins + 1
    middles = (edges[:-1] + edges[1:]) / 2
    assert np.abs(middles).min() < 1e-15
    # About as many bins on one side as on the other, over two nats in all.
    assert abs((middles < -1e-9).sum() - (middles > 1e-9).sum()) <= 1
    assert edges[-1] - edges[0] == pytest.approx(2)


def test_a_scale_needs_a_finite_kl() -> None:
    edges = scale(*pair(), 16, 10)
    k1 = moments(*pair())["k1"]
    np.testing.assert_allclose(edges[[0, -1]], k1.mean + np.array([-5, 5]) * k1.std / 4)
    with pytest.raises(ValueError, match="ref_probs must be positive wherever probs are; got"):
        scale([0.5, 0.5], [1, 0], 16, 10)


def test_a_seed_makes_the_run() -> None:
    np.testing.assert_array_equal(run().draw(1, 50).mean, run().draw(1, 50).mean)
    assert (run(seed=5).draw(1, 50).mean != run(seed=6).draw(1, 50).mean).any()
    assert run(seed=2**32 - 1).draw(1, 1).batches.tolist() == [1]


def test_the_run_knows_the_kl() -> None:
    assert run(0.9).kl == moments(*pair(0.9))["k1"].mean
    assert run().batches == 0


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed must be a whole number of at least 0; got"):
        Run(*pair(), 16, EDGES, seed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 0.6], TWO_REF, 1, EDGES), "probs must be rows of probabilities that sum to 1"),
        ((TWO, [0.5, 0.3], 1, EDGES), "ref_probs must be rows of probabilities that sum to 1"),
        ((TWO, [0.2, 0.3, 0.5], 1, EDGES), "ref_probs must be of shape"),
        ((TWO, TWO_REF, 0, EDGES), "tokens must be a whole number of at least 1; got 0"),
        ((TWO, TWO_REF, 1.5, EDGES), "tokens must be a whole number of at least 1; got 1.5"),
        ((TWO, TWO_REF, 1, [1, 0]), "edges must be a vector of two or more increasing numbers"),
        ((TWO, TWO_REF, 1, [0, np.nan]), "edges must be free of NaN"),
    ],
)
def test_what_cannot_be_run(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Run(*arguments, 0)


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", None, False])
def test_counts_of_a_draw(count: Any) -> None:
    for name, sizes in (("frames", (count, 1)), ("per_frame", (1, count))):
        one = run()
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1; got"):
            one.draw(*sizes)
        assert one.batches == 0
        np.testing.assert_array_equal(one.draw(1, 9).mean, run().draw(1, 9).mean)
