"""Clients that open, slide, play and leave, in waves: does the memory come back?"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from tornado.ioloop import IOLoop

from bench.effort import Effort
from bench.report import Row, at_most
from bench.servers import OURS, SAMPLER, Server, serve
from bench.wire import PATCH, Connection, is_link, said, visit
from models.grids import stops
from widgets.tilt.solution import BETAS

# Bokeh keeps an abandoned session for 15 seconds, and looks for such ones every 17.
FORGOTTEN = 40.0
SECONDS_OF_PLAY = 5
STOPS = stops(*BETAS)
SCENARIOS = ("verifier", "flattery", "blind-spot", "likely-is-good", "worked")


async def slide(connection: Connection, link: str) -> None:
    """Rests of β at its stops, every scenario, and a value between two stops."""
    for i in range(20):
        message = said(link, {"set": {"beta": float(STOPS[2 * i])}})
        await connection.answer(await connection.patch(message))
    for key in SCENARIOS:
        await told(connection, said(link, {"set": {"scenario": key}}))
    await told(connection, said(link, {"set": {"beta": 0.333}}))


async def play(connection: Connection, link: str) -> None:
    """A new run, and some seconds of it, asked for a second at a time."""
    settings = {"position": "eight", "f": 0.5, "tokens": 64, "seed": 1}
    await told(connection, said(link, {"start": settings, "run": 1}))
    for second in range(SECONDS_OF_PLAY):
        await told(connection, said(link, {"draw": 20, "per_frame": 10, "after": 200 * second}))


async def told(connection: Connection, message: dict[str, Any]) -> None:
    """Send a message, and wait for what the session has to tell."""
    await connection.patch(message)
    while (await connection.receive()).kind != PATCH:
        pass


Doing = Callable[[Connection, str], Awaitable[None]]


async def client(server: Server, doing: Doing) -> None:
    """Open the page, do something, and leave without a word."""
    connection, link = await visit(server, is_link)
    await doing(connection, link)
    connection.close()


async def wave(server: Server, clients: int) -> None:
    """Half of them in each explorer, all at once."""
    other = replace(server, target=SAMPLER)
    half = clients // 2
    await asyncio.gather(
        *(client(server, slide) for _ in range(half)), *(client(other, play) for _ in range(half))
    )


async def _waves(server: Server, effort: Effort) -> tuple[float, float]:
    """MiB at the height of all waves, and at rest after them."""
    height = 0.0
    for _ in range(effort.waves):
        await wave(server, effort.clients)
        height = max(height, server.resident_mib())
    await asyncio.sleep(FORGOTTEN)
    return height, server.resident_mib()


async def _soak(server: Server, effort: Effort) -> tuple[float, float, float]:
    """At rest after the first waves, and the height and the rest of as many more."""
    _, before = await _waves(server, effort)
    return before, *await _waves(server, effort)


def measure(effort: Effort) -> list[Row]:
    """After as many clients as are measured: they fill the caches and what Python keeps."""
    with serve(OURS) as server:
        before, height, after = IOLoop().run_sync(lambda: _soak(server, effort), timeout=600)
    many = effort.waves * effort.clients
    return [
        Row(f"memory at rest after {many} clients", "MiB", before),
        Row(
            f"  at the height of {many} more in {effort.waves} waves",
            "MiB",
            height,
            budget=at_most(250, "MiB"),
        ),
        Row(
            "  kept of these when they have left", "MiB", after - before, budget=at_most(20, "MiB")
        ),
    ]
