"""Log-space arithmetic where plain arithmetic would overflow, underflow or divide by zero."""

import numpy as np
import pytest

from models.logspace import expectation, log_normalise, log_of, log_sum_exp


def test_log_sum_exp_beyond_the_range_of_floats() -> None:
    assert log_sum_exp(np.array([1e4, 1e4])) == pytest.approx(1e4 + np.log(2), rel=1e-15)
    assert log_sum_exp(np.array([-1e4, -1e4])) == pytest.approx(-1e4 + np.log(2), rel=1e-15)


def test_log_sum_exp_of_nothing_is_minus_infinity() -> None:
    rows = np.array([[-np.inf, -np.inf], [-np.inf, 3.0]])
    np.testing.assert_array_equal(log_sum_exp(rows), [-np.inf, 3.0])


def test_normalised_rows_sum_to_one_and_keep_their_differences() -> None:
    logits = np.random.default_rng(4).normal(size=(5, 7)) * 300
    logps = log_normalise(logits)
    np.testing.assert_allclose(np.exp(logps).sum(axis=1), 1, atol=1e-14)
    np.testing.assert_allclose(np.diff(logps, axis=1), np.diff(logits, axis=1), atol=1e-12)


def test_log_of_zero_is_silent() -> None:
    np.testing.assert_array_equal(log_of(np.array([0.0, 1.0])), [-np.inf, 0.0])


def test_expectation_of_each_row() -> None:
    logps = log_of(np.array([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]]))
    np.testing.assert_allclose(expectation(logps, np.array([1.0, 2.0, 4.0])), [1.5, 3.5])
