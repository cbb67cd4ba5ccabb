"""How much of the processor a session may have, so that none takes it from the others.

Each session has a bucket of milliseconds that fills up slowly: what its messages cost is taken out.
While there is something in it, its messages are taken at once. A session that has used it up waits
in a line with the others like it, and all of them together get a part of the time.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

# Of a session: a tenth of a processor, and a quarter of a second at once. A reader who plays a run
# needs 4 ms a second, one who changes the scenario about 10 ms each time.
SESSION_RATE, SESSION_BURST = 100.0, 250.0
# Of the line, all in it together.
LINE_RATE, LINE_BURST = 250.0, 30.0
# What a message of the line is taken to cost before that is known.
USUAL: Final = 10.0

Clock = Callable[[], float]


class Bucket:
    """Milliseconds that may be spent: ``rate`` a second more, and never more than ``burst``."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def spend(self, ms: float) -> None:
        """Take out what something has cost, even if it was not there."""
        self._left = self.left - ms
        self._at = self._clock()

    @property
    def left(self) -> float:
        """What may be spent now, in ms; below zero after more was spent."""
        return min(self._burst, self._left + self._rate * (self._clock() - self._at))

    @property
    def ready(self) -> bool:
        """Whether it is not overdrawn, but for a rounding."""
        return self.left > -1e-9

    @property
    def wait(self) -> float:
        """Seconds until there is something to be spent again."""
        return max(0.0, -self.left / self._rate)


class Line:
    """Sessions that have used up what they had, taken one after the other at a bounded pace."""

    def __init__(self, rate: float = LINE_RATE, burst: float = LINE_BURST) -> None:
        self._bucket = Bucket(rate, burst)
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, take: Callable[[], None]) -> None:
        """Call this when its turn has come, on the running event loop."""
        self._waiting.append(take)
        self._set_timer()

    def spend(self, ms: float) -> None:
        """Take out what one of the line has cost."""
        self._bucket.spend(ms)

    def done(self) -> None:
        """One has been taken, and what it cost is known: what was assumed is given back."""
        self._bucket.spend(-USUAL)

    def _set_timer(self) -> None:
        if self._timer is None and self._waiting:
            self._timer = asyncio.get_running_loop().call_later(self._bucket.wait, self._next)

    def _next(self) -> None:
        self._timer = None
        if self._bucket.ready:
            self._bucket.spend(USUAL)
            self._waiting.popleft()()
        self._set_timer()
