"""What a reader's visit takes: until the pictures stand, until they are linked, and the bytes."""

import gzip
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

import numpy as np
from playwright.sync_api import Browser, Page

from bench.browser import blank_page, visit
from bench.servers import Server, fetch

# What the page needs before it can draw, besides itself.
NEEDED = re.compile(r'rel="modulepreload" href="([^"]+)"')


@dataclass(frozen=True)
class Visit:
    """Milliseconds from the start of the navigation; the server's CPU; all bytes that moved."""

    first: float
    all: float
    linked: float
    cpu_ms: float
    moved: float


class Moved:
    """All that moves over the network: answers as they are encoded, and frames of sockets."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0.0
        client = page.context.new_cdp_session(page)
        client.on("Network.loadingFinished", self._answer)
        for kind in ("Sent", "Received"):
            client.on(f"Network.webSocketFrame{kind}", self._frame)
        client.send("Network.enable")

    def _answer(self, event: dict[str, Any]) -> None:
        # Nothing, where it came from the browser's cache.
        self.bytes += event["encodedDataLength"]

    def _frame(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"].encode())


def warm_visit(browser: Browser, server: Server, visits: int) -> Visit:
    """Medians with the server warm and the scripts in the browser's cache."""
    with blank_page(browser) as page:
        visit(page, server)
        server.settle()
        moved, before = Moved(page), server.cpu_ms()
        times = [visit(page, server) for _ in range(visits)]
        cpu = (server.cpu_ms() - before) / visits
    first, every, linked = (
        float(np.median([t.get(name, np.nan) for t in times]))
        for name in ("first", "all", "linked")
    )
    return Visit(first, every, linked, cpu, moved.bytes / visits)


@dataclass(frozen=True)
class Weight:
    """Bytes of the page and of what it needs to draw itself, as they are and compressed."""

    plain: int
    packed: int


def weight(server: Server) -> Weight:
    """Of the page that is opened without a query."""
    page = fetch(server.url)
    parts = [page.encode()]
    for address in NEEDED.findall(page):
        with urlopen(urljoin(server.url, address), timeout=30) as answer:
            parts.append(answer.read())
    return Weight(sum(map(len, parts)), sum(len(gzip.compress(part, 6)) for part in parts))
