"""What a framework hands over: numbers in less than double precision, and whole ones as floats."""

from typing import Any

import numpy as np
import pytest

from models.checks import check_count
from models.divergence import kl
from models.estimators import moments
from models.lm import ToyLM
from models.tilt import tilted_logps

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
