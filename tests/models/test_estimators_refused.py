"""What the three estimators of a KL refuse, by name."""

from typing import Any

import numpy as np
import pytest

from models.estimators import (
    batch_means,
    exact_distribution,
    flatten,
    moments,
    terms,
)

EIGHT = (0.74, 0.12, 0.06, 0.03, 0.02, 0.015, 0.01, 0.005)
THREE, THREE_REF = (0.6, 0.3, 0.1), (0.4, 0.4, 0.2)
TWO, TWO_REF = (0.99, 0.01), (0.5, 0.5)


@pytest.mark.parametrize("tokens", [0, -4, 2.5, "4", None, True])
def test_a_spread_is_of_a_whole_number_of_tokens(tokens: Any) -> None:
    with pytest.raises(ValueError, match="tokens must be a whole number of at least 1; got"):
        moments(TWO, TWO_REF)["k1"].spread(tokens)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 0.6], [0.5, 0.5]), "probs must be rows .* sum to 1 .*; got a sum of 1.1"),
        (([0.5, 0.5], [0.5, 0.4]), "ref_probs must be rows .* got a sum of 0.9"),
        (([1.5, -0.5], [0.5, 0.5]), "probs must be free of negative .* got -0.5"),
        (([0.5, 0.5], [0.2, 0.3, 0.5]), r"ref_probs must be of shape \(2,\), like probs; got"),
        (([[0.5, 0.5]], [0.5, 0.5]), r"probs must be a vector of probabilities; got shape \(1, 2"),
        (([0.5, np.nan], [0.5, 0.5]), "probs must be free of NaN"),
        ((["a", "b"], [0.5, 0.5]), "probs must be an array of real numbers"),
    ],
)
def test_rows_that_are_no_probabilities(arguments: Any, message: str) -> None:
    for call in (
        lambda: terms(*arguments),
        lambda: moments(*arguments),
        lambda: batch_means(*arguments, 1, 1, np.random.default_rng(0)),
        lambda: exact_distribution(*arguments, 1, [0, 1]),
    ):
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.parametrize("f", [1, 1.5, np.inf, -np.inf, [0.1, 0.2]])
def test_f_must_be_below_one(f: Any) -> None:
    with pytest.raises(ValueError, match="f must be a finite number below 1; got"):
        flatten(EIGHT, f)


@pytest.mark.parametrize("limit", [0, -1, None, "x", "5", True])
def test_a_limit_must_be_above_zero(limit: Any) -> None:
    with pytest.raises(ValueError, match=f"limit must be above zero; got {limit!r}"):
        moments(TWO, TWO_REF, limit=limit)
    with pytest.raises(ValueError, match="limit must be free of NaN; got NaN"):
        moments(TWO, TWO_REF, limit=np.nan)


@pytest.mark.parametrize("count", [0, -3, 1.5, "2", True, None])
def test_counts_are_whole_numbers(count: Any) -> None:
    rng = np.random.default_rng(0)
    for name, sizes in (("tokens", (count, 1)), ("batches", (1, count))):
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1; got"):
            batch_means(TWO, TWO_REF, *sizes, rng)
