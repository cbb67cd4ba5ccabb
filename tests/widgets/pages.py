"""A page without a browser: what it brought along, what it says, and what it is told."""

import json
from collections.abc import Mapping
from typing import Any
from zlib import decompress

from panel.models.esm import DataEvent

from widgets.component import component
from widgets.explorer import Explorer
from widgets.link import Link
from widgets.written import dumps


def unpacked(news: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the browser has it: what is deflated is inflated."""
    return {name: _inflated(part) for name, part in news.items()}


def _inflated(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _inflated(value) for name, value in part.items()}
    return json.loads(decompress(part)) if isinstance(part, bytes) else part


class Page:
    """A page of an explorer, as its link sees it."""

    def __init__(self, explorer: Explorer, **settings: Any) -> None:
        self.link: Link = component(explorer, **settings).link
        self.opening: dict[str, Any] = json.loads(dumps(self.link.snapshot()))
        self.news: list[dict[str, Any]] = []
        self.link.send = self._take  # type: ignore[method-assign]

    def _take(self, news: Any) -> None:
        self.news.append(unpacked(news))

    @property
    def state(self) -> Any:
        return self.link.state

    def say(self, message: Any) -> None:
        """What the browser sends with ``send_msg``."""
        self.link._process_event(DataEvent(None, data=message))

    def last(self, name: str) -> Any:
        """What came of this last, or what the page brought along."""
        for message in reversed(self.news):
            if name in message:
                return message[name]
        return self.opening[name]
