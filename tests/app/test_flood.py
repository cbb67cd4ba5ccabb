"""A client that floods the server: it is read at its pace and merged, and others are answered.

How little the others notice, in ms, is measured in ``bench/flood.py``; here it is what happens.
"""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.request import urlopen

import pytest
from sockets import run
from tornado.websocket import WebSocketClientConnection, websocket_connect

from app.pace import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, PARTS, in_good_time

ESTIMATE = "?view=estimate"


@pytest.fixture(scope="module")
def served(serve_app: Any) -> Iterator[Any]:
    with serve_app() as server:
        yield server


@dataclass
class Client:
    """A socket of a session, and the id of its link."""

    socket: WebSocketClientConnection
    link: str

    async def say(self, message: dict[str, Any], name: str = "1") -> None:
        """Send a message as the page would."""
        entries = [["model", {"id": self.link}], ["data", mapped(message)]]
        values = {"type": "map", "entries": entries}
        data = {"type": "event", "name": "data_event", "values": values}
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": data}
        for part in ({"msgid": name, "msgtype": "PATCH-DOC"}, {}, {"events": [event]}):
            await self.socket.write_message(json.dumps(part))

    async def hear(self) -> tuple[dict[str, Any], str]:
        """The next message: its header and its content; what is binary is left out."""
        header = json.loads(await self._part())
        _, content = await self._part(), await self._part()
        for _ in range(2 * header.get("num_buffers", 0)):
            await self._part()
        return header, content

    async def _part(self) -> Any:
        part = await asyncio.wait_for(self.socket.read_message(), 60)
        assert part is not None, "the server has closed the socket"
        return part

    async def news(self) -> str:
        """What the session has to tell next, as it is written."""
        while True:
            header, content = await self.hear()
            if header["msgtype"] == "PATCH-DOC":
                return content

    async def answered(self, name: str) -> None:
        """The message of this name has been taken."""
        while (await self.hear())[0].get("reqid") != name:
            pass


def mapped(part: Any) -> Any:
    """Dictionaries as Bokeh writes them."""
    if not isinstance(part, dict):
        return part
    return {"type": "map", "entries": [[name, mapped(value)] for name, value in part.items()]}


def page(url: str) -> str:
    with urlopen(url, timeout=60) as response:
        return str(response.read(), "utf-8")


@asynccontextmanager
async def session(served: Any, query: str = "") -> AsyncIterator[Client]:
    html = await asyncio.to_thread(page, served.url + query)
    (token, *_), (link, *_) = (
        re.findall(pattern, html) for pattern in (r'"token":"([^"]+)"', r'"roots":{"([^"]+)"')
    )
    address = served.url.replace("http", "ws", 1) + "/ws"
    socket = await websocket_connect(address, subprotocols=["bokeh", token])
    client = Client(socket, link)
    await client.hear()
    yield client
    socket.close()
    while await asyncio.wait_for(socket.read_message(), 60) is not None:
        pass


def run_number(content: str) -> int:
    """Of which run a chunk is."""
    (event,) = json.loads(content)["events"]
    text = json.dumps(event)
    return int(text.split('\\"run\\": ')[1].split(",")[0])


def start(number: int, f: float) -> dict[str, Any]:
    settings = {"position": "eight", "f": f, "tokens": 256, "seed": number}
    return {"start": settings, "run": number}


def test_of_runs_begun_faster_than_they_can_be_the_last_counts(served: Any) -> None:
    async def flood() -> list[int]:
        async with session(served, ESTIMATE) as client:
            for i in range(1, 41):
                await client.say(start(i, round(0.1 + i / 1000, 3)))
            numbers = [0]
            while numbers[-1] != 40:
                numbers.append(run_number(await client.news()))
            return numbers

    numbers = run(flood())
    assert len(numbers) < 40
    assert numbers == sorted(numbers)


def test_others_are_answered_meanwhile(served: Any) -> None:
    async def read(done: asyncio.Event) -> list[str]:
        answers = []
        async with session(served) as client:
            for scenario in ("flattery", "blind-spot", "worked"):
                await client.say({"set": {"scenario": scenario}})
                answers.append(await client.news())
        done.set()
        return answers

    async def flood(done: asyncio.Event) -> None:
        async with session(served, ESTIMATE) as client:
            number = 0
            while not done.is_set():
                number += 1
                message = start(number, round(-0.6995 + number % 1000 / 1000, 4))
                await client.say(message)

    async def both() -> list[str]:
        done = asyncio.Event()
        answers, *_ = await asyncio.gather(read(done), *(flood(done) for _ in range(4)))
        return answers

    assert len(run(both())) == 3


class Socket:
    """As much of a socket as its pace needs."""

    def __init__(self) -> None:
        self.nodelay = False

    def set_nodelay(self, value: bool) -> None:
        self.nodelay = value


def test_a_hand_is_never_kept_waiting(monkeypatch: Any) -> None:
    slept = list[float]()
    monkeypatch.setattr(asyncio, "sleep", lambda s: slept.append(s) or _nothing())
    socket, other = Socket(), Socket()

    async def talk() -> None:
        for _ in range(PARTS * MESSAGES_AT_ONCE):
            await in_good_time(socket)
        assert slept == []
        for _ in range(PARTS * MESSAGES_AT_ONCE):
            await in_good_time(socket)
        assert len(slept) > PARTS * MESSAGES_AT_ONCE / 2
        heard = len(slept)
        await in_good_time(other)
        assert len(slept) == heard and other.nodelay

    run(talk())


async def _nothing() -> None:
    pass


def test_a_flood_of_words_is_read_at_its_pace(served: Any) -> None:
    many = MESSAGES_AT_ONCE + MESSAGES_A_SECOND

    async def flood() -> float:
        async with session(served) as client:
            begun = time.monotonic()
            for i in range(many):
                await client.say({"nothing": i}, str(i))
            await client.answered(str(many - 1))
            return time.monotonic() - begun

    # The page's own words before, and a clock that ticks: not to the millisecond.
    assert run(flood()) > 0.8
