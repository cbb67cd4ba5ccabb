"""The messages on the page's socket, in both directions."""

import json
from typing import Any

from playwright.sync_api import WebSocket


class Wire:
    """Tap a page's socket; what is sent are messages of the link, which bear ``data``."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.received: list[str] = []

    def tap(self, socket: WebSocket) -> None:
        """Listen to this socket; to be given to ``page.on("websocket", ...)``."""
        self.socket = socket
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def clear(self) -> None:
        """Forget what was said so far."""
        self.sent.clear()
        self.received.clear()

    def events(self) -> list[dict[str, Any]]:
        """The document events sent."""
        bodies = [json.loads(frame) for frame in self.sent if '"events"' in frame]
        return [event for body in bodies for event in body["events"]]

    def messages(self) -> list[dict[str, Any]]:
        """What the page has said to its session."""
        return [said(event) for event in self.events()]


def said(event: dict[str, Any]) -> dict[str, Any]:
    """The data of a message of the link; every event must be one."""
    assert (event["kind"], event["msg_data"]["name"]) == ("MessageSent", "data_event"), event
    message: dict[str, Any] = plain(event["msg_data"]["values"])["data"]
    return message


def plain(part: Any) -> Any:
    """A value as Bokeh writes it, with its maps as dictionaries."""
    if isinstance(part, dict) and part.get("type") == "map":
        return {name: plain(value) for name, value in part.get("entries", [])}
    return part
