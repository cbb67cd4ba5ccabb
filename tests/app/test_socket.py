"""The socket of a session: who may open one, and what may be said on it."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sockets import page, run
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

ORIGIN = "lessons.example.org"


@pytest.fixture(scope="module")
def served(serve_app: Any, root: Any) -> Iterator[Any]:
    """A server that takes sockets from one more host, and may log what it likes."""
    with serve_app(root / "app", "--allow-websocket-origin", ORIGIN) as server:
        yield server


@asynccontextmanager
async def connected(server: Any, origin: str) -> AsyncIterator[WebSocketClientConnection]:
    """A socket of a new session, closed to the end."""
    async with session_of(server, await asyncio.to_thread(page, server), origin) as socket:
        yield socket


@asynccontextmanager
async def session_of(
    server: Any, html: str, origin: str
) -> AsyncIterator[WebSocketClientConnection]:
    """A socket of the session that a page belongs to."""
    token = re.findall(r'"token":"([^"]+)"', html)[0]
    address = server.url.replace("http", "ws", 1) + "/ws"
    request = HTTPRequest(address, headers={"Origin": origin})
    socket = await websocket_connect(request, subprotocols=["bokeh", token])
    yield socket
    socket.close()
    while await asyncio.wait_for(socket.read_message(), 10) is not None:
        pass


async def message(socket: WebSocketClientConnection) -> list[Any]:
    """The next message: its header, its metadata and its content."""
    parts = [await asyncio.wait_for(socket.read_message(), 10) for _ in range(3)]
    return [json.loads(part or "null") for part in parts]


async def greeted(server: Any, origin: str) -> str:
    """The kind of the first message on a socket that was opened from there."""
    async with connected(server, origin) as socket:
        return str((await message(socket))[0]["msgtype"])


@pytest.mark.parametrize("origin", [f"https://{ORIGIN}", f"http://{ORIGIN}"])
def test_a_listed_origin_is_accepted(served: Any, origin: str) -> None:
    assert run(greeted(served, origin)) == "ACK"


@pytest.mark.parametrize(
    "origin", ["https://evil.example.com", "null", f"https://{ORIGIN}.evil.com", "http://x:5006"]
)
def test_a_foreign_origin_is_refused(served: Any, origin: str) -> None:
    with pytest.raises(HTTPClientError, match="403"):
        run(greeted(served, origin))


GARBAGE = {
    "no JSON": ["{"],
    "bytes": [b"\x00\xff\xfe"],
    "numbers": ["1", "2", "3"],
    "unknown message": ['{"msgid": "1", "msgtype": "NOBODY"}', "{}", "{}"],
    "a patch of nothing": ['{"msgid": "1", "msgtype": "PATCH-DOC"}', "{}", '{"events": 5}'],
    "an unknown model": [
        '{"msgid": "1", "msgtype": "PATCH-DOC"}',
        "{}",
        '{"events": [{"kind": "ModelChanged", "model": {"id": "x"}, "attr": "a", "new": 1}]}',
    ],
    "deep": ['{"msgid": "1", "msgtype": "PATCH-DOC"}', "{}", "[" * 100_000],
    "large": ["x" * 1_000_000],
    "NUL": ["\x00" * 1000],
}


@pytest.mark.parametrize("frames", GARBAGE.values(), ids=GARBAGE)
def test_garbage_ends_at_most_the_session_that_sent_it(served: Any, frames: list[Any]) -> None:
    run(beside_a_bystander(served, frames))
    assert 'id="opening"' in page(served)


def test_the_page_and_the_model_have_one_script(served: Any) -> None:
    """Or the browser would run it twice, and the second would draw nothing."""
    html, document = run(pulled(served))
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', html)
    assert json.dumps(document).count(json.dumps(script)) == 1


async def pulled(server: Any) -> tuple[str, Any]:
    """A page, and the document of its session as the browser gets it."""
    html = await asyncio.to_thread(page, server)
    async with session_of(server, html, f"https://{ORIGIN}") as socket:
        await message(socket)
        for part in ('{"msgid": "7", "msgtype": "PULL-DOC-REQ"}', "{}", "{}"):
            await socket.write_message(part)
        _, _, content = await message(socket)
        return html, content["doc"]


async def beside_a_bystander(server: Any, frames: list[Any]) -> None:
    origin = f"https://{ORIGIN}"
    async with connected(server, origin) as bystander:
        await message(bystander)
        async with connected(server, origin) as rude:
            for frame in frames:
                await rude.write_message(frame, binary=isinstance(frame, bytes))
        for part in ('{"msgid": "7", "msgtype": "PULL-DOC-REQ"}', "{}", "{}"):
            await bystander.write_message(part)
        header, _, content = await message(bystander)
        assert (header["msgtype"], header["reqid"]) == ("PULL-DOC-REPLY", "7")
        assert content["doc"]["roots"]
