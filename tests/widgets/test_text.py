"""Numbers, shares and symbols as they are printed."""

import numpy as np
import pytest

from widgets.text import figures, math, number, percent, slot

NARROW = "\u202f"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"), (1, "100 %"), (0.5, "50 %"), (0.01, "1 %"), (0.166, "17 %"), (0.004, "0.4 %"),
        (0.0001, "< 0.1 %"), (1e-30, "< 0.1 %"), (0.997, "99.7 %"), (0.99999, "> 99.9 %"),
        (0.99, "99 %"), (0.0005, "0.1 %"), (0.453, "45 %"),
    ],
)  # fmt: skip
def test_percent(share: float, text: str) -> None:
    assert percent(share).replace(NARROW, " ") == text


def test_no_share_is_called_nothing_or_everything_that_is_not() -> None:
    shares = np.linspace(0, 1, 20001)[1:-1]
    texts = {percent(share) for share in shares}
    false = {f"0{NARROW}%", f"0.0{NARROW}%", f"100{NARROW}%", f"100.0{NARROW}%"}
    assert texts & false == set()


def test_percent_is_right_to_its_last_digit() -> None:
    for share in np.linspace(0.001, 0.999, 997):
        text = percent(share).removesuffix(f"{NARROW}%")
        half = 0.05 if "." in text else 0.5
        assert float(text) == pytest.approx(100 * share, abs=half + 1e-9)


def test_a_sum_that_rounds_above_one_is_everything() -> None:
    assert percent(np.nextafter(1.0, 2.0)) == f"100{NARROW}%"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1.005, 1, "1.0"), (-0.5, 2, "−0.50"), (-1e-9, 2, "0.00"), (0, 2, "0.00"),
        (12.346, 2, "12.35"), (-3.14159, 4, "−3.1416"), (7, 0, "7"),
        (6400, 0, "6,400"), (-1234567.891, 2, "−1,234,567.89"), (999.999, 2, "1,000.00"),
    ],
)  # fmt: skip
def test_number(value: float, digits: int, text: str) -> None:
    assert number(value, digits) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1234567, "0.1235"), (0.0012, "0.0012"), (0.00012345, "0.00012"), (-3e-5, "−0.000030"),
        (0, "0.0000"), (1e-17, "0.0000"), (12.3, "12.3000"),
    ],
)  # fmt: skip
def test_a_small_number_keeps_two_figures(value: float, text: str) -> None:
    assert figures(value) == text


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("KL(π‖π_ref)", "KL(π‖π<sub>ref</sub>)"),
        ("E_π[r]", "E<sub>π</sub>[r]"),
        ("E_π*[r]", "E<sub>π*</sub>[r]"),
        ("π_T at T 0.5", "π<sub>T</sub> at T\u00a00.5"),
        ("β 0.42 and β KL(π‖π*)", "β\u00a00.42 and β\u00a0KL(π‖π*)"),
        ("log π*(y)", "log π*(y)"),
        ("snake_ref stays", "snake_ref stays"),
    ],
)
def test_math(text: str, markup: str) -> None:
    assert math(text) == markup


def test_slot() -> None:
    assert slot("kl") == '<span data-slot="kl"></span>'
    assert slot("kl", "star") == '<b class="star" data-slot="kl"></b>'
