"""Clients that mean no good: each sends what costs the server most, as fast as it is taken.

Run as a program, in a process of its own: ``python -m bench.flooders URL KIND CLIENTS SECONDS``.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any, Final

from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError

from bench.servers import Server, Target
from bench.wire import Connection, is_link, said, visit

# Never twice the same, and none that a cache may have.
STEPS: Final = 1e-4
SAMPLER: Final = "?view=estimate"


def _flatness() -> Iterator[float]:
    return (round(-0.69995 + STEPS * i % 1.5, 5) for i in count(1))


def values() -> Iterator[dict[str, Any]]:
    """A new f each time."""
    return ({"set": {"f": float(f"{f:.4g}")}} for f in _flatness())


def starts() -> Iterator[dict[str, Any]]:
    """A new run each time, of a new f, with many tokens."""
    for number, f in enumerate(_flatness()):
        settings = {"position": "eight", "f": float(f"{f:.4g}"), "tokens": 256, "seed": number}
        yield {"start": settings, "run": number}


def leaps() -> Iterator[dict[str, Any]]:
    """Frames from far into a run, here and there."""
    yield {"start": {"position": "eight", "f": 0.3, "tokens": 256, "seed": 1}, "run": 1}
    for i in count():
        yield {"draw": 40, "per_frame": 100, "after": 90_000 - 7_000 * (i % 9)}


def leashes() -> Iterator[dict[str, Any]]:
    """A new β each time, of the largest scenario."""
    yield {"set": {"scenario": "verifier"}}
    for i in count():
        yield {"set": {"beta": float(f"{0.30005 + STEPS * (i % 6000):.4g}")}}


def nothings() -> Iterator[dict[str, Any]]:
    """Words that mean nothing."""
    return ({"nothing": i} for i in count())


KINDS: Final[dict[str, tuple[str, Callable[[], Iterator[dict[str, Any]]]]]] = {
    "a new f": (SAMPLER, values),
    "new runs": (SAMPLER, starts),
    "leaps into a run": (SAMPLER, leaps),
    "a new β": ("", leashes),
    "nothing": ("", nothings),
}


async def flood(url: str, kind: str) -> None:
    """Say all of it, and read what comes, for ever; a server that shuts the door is right."""
    query, messages = KINDS[kind]
    server = Server(Target("app", query=query), url, None)  # type: ignore[arg-type]
    connection, link = await visit(server, is_link)
    with suppress(WebSocketClosedError, RuntimeError):
        async with asyncio.TaskGroup() as group:
            group.create_task(_drain(connection))
            for message in messages():
                await connection.patch(said(link, message))


async def _drain(connection: Connection) -> None:
    while True:
        await connection.receive()


async def _flood(url: str, kind: str, clients: int, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(flood(url, kind) for _ in range(clients)))


if __name__ == "__main__":
    url, kind, clients, seconds = sys.argv[1:]
    IOLoop().run_sync(lambda: _flood(url, kind, int(clients), float(seconds)))
