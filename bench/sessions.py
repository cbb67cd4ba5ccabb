"""What a reader costs: the processor and the memory of a session."""

from dataclasses import dataclass

import numpy as np
from tornado.ioloop import IOLoop

from bench.servers import Server, fetch
from bench.wire import pull

# The first sessions of a process fill its caches.
WARMING = 5


@dataclass(frozen=True)
class SessionCost:
    """Of one session: CPU to build it and write its page, CPU to send its document, memory."""

    build_ms: float
    send_ms: float
    mib: float
    document_kb: float

    @property
    def cpu_ms(self) -> float:
        """All of it."""
        return self.build_ms + self.send_ms


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
