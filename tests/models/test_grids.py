"""Stops of the sliders."""

import numpy as np
import pytest

from models.grids import MANTISSAS, stops

RANGES = [(0.05, 10), (0.1, 4), (1e-3, 1e3), (0.07, 0.9), (1, 10), (3, 4), (1e-300, 1e-298)]
TINY = [(5e-324, 10), (5e-324, 1e-321), (1e-310, 1.7e308), (1e307, 1.7976931348623157e308)]


@pytest.mark.parametrize(("low", "high"), [(0.05, 10), (0.1, 4)])
def test_stops_that_the_sliders_need(low: float, high: float) -> None:
    assert {0.1, 0.24, 0.37, 0.42, 0.5, 0.63, 1.0, 2.0} <= set(stops(low, high).tolist())


@pytest.mark.parametrize(("low", "high"), [*RANGES, *TINY])
def test_ends_are_in_and_stops_increase(low: float, high: float) -> None:
    grid = stops(low, high)
    assert grid[0] == low and grid[-1] == high
    assert (np.diff(grid) > 0).all()


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_every_inner_stop_is_the_float_of_a_two_digit_decimal(low: float, high: float) -> None:
    for stop in stops(low, high)[1:-1].tolist():
        assert float(f"{stop:.1e}") == stop


def test_powers_of_ten_twice_and_five_times_them() -> None:
    grid = set(stops(1e-4, 1e5).tolist())
    for power in range(-4, 5):
        assert {float(f"{m}e{power}") for m in (1, 2, 5)} <= grid


def test_about_logarithmic_and_not_too_many() -> None:
    grid = stops(0.05, 10)
    ratios = grid[1:] / grid[:-1]
    assert 80 <= len(grid) <= 130
    assert ratios.min() > 1.025 and ratios.max() < 1.101
    assert 24 <= len(MANTISSAS) <= 40


def test_ends_between_round_numbers_are_kept() -> None:
    assert stops(0.123, 0.1342).tolist() == [0.123, 0.13, 0.1342]


def test_a_range_without_a_round_number_still_has_its_ends() -> None:
    assert stops(1.01, 1.02).tolist() == [1.01, 1.02]


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (0, 1, r"low must be positive and finite; got 0\.0"),
        (-2, 1, r"low must be positive and finite; got -2\.0"),
        (1, np.inf, r"high must be positive and finite; got inf"),
        (np.nan, 1, r"low must be free of NaN"),
        (2, 1, r"low must be below high \(1\.0\); got 2\.0"),
        (1, 1, r"low must be below high \(1\.0\); got 1\.0"),
    ],
)
def test_bad_ranges_are_refused(low: float, high: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stops(low, high)
