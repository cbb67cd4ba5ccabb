"""What Panel makes of a request for a page, where a page like ours needs more of it."""

from collections.abc import Callable, Hashable
from typing import Any

from panel.io.server import DocHandler
from tornado.httputil import HTTPServerRequest


def session_key(request: HTTPServerRequest) -> Hashable:
    """Who may share what a session has opened with: whoever asks for the very same state."""
    return request.path, request.query


def install() -> None:
    """Answer HEAD as GET, and an address that ends in a slash by the one without, once."""
    if not hasattr(DocHandler.get, "without_slash"):
        DocHandler.get = _without_slash(DocHandler.get)  # type: ignore[method-assign]
        # Tornado sends no body with it.
        DocHandler.head = DocHandler.get


def _without_slash(get: Callable[..., Any]) -> Callable[..., Any]:
    """The addresses in a page are relative, and from /app/ would lead nowhere."""

    async def answer(self: DocHandler, *args: Any, **kwargs: Any) -> None:
        path = self.request.path.rstrip("/")
        if path == self.request.path or path == self.application.prefix:
            return await get(self, *args, **kwargs)
        # Relative, since a proxy may have kept a part of the path to itself.
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(f"../{path.rpartition('/')[2]}{query}")

    answer.without_slash = True  # type: ignore[attr-defined]
    return answer
