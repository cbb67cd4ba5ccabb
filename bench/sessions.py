"""What a reader costs: the first paint, and the processor and memory of a session."""

from dataclasses import dataclass

import numpy as np
from playwright.sync_api import Browser
from tornado.ioloop import IOLoop

from bench.browser import blank_page, visit
from bench.servers import Server, fetch
from bench.wire import pull

# The first sessions of a process fill its caches.
WARMING = 5


@dataclass(frozen=True)
class FirstPaint:
    """Milliseconds from the start of the navigation; the server's CPU for one visit."""

    first: float
    all: float
    cpu_ms: float


@dataclass(frozen=True)
class SessionCost:
    """Of one session: CPU to build it and write its page, CPU to send its document, memory."""

    build_ms: float
    send_ms: float
    mib: float
    document_kb: float


def first_paint(browser: Browser, server: Server, visits: int) -> FirstPaint:
    """Medians with the server warm and the scripts in the browser's cache."""
    with blank_page(browser) as page:
        visit(page, server)
        before = server.cpu_ms()
        times = [visit(page, server) for _ in range(visits)]
        cpu = (server.cpu_ms() - before) / visits
    first, every = (float(np.median([t[name] for t in times])) for name in ("first", "all"))
    return FirstPaint(first, every, cpu)


def session_cost(server: Server, sessions: int) -> SessionCost:
    """Sessions opened as a browser does, page and then document, and all kept open."""
    return IOLoop().run_sync(lambda: _open(server, sessions))


async def _open(server: Server, sessions: int) -> SessionCost:
    opened = [await pull(server, fetch(server.url)) for _ in range(WARMING)]
    server.settle()
    held, build, send = server.resident_mib(), 0.0, 0.0
    # One after the other: a session that nobody connects to is dropped after 15 seconds.
    for _ in range(sessions):
        started = server.cpu_ms()
        page = fetch(server.url)
        built = server.cpu_ms()
        opened.append(await pull(server, page))
        build, send = build + built - started, send + server.cpu_ms() - built
    held = server.resident_mib() - held
    for connection, _ in opened:
        connection.close()
    size = float(np.mean([document.size for _, document in opened]))
    return SessionCost(build / sessions, send / sessions, held / sessions, size / 1000)
