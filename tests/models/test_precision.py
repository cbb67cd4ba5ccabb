"""What a framework hands over: numbers in less than double precision, and whole ones as floats."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from models.checks import check_count
from models.divergence import kl, pairwise_kl
from models.estimators import batch_means, exact_distribution, flatten, log_moments, moments, terms
from models.lm import ToyLM, power_logps
from models.runs import Run, scale
from models.tilt import objective, tilted_and_value, tilted_logps

LOGITS = np.random.default_rng(3).normal(size=(1, 200))


def softmax(logits: Any, kind: str) -> Any:
    """As a framework computes it, in that precision throughout."""
    shifted = np.exp(logits.astype(kind) - logits.astype(kind).max())
    return shifted / shifted.sum(dtype=kind)


@pytest.mark.parametrize(("kind", "close"), [("f2", 2e-2), ("f4", 1e-5), ("f8", 1e-12)])
def test_probabilities_of_any_precision_are_taken_and_normalised(kind: str, close: float) -> None:
    probs, exact = softmax(LOGITS, kind), softmax(LOGITS, "f8")
    vocab = [chr(0x4E00 + i) for i in range(200)]
    lm = ToyLM.from_probs(vocab, [probs])
    assert lm.response_probs().sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(lm.response_probs(), exact[0], rtol=close, atol=1e-5)
    np.testing.assert_allclose(kl(np.log(probs), np.log(exact)), 0, atol=close)
    assert moments(probs[0], exact[0])["k1"].mean == pytest.approx(0, abs=close)
    assert ToyLM(tuple(vocab), (np.log(probs),)).response_probs().sum() == pytest.approx(1)
    assert np.isfinite(tilted_logps(np.log(probs[0]), np.arange(200.0), 1.0)[1])


@pytest.mark.parametrize("kind", ["f2", "f4"])
def test_every_function_counts_with_the_normalised_row(kind: str) -> None:
    """What comes in less than double precision gives what its row, normalised by hand, gives."""
    row, other = (softmax(LOGITS[0, n : n + 9], kind) for n in (0, 50))
    fine, ref = (x.astype("f8") / x.astype("f8").sum() for x in (row, other))
    logs, ref_logs = np.log(row), np.log(other)
    fine_logs, fine_ref_logs = (
        x.astype("f8") - np.log(np.exp(x.astype("f8")).sum()) for x in (logs, ref_logs)
    )
    reward, edges, (one, two) = np.arange(9.0), [-1, 0, 1], (np.random.default_rng(7) for _ in "ab")
    masses = exact_distribution(fine, ref, 3, edges)
    pairs = [
        (kl(logs, ref_logs), kl(fine_logs, fine_ref_logs)),
        (pairwise_kl([logs], [ref_logs]), pairwise_kl([fine_logs], [fine_ref_logs])),
        (power_logps(logs, 2), power_logps(fine_logs, 2)),
        (objective(logs, ref_logs, reward, 2), objective(fine_logs, fine_ref_logs, reward, 2)),
        (tilted_and_value(logs, reward, 2)[1], tilted_and_value(fine_logs, reward, 2)[1]),
        (tilted_logps(logs, reward, 2)[0], tilted_logps(fine_logs, reward, 2)[0]),
        (log_moments(logs, ref_logs)["k3"], log_moments(fine_logs, fine_ref_logs)["k3"]),
        (moments(row, other)["k3"], moments(fine, ref)["k3"]),
        (terms(row, other)[0], terms(fine, ref)[0]),
        (flatten(row, 0.3), flatten(fine, 0.3)),
        (batch_means(row, other, 9, 9, one)["k1"], batch_means(fine, ref, 9, 9, two)["k1"]),
        (scale(row, other, 4, 5), scale(fine, ref, 4, 5)),
        (Run(row, other, 4, edges, 0).draw(3, 2).mean, Run(fine, ref, 4, edges, 0).draw(3, 2).mean),
        (exact_distribution(row, other, 3, edges)["k2"], masses["k2"]),
    ]
    for got, expected in pairs:
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("four", [np.int64(4), np.uint8(4), 4.0, np.float32(4)])
def test_every_function_takes_a_whole_number(four: Any) -> None:
    row, ref = [0.5, 0.5], [0.4, 0.6]
    lm = ToyLM.from_logits("ab", [np.zeros((2**t, 2)) for t in range(4)])
    calls: list[Callable[[Any], Any]] = [
        lm.prefixes,
        lambda n: lm.sample(n, np.random.default_rng(1)),
        lambda n: list(batch_means(row, ref, n, n, np.random.default_rng(1)).values()),
        lambda n: list(exact_distribution(row, ref, n, [0, 1]).values()),
        lambda n: moments(row, ref)["k1"].spread(n),
        lambda n: scale(row, ref, n, n),
        lambda n: Run(row, ref, n, [0, 1], n).draw(n, n).mean,
    ]
    for call in calls:
        np.testing.assert_array_equal(call(four), call(4))


@pytest.mark.parametrize(("kind", "off"), [("f2", 0.05), ("f4", 1e-4), ("f8", 1e-7)])
def test_what_no_precision_explains_is_refused(kind: str, off: float) -> None:
    row = np.array([0.5, 0.5 + off], dtype=kind)
    with pytest.raises(ValueError, match=r"probs\[0\] must be rows of probabilities that sum to 1"):
        ToyLM.from_probs("ab", [row])


@pytest.mark.parametrize("value", [16, 16.0, np.int64(16), np.float32(16)])
def test_a_whole_number_is_one_however_it_is_written(value: Any) -> None:
    assert check_count("tokens", value) == 16
    assert isinstance(check_count("tokens", value), int)


@pytest.mark.parametrize("value", [16.5, True, "16", np.nan, np.inf, None])
def test_and_what_is_none_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="tokens must be a whole number"):
        check_count("tokens", value)


def test_responses_have_names_of_their_own() -> None:
    uniform = [np.full((3**t, 3), 1 / 3) for t in range(3)]
    with pytest.raises(ValueError, match=r"vocab must be tokens .* called 'a b a b'"):
        ToyLM.from_probs(["a", "b", "a b"], uniform)
    assert len(set(ToyLM.from_probs(["a", "b", "a b"], uniform[:2]).responses)) == 9
