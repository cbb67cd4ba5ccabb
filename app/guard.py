"""What a client may say on the socket of a page: what the page says, and nothing else.

Bokeh's protocol lets a client change the document: add models, set properties, stream data. Some
models read files, or fetch addresses, when a property is set, so that a stranger could make the
server do it. The page needs none of that. It asks for its document once, says that it is ready, and
sends plain messages to its own model. So whatever else comes is refused before Bokeh makes anything
of it, and the socket is closed.

The guard stands in the process, before Bokeh's own handling, and looks only at documents that were
handed to ``guard``: other applications of the same server are as they were.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final
from weakref import WeakSet

from bokeh.document import Document
from bokeh.server.protocol_handler import ProtocolHandler
from bokeh.server.views.ws import WSHandler

from app.pace import in_good_time

log = logging.getLogger(__name__)

# A message of the page has some hundred characters; one part of it is looked at only up to here.
MOST_CHARACTERS: Final = 16_384
# Values in a message, and how deep they may be nested.
MOST_VALUES, MOST_DEPTH = 64, 4
# The status of a socket that is closed because of what was said (RFC 6455).
POLICY_VIOLATION: Final = 1008

_guarded: WeakSet[Document] = WeakSet()


def guard(document: Document) -> None:
    """From now on, take only what the page of this document says."""
    _install()
    _guarded.add(document)


def refusal(kind: str, content: Any, buffers: int, links: set[str]) -> str:
    """Why a message is not taken; empty where it is. ``links`` are the ids of the page's models."""
    if buffers:
        return "binary data"
    if kind == "PULL-DOC-REQ":
        return "" if content == {} else "a request with content"
    if kind != "PATCH-DOC":
        return f"a message of kind {kind[:40]!r}"
    match content:
        case {"events": [_, *_] as events} if len(events) <= MOST_VALUES and len(content) == 1:
            return next(filter(None, (_event_refusal(event, links) for event in events)), "")
    return "a patch that is no list of events"


def _event_refusal(event: Any, links: set[str]) -> str:
    match event:
        case {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": dict(data), **rest}:
            return "an event with more in it" if rest else _message_refusal(data, links)
        case {"kind": str(kind)}:
            return f"an event of kind {kind[:40]!r}"
    return "an event of no kind"


def _message_refusal(data: Mapping[str, Any], links: set[str]) -> str:
    match data:
        case {"type": "event", "name": "document_ready", "values": {"type": "map"} as values}:
            return "" if not values.get("entries") else "an event with values"
        case {
            "type": "event",
            "name": "data_event",
            "values": {
                "type": "map",
                "entries": [["model", {"id": str(model), **rest}], ["data", message]],
            },
        } if not rest and model in links:
            return "" if _is_plain(message) else "a message with more than plain values"
        case {"name": str(name)}:
            return f"an event {name[:40]!r} that the page does not send"
    return "an event without a name"


def _is_plain(value: Any) -> bool:
    """Whether this is a dictionary of a few values: nothing that Bokeh would make an object of."""
    left = [MOST_VALUES]

    def plain(part: Any, depth: int) -> bool:
        left[0] -= 1
        if depth > MOST_DEPTH or left[0] < 0:
            return False
        match part:
            case {"type": "map"} if len(part) == 1:
                return True
            case {"type": "map", "entries": list(entries)} if len(part) == 2:
                return all(_is_pair(e) and plain(e[1], depth + 1) for e in entries)
            case {"type": "number", "value": "nan" | "+inf" | "-inf"} if len(part) == 2:
                return True
            case list():
                return all(plain(item, depth + 1) for item in part)
        return part is None or isinstance(part, str | int | float)

    return isinstance(value, dict) and plain(value, 0)


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str)


def _links(document: Document) -> set[str]:
    return {root.id for root in document.roots}


def _install() -> None:
    """Stand before Bokeh's handling, once in a process."""
    if not hasattr(ProtocolHandler.handle, "guards"):
        ProtocolHandler.handle = _before_handling(ProtocolHandler.handle)  # type: ignore[method-assign]
        WSHandler.on_message = _before_reading(WSHandler.on_message)  # type: ignore[method-assign]


def _before_handling(handle: Callable[..., Any]) -> Callable[..., Any]:
    async def guarded(self: ProtocolHandler, message: Any, connection: Any) -> Any:
        document = connection.session.document
        if document in _guarded:
            links = _links(document)
            reason = refusal(message.msgtype, message.content, len(message.buffers), links)
            if reason:
                _close(connection._socket, reason)
                return None
        return await handle(self, message, connection)

    guarded.guards = True  # type: ignore[attr-defined]
    return guarded


def _before_reading(on_message: Callable[..., Any]) -> Callable[..., Any]:
    """Before a part of a message is read at all: JSON of many megabytes takes its time."""

    async def guarded(self: WSHandler, fragment: str | bytes) -> None:
        connection = self.connection
        if connection is not None and connection.session.document in _guarded:
            # What was on its way when the socket was closed is not read either.
            if self.close_code is not None or self.ws_connection is None:
                return
            if isinstance(fragment, bytes) or len(fragment) > MOST_CHARACTERS:
                return _close(self, f"a part of {len(fragment)} characters or bytes")
            await in_good_time(self)
        await on_message(self, fragment)

    return guarded


def _close(socket: WSHandler, reason: str) -> None:
    log.warning("A client sent what no page of ours sends, and is shut out: %s", reason)
    socket.close(POLICY_VIOLATION, "not a message of this page")
