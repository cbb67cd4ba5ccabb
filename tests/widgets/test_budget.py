"""A session's share of the processor: what is left of it, and the line of those that have none."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.budget import USUAL, Bucket, Line


class Clock:
    """A clock that is set by hand, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_and_no_further() -> None:
    clock = Clock()
    bucket = Bucket(100, 250, clock)
    bucket.spend(300)
    assert (bucket.left, bucket.wait) == (-50, 0.5)
    clock.now = 0.5
    assert (bucket.left, bucket.wait) == (0, 0)
    clock.now = 100
    assert (bucket.left, bucket.wait) == (250, 0)


@given(st.lists(st.tuples(st.floats(0, 2), st.floats(0, 500)), max_size=40))
def test_who_waits_for_it_spends_no_more_than_the_rate(spent: list[tuple[float, float]]) -> None:
    clock, total, most = Clock(), 0.0, 0.0
    bucket = Bucket(100, 250, clock)
    for pause, ms in spent:
        clock.now += pause + bucket.wait
        bucket.spend(ms)
        total, most = total + ms, max(most, ms)
    assert total <= 250 + 100 * clock.now + most + 1e-6


def in_a_loop(act: Callable[[], None], until: Callable[[], bool]) -> None:
    """On an event loop of its own, until something is so."""

    async def run() -> None:
        act()
        async with asyncio.timeout(20):
            while not until():
                await asyncio.sleep(0.001)

    # The browser's tests leave a loop running in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, run()).result()


def test_those_in_line_are_taken_in_their_order() -> None:
    line, taken = Line(), list[int]()
    in_a_loop(
        lambda: [line.enter(lambda i=i: taken.append(i)) for i in range(6)] and None,  # type: ignore[misc]
        lambda: len(taken) == 6,
    )
    assert taken == list(range(6))


def test_the_line_goes_no_faster_than_its_rate() -> None:
    """All of them together: twenty that cost 20 ms each take 0.4 s of the 1 s that passes."""
    clock, line, at = Clock(), Line(400, 30), list[float]()
    line._bucket = Bucket(400, 30, clock)

    def take() -> None:
        at.append(clock.now)
        line.spend(20)
        line.done()
        if len(at) < 20:
            clock.now += line._bucket.wait
            line.enter(take)

    in_a_loop(lambda: line.enter(take), lambda: len(at) == 20)
    assert at[-1] == pytest.approx((19 * 20 - 30) / 400, abs=2 * USUAL / 400)
