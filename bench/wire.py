"""A session without a browser: the messages of BokehJS on a socket, sent and counted."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

from tornado.websocket import WebSocketClientConnection, websocket_connect

from bench.servers import Server, fetch

TOKEN = re.compile(r'"token":\s*"([^"]+)"')
PATCH = "PATCH-DOC"


class Message(NamedTuple):
    """A message of the server: its header, what it says as JSON, and all its bytes."""

    header: dict[str, Any]
    content: str
    size: int

    @property
    def kind(self) -> str:
        """PATCH-DOC, OK and so on."""
        return str(self.header["msgtype"])


class Connection:
    """The socket of a session; ``down`` counts the bytes that came."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self._socket = socket
        self.down = 0

    async def send(self, kind: str, content: dict[str, Any] | None = None) -> str:
        """Send a message; its id, which the answer bears."""
        name = uuid4().hex
        for part in ({"msgid": name, "msgtype": kind}, {}, content or {}):
            await self._socket.write_message(json.dumps(part))
        return name

    async def patch(self, event: dict[str, Any]) -> str:
        """Send one change of the document, or one event; the id of the message."""
        return await self.send(PATCH, {"events": [event]})

    async def receive(self) -> Message:
        """The next message; it comes in several frames, and more if it has buffers."""
        first = await self._frame()
        header = json.loads(first)
        rest = [await self._frame() for _ in range(2 + 2 * header.get("num_buffers", 0))]
        message = Message(header, str(rest[1]), len(first) + sum(map(len, rest)))
        self.down += message.size
        return message

    async def _frame(self) -> str | bytes:
        frame = await self._socket.read_message()
        if frame is None:
            raise RuntimeError("the server has closed the connection")
        return frame

    async def answer(self, name: str) -> Message:
        """The answer to the message of this id; what comes before it is passed over."""
        while (message := await self.receive()).header.get("reqid") != name:
            pass
        return message

    def close(self) -> None:
        """Leave the session."""
        self._socket.close()


async def pull(server: Server, page: str) -> tuple[Connection, Message]:
    """Connect to the session of this page and ask for its document, as BokehJS does."""
    token = TOKEN.search(page)
    assert token is not None, "the page bears no token"
    address = server.url.replace("http", "ws", 1) + "/ws"
    socket = await websocket_connect(address, subprotocols=["bokeh", token[1]])
    # As a browser's is; or each message of several parts waits for 40 ms on its way.
    socket.protocol.set_nodelay(True)
    connection = Connection(socket)
    await connection.receive()
    return connection, await connection.answer(await connection.send("PULL-DOC-REQ"))


async def visit(server: Server, wanted: Callable[[dict[str, Any]], bool]) -> tuple[Connection, str]:
    """A session whose page stands, and the id of the model in it that is wanted."""
    connection, document = await pull(server, fetch(server.page))
    ready = {"type": "event", "name": "document_ready", "values": {"type": "map"}}
    await connection.answer(await connection.patch(sent(ready)))
    return connection, next(m["id"] for m in models(json.loads(document.content)) if wanted(m))


def sent(event: dict[str, Any]) -> dict[str, Any]:
    """An event as it is written into a patch."""
    return {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}


def said(link: str, message: dict[str, Any]) -> dict[str, Any]:
    """A message of the page to its session, as the link of this id sends it."""
    values = {"type": "map", "entries": [["model", {"id": link}], ["data", mapped(message)]]}
    return sent({"type": "event", "name": "data_event", "values": values})


def mapped(part: Any) -> Any:
    """Dictionaries as Bokeh writes them."""
    if not isinstance(part, dict):
        return part
    return {"type": "map", "entries": [[name, mapped(value)] for name, value in part.items()]}


def is_link(model: dict[str, Any]) -> bool:
    """Whether this is the model that links the page to its session: TiltLink, say."""
    return str(model["attributes"].get("class_name")).endswith("Link")


def models(part: Any) -> Iterator[dict[str, Any]]:
    """All models that are written out in this part of a document."""
    if isinstance(part, dict):
        if part.get("type") == "object" and "id" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for value in part:
            yield from models(value)
