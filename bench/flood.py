"""What a well-behaved reader notices of clients that flood the server, and what memory it costs."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from urllib.request import urlopen

import numpy as np
from tornado.ioloop import IOLoop

from bench.effort import Effort
from bench.flooders import KINDS
from bench.players import Asking, asking
from bench.report import Row, at_most
from bench.servers import OURS, ROOT, SAMPLER, Server, serve
from bench.soak import SCENARIOS, told
from bench.wire import Connection, is_link, said, visit

# A reader says something three times a second: a busy one.
PAUSE = 0.33
# Until the flood has come.
RISING = 2.0
MOST_MS, MOST_MIB, MOST_GET_MS, KEPT_MIB = 100, 250, 40, 5
# Bokeh keeps a session that nobody opened for 15 seconds, and looks for such ones every 17.
FORGOTTEN = 40.0


@dataclass
class Reader:
    """Changes the scenario in one explorer, and plays a run in the other, in turn."""

    tilt: tuple[Connection, str]
    player: Asking

    async def answers(self, seconds: float) -> list[float]:
        """How long each answer took, in ms."""
        taken, scenarios, end = [], cycle(SCENARIOS), time.monotonic() + seconds
        while time.monotonic() < end:
            connection, link = self.tilt
            message = said(link, {"set": {"scenario": next(scenarios)}})
            taken += [await _timed(told(connection, message)), await _timed(self.player.draw())]
        return taken


async def _timed(answer: object) -> float:
    start = time.monotonic()
    await answer  # type: ignore[misc]
    taken = time.monotonic() - start
    await asyncio.sleep(max(0.0, PAUSE - taken))
    return 1000 * taken


async def _reader(server: Server) -> Reader:
    player = await asking(replace(server, target=SAMPLER))
    return Reader(await visit(replace(server, target=OURS), is_link), player)


@contextmanager
def _flood(server: Server, kind: str, clients: int, seconds: float) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.flooders", server.url, kind, str(clients), str(seconds)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def _p95(server: Server, seconds: float) -> float:
    return float(np.quantile(await (await _reader(server)).answers(seconds), 0.95))


def answers(server: Server, seconds: float, kind: str = "", clients: int = 0) -> float:
    """The 95th percentile of the reader's answers, ms, beside so many clients of a kind."""
    server.settle()
    with ExitStack() as stack:
        if clients:
            stack.enter_context(_flood(server, kind, clients, RISING + seconds + 30))
            time.sleep(RISING)
        return IOLoop().run_sync(lambda: _p95(server, seconds))


def gets(server: Server, many: int, query: str) -> float:
    """CPU of a page that nobody had before and nobody opens, ms."""
    server.settle()
    start = server.cpu_ms()
    for i in range(many):
        with urlopen(server.url + query.format(0.10005 + 1e-4 * i), timeout=30) as answer:
            answer.read()
    return (server.cpu_ms() - start) / many


def _memory_rows(server: Server, effort: Effort) -> list[Row]:
    """Pages of many different links, twice: the first time they fill what may be filled."""
    queries = {
        "verifier": "?scenario=verifier&beta={:.4f}",
        "Estimate, N = 256": "?view=estimate&N=256&f={:.4f}",
    }
    costs = {name: gets(server, effort.gets, query) for name, query in queries.items()}
    time.sleep(FORGOTTEN)
    held = server.resident_mib()
    for query in queries.values():
        gets(server, effort.gets, query)
    height = server.resident_mib()
    time.sleep(FORGOTTEN)
    kept = server.resident_mib() - held
    return [
        *(
            Row(f"a page of a new link, CPU: {name}", "ms", ms, budget=at_most(MOST_GET_MS, "ms"))
            for name, ms in costs.items()
        ),
        Row(f"memory at {4 * effort.gets} such", "MiB", height, budget=at_most(MOST_MIB, "MiB")),
        Row("  kept of the second half", "MiB", kept, budget=at_most(KEPT_MIB, "MiB")),
    ]


def measure(effort: Effort, beside: Path | None = None) -> list[Row]:
    """A reader alone, and beside one and eight clients of each kind; then pages nobody opens."""
    with ExitStack() as stack:
        ours = stack.enter_context(serve(OURS))
        before = stack.enter_context(serve(OURS, beside)) if beside else None
        rows = [_row("a reader's answer, p95: alone", ours, before, effort)]
        for kind in KINDS:
            for clients in (1, 8):
                name = f"  beside {clients} that send {kind}"
                rows.append(_row(name, ours, before, effort, kind, clients))
        height = ours.resident_mib()
        rows.append(Row("memory after all of them", "MiB", height, budget=at_most(MOST_MIB, "MiB")))
        return rows + _memory_rows(ours, effort)


def _row(
    name: str, ours: Server, before: Server | None, effort: Effort, kind: str = "", clients: int = 0
) -> Row:
    taken, earlier = (
        server and answers(server, effort.flood_seconds, kind, clients) for server in (ours, before)
    )
    assert taken is not None
    return Row(name, "ms", taken, budget=at_most(MOST_MS, "ms"), before=earlier)
