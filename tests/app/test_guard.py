"""What a stranger may say on the socket of a page: nothing that the page does not say itself.

A pipe in the file system stands for any file of the server: whether somebody has opened it for
reading can be seen from its other end. Opening it would also hang the server, as a terminal does.
"""

import asyncio
import errno
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from bokeh.document.events import DocumentPatchedEvent
from hypothesis import given
from hypothesis import strategies as st
from sockets import page, run
from tornado.websocket import WebSocketClientConnection, websocket_connect

from app.guard import MOST_CHARACTERS, refusal

LINK = "p1001"
OUT = "import app.guard\n\napp.guard._install = lambda: None\n"


def texture(pipe: Path) -> dict[str, Any]:
    """A model whose ``url`` the server would open."""
    return {
        "type": "object",
        "name": "ImageURLTexture",
        "id": "evil",
        "attributes": {"url": str(pipe)},
    }


def attacks(pipe: Path, link: str) -> dict[str, dict[str, Any]]:
    """An event of every kind that Bokeh knows, with a model in it that reads a file."""
    model, evil = {"id": link}, texture(pipe)
    known: dict[str, dict[str, Any]] = {
        "MessageSent": {"msg_type": "bokeh_event", "msg_data": evil},
        "ModelChanged": {"model": model, "attr": "tags", "new": [evil]},
        "ColumnDataChanged": {"model": model, "attr": "data", "data": evil, "cols": None},
        "ColumnsStreamed": {"model": model, "attr": "data", "data": evil, "rollover": None},
        "ColumnsPatched": {"model": model, "attr": "data", "patches": evil},
        "TitleChanged": {"title": evil},
        "RootAdded": {"model": evil},
        "RootRemoved": {"model": evil},
    }
    kinds = set(DocumentPatchedEvent._handlers)
    # A kind that Bokeh learns is tried with all that any of these has.
    every = {name: part for event in known.values() for name, part in event.items()}
    return {kind: {"kind": kind, **known.get(kind, every)} for kind in sorted(kinds)}


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "secret.png"
    os.mkfifo(path)
    return path


def is_read(pipe: Path) -> bool:
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError as error:
        assert error.errno == errno.ENXIO
        return False
    return True


@asynccontextmanager
async def joined(server: Any) -> AsyncIterator[tuple[WebSocketClientConnection, str]]:
    """A socket of a new session, and the id of its link."""
    html = await asyncio.to_thread(page, server)
    token = re.findall(r'"token":"([^"]+)"', html)[0]
    link = re.findall(r'"roots":{"([^"]+)"', html)[0]
    address = server.url.replace("http", "ws", 1) + "/ws"
    socket = await websocket_connect(address, subprotocols=["bokeh", token])
    for _ in range(3):  # the greeting, in three parts
        await asyncio.wait_for(socket.read_message(), 20)
    yield socket, link
    is_open = socket.close_code is None
    socket.close()
    while is_open and await asyncio.wait_for(socket.read_message(), 20) is not None:
        pass


async def say(socket: WebSocketClientConnection, kind: str, content: Any) -> None:
    for part in ({"msgid": "1", "msgtype": kind}, {}, content):
        await socket.write_message(part if isinstance(part, str) else json.dumps(part))


async def shut_out(server: Any, kind: str, content: Any) -> None:
    async with joined(server) as (socket, link):
        written = json.dumps(content).replace(LINK, link)
        await say(socket, kind, written)
        assert await asyncio.wait_for(socket.read_message(), 20) is None
        assert socket.close_code == 1008


@pytest.fixture(scope="module")
def served(serve_app: Any) -> Iterator[Any]:
    """A server that may log what it likes; each that is shut out is logged."""
    with serve_app() as server:
        yield server


@pytest.mark.parametrize("kind", sorted(DocumentPatchedEvent._handlers))
def test_no_event_that_changes_a_document_is_taken(served: Any, pipe: Path, kind: str) -> None:
    run(shut_out(served, "PATCH-DOC", {"events": [attacks(pipe, LINK)[kind]]}))
    assert not is_read(pipe)
    # Nobody else has noticed.
    assert 'id="opening"' in page(served)
    assert "shut out" in "".join(served.log)


def test_without_the_guard_the_file_is_opened(changed_app: Any, serve_app: Any, pipe: Path) -> None:
    """Or the test above would show nothing."""

    async def attack(server: Any) -> bool:
        async with joined(server) as (socket, link):
            await say(socket, "PATCH-DOC", {"events": [attacks(pipe, link)["RootAdded"]]})
            for _ in range(200):
                if is_read(pipe):
                    return True
                await asyncio.sleep(0.05)
        return False

    with serve_app(changed_app(OUT)) as server:
        assert run(attack(server))


PULLED = {"a document": {"doc": {}}, "a list": [], "more": {"x": 1}}


@pytest.mark.parametrize("content", PULLED.values(), ids=PULLED)
def test_nothing_is_asked_or_pushed_besides_the_document(served: Any, content: Any) -> None:
    run(shut_out(served, "PULL-DOC-REQ", content))


@pytest.mark.parametrize("kind", ["PUSH-DOC", "SERVER-INFO-REQ", "OK", "ACK"])
def test_other_messages_are_not_taken(served: Any, pipe: Path, kind: str) -> None:
    run(shut_out(served, kind, {"doc": {"roots": [texture(pipe)]}}))
    assert not is_read(pipe)


def test_a_part_of_many_characters_is_not_read(served: Any) -> None:
    run(shut_out(served, "PATCH-DOC", {"events": ["x" * MOST_CHARACTERS]}))


def told(message: Any, **more: Any) -> dict[str, Any]:
    """An event as the page sends it."""
    values = {"type": "map", "entries": [["model", {"id": LINK}], ["data", message]]}
    event = {"type": "event", "name": "data_event", "values": values}
    return {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event, **more}


def plain(message: dict[str, Any]) -> dict[str, Any]:
    entries = [[k, plain(v) if isinstance(v, dict) else v] for k, v in message.items()]
    return {"type": "map", "entries": entries}


READY = {
    "kind": "MessageSent",
    "msg_type": "bokeh_event",
    "msg_data": {"type": "event", "name": "document_ready", "values": {"type": "map"}},
}


@pytest.mark.parametrize(
    "message",
    [
        {"join": {"beta": 1.0, "scenario": "worked", "show_temperature": False}},
        {"set": {"beta": 0.5}},
        {"start": {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0}, "run": 1},
        {"draw": 20, "per_frame": 1, "after": 400},
    ],
)
def test_what_the_page_says_is_taken(message: dict[str, Any]) -> None:
    events = [READY, told(plain(message))]
    assert refusal("PATCH-DOC", {"events": events}, 0, {LINK}) == ""
    assert refusal("PULL-DOC-REQ", {}, 0, {LINK}) == ""
    assert refusal("PATCH-DOC", {"events": events}, 1, {LINK}) == "binary data"
    assert "does not send" in refusal("PATCH-DOC", {"events": events}, 0, {"another"})


@pytest.mark.parametrize(
    "message",
    [
        5, "text", [], None, {"type": "object", "name": "x", "id": "y"}, {"id": LINK},
        {"type": "bytes", "data": "AAAA"}, {"type": "map", "entries": [["a", {"type": "set"}]]},
        {"type": "map", "entries": [[{"type": "map"}, 1]]}, {"type": "map", "entries": 5},
        plain({"a": {"b": {"c": {"d": {"e": {}}}}}}),
        plain({"set": {str(i): i for i in range(99)}}),
        {"type": "map", "entries": [["a", [{"type": "ndarray"}]]]}, {"type": "value"},
    ],
    ids=lambda message: str(message)[:30],
)  # fmt: skip
def test_a_message_holds_a_few_plain_values(message: Any) -> None:
    assert refusal("PATCH-DOC", {"events": [told(message)]}, 0, {LINK}) != ""


@pytest.mark.parametrize(
    "content",
    [
        {}, [], {"events": []}, {"events": [5]}, {"events": [READY], "references": []}, None, "x",
        {"events": [READY] * 100}, {"events": [told(plain({}), extra=1)]}, {"events": {}},
    ],
    ids=lambda content: str(content)[:30],
)  # fmt: skip
def test_a_patch_is_a_list_of_such_events(content: Any) -> None:
    assert refusal("PATCH-DOC", content, 0, {LINK}) != ""


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "name", "id", "entries", "values", "kind", "events", "x"]),
            inner,
        )
    ),
    max_leaves=20,
)


@given(st.text(max_size=12), ANYTHING)
def test_nothing_at_all_breaks_the_guard(kind: str, content: Any) -> None:
    assert refusal(kind, content, 0, {LINK}) or (kind, content) == ("PULL-DOC-REQ", {})
    assert isinstance(refusal("PATCH-DOC", {"events": [told(content)]}, 0, {LINK}), str)
