"""The messages of a session, taken one after the other and each in its time.

What is long is computed in a thread of its own; what comes meanwhile waits and is merged. Without a
server, as in a notebook or in a test, each message is taken at once.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from bokeh.document import Document

from widgets.budget import SESSION_BURST, SESSION_RATE, Bucket, Line
from widgets.inbox import Inbox

# To read a message and to send an answer, which is not measured.
POSTAGE = 1.0

_line = Line()
# One: the others are for the readers.
_long = ThreadPoolExecutor(1, thread_name_prefix="kl-leash")


def _nothing() -> None:
    """There is nothing to be computed."""


@dataclass(frozen=True)
class Work:
    """What a message asks for: ``compute``, which changes nothing that others see, and then
    ``apply`` what it returned. ``long`` says that it may take more than some 20 ms.
    """

    apply: Callable[[Any], object]
    compute: Callable[[], Any] = _nothing
    long: bool = False


class Turns:
    """Takes the messages of one session; ``work`` says what one asks for when its turn comes."""

    def __init__(self, work: Callable[[Any], Work]) -> None:
        self._work = work
        self._inbox = Inbox()
        self._budget = Bucket(SESSION_RATE, SESSION_BURST)
        self._document: Document | None = None
        self._busy = self._in_line = False

    def put(self, message: Any, document: Document | None) -> None:
        """Take a message, now or later; ``document`` is that of its session on a server."""
        if document is None or document.session_context is None:
            work = self._work(message)
            work.apply(work.compute())
            return
        self._document = document
        self._inbox.put(message)
        if not self._busy:
            self._go()

    def _go(self) -> None:
        self._busy = False
        while self._inbox and not self._busy:
            if not self._budget.ready:
                self._busy = self._in_line = True
                _line.enter(partial(self._soon, self._next))
            else:
                self._next()

    def _soon(self, call: Callable[[], None]) -> None:
        """Call this on the event loop, when the document may be changed."""
        document = self._document
        # A session that has gone takes nothing more.
        if document is not None and document.session_context is not None:
            document.add_next_tick_callback(call)

    def _next(self) -> None:
        work = self._work(self._inbox.next())
        if work.long:
            self._busy = True
            loop, task = asyncio.get_running_loop(), _long.submit(_measured, work.compute)
            done = partial(self._soon, partial(self._finish, work, task))
            task.add_done_callback(lambda _: loop.call_soon_threadsafe(done))
        else:
            self._take(lambda: work.apply(work.compute()))

    def _finish(self, work: Work, task: "Future[tuple[Any, float]]") -> None:
        def apply() -> None:
            result, ms = task.result()
            self._spend(ms)
            work.apply(result)

        self._take(apply)

    def _take(self, act: Callable[[], object]) -> None:
        """Do what was waited for; whatever comes of it, the next has its turn."""
        try:
            with self._spending():
                act()
        finally:
            if self._in_line:
                self._in_line = False
                _line.done()
            if self._busy:
                self._go()

    @contextmanager
    def _spending(self) -> Iterator[None]:
        start = time.thread_time()
        try:
            yield
        finally:
            self._spend(1000 * (time.thread_time() - start) + POSTAGE)

    def _spend(self, ms: float) -> None:
        self._budget.spend(ms)
        if self._in_line:
            _line.spend(ms)


def _measured(compute: Callable[[], Any]) -> tuple[Any, float]:
    """What it returns, and the ms of processor that it took."""
    start = time.thread_time()
    return compute(), 1000 * (time.thread_time() - start)
