"""What all sessions share is kept, and never grows beyond its bound."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from widgets.cache import MOST_BYTES, held_bytes, shared, size_of
from widgets.estimate import Estimate
from widgets.tilt import Tilt


@dataclass(eq=False)
class Held:
    """Something with an array in it, and with itself."""

    array: Any
    again: Any = None


def test_a_value_is_computed_once() -> None:
    calls = []

    @shared
    def solved(name: str) -> list[str]:
        calls.append(name)
        return [name]

    assert solved("a") is solved("a") and solved("b") == ["b"]
    assert calls == ["a", "b"]


def test_functions_do_not_share_what_they_return() -> None:
    assert shared(lambda n: n + 1)(1) == 2
    assert shared(lambda n: n + 2)(1) == 3


def test_the_size_of_a_value_is_that_of_all_it_holds() -> None:
    array = np.zeros(100_000)
    held = Held({"a": [array[:10], (array,)]}, "x" * 5_000)
    held.again = [held.again, held]
    assert array.nbytes + 5_000 < size_of(held) < array.nbytes + 8_000


@pytest.mark.parametrize(
    "ask",
    [
        lambda i: Tilt(scenario="verifier", beta=round(0.3005 + i / 1000, 4)),
        lambda i: Estimate(f=round(0.1005 + i / 1000, 4), tokens=256),
    ],
    ids=["tilt", "estimate"],
)
def test_states_that_nobody_saw_before_push_out_the_oldest(ask: Any) -> None:
    for i in range(60):
        ask(i).link.snapshot()
        assert held_bytes() <= MOST_BYTES
    assert held_bytes() > MOST_BYTES / 20
