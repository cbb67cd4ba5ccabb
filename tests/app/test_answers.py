"""Requests as they come: with a slash too many, for the head alone, with sessions reused."""

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urljoin

import pytest

OPENING = re.compile(r'id="opening">(.*?)</script>')


def asked(server: Any, path: str, method: str = "GET") -> tuple[HTTPResponse, str]:
    """An answer, redirections as they are, and its body."""
    connection = HTTPConnection("localhost", server.port, timeout=60)
    connection.request(method, path)
    response = connection.getresponse()
    body = response.read().decode("utf-8")
    connection.close()
    return response, body


@pytest.fixture(scope="module")
def indexed(root: Any, serve_app: Any) -> Iterator[Any]:
    """A server that has the app at its root, too."""
    with serve_app(root / "app", "--index", "app", "--prefix", "/leash") as server:
        yield server


@pytest.fixture(scope="module")
def reusing(root: Any, serve_app: Any) -> Iterator[Any]:
    with serve_app(root / "app", "--reuse-sessions") as server:
        yield server


def test_the_head_of_a_page_that_nobody_has_opened_yet(serve_app: Any) -> None:
    with serve_app() as fresh:
        response, body = asked(fresh, "/app?view=tilt", "HEAD")
        assert (response.status, body) == (200, "")


@pytest.mark.parametrize("path", ["/app", "/app?view=nowhere", "/app/?beta=2", "/nothing"])
def test_head_is_get_without_a_body(server: Any, path: str) -> None:
    (head, nothing), (get, _) = asked(server, path, "HEAD"), asked(server, path)
    assert (head.status, nothing) == (get.status, "")
    # Every session is another, and so are the tags that follow from what a page holds.
    own = {"Date", "Etag", "Content-Length"}
    assert {*head.headers} == {*get.headers}
    assert all(head.headers[name] == get.headers[name] for name in {*get.headers} - own)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/leash/app/", "../app"),
        ("/leash/app/?view=tilt&beta=0.5", "../app?view=tilt&beta=0.5"),
        ("/leash", "/leash/"),
    ],
)
def test_a_slash_too_many_or_too_few_is_led_on(indexed: Any, path: str, to: str) -> None:
    response, _ = asked(indexed, path)
    assert (response.status, response.headers["Location"]) == (302, to)


@pytest.mark.parametrize("path", ["/leash/", "/leash/app"])
def test_the_addresses_in_a_page_lead_somewhere(indexed: Any, path: str) -> None:
    response, page = asked(indexed, path)
    assert response.status == 200
    addresses = re.findall(r'<(?:script|a)[^>]* (?:src|href)="([^"#]+)"', page)
    assert len(addresses) > 5
    for address in addresses:
        response, _ = asked(indexed, urljoin(path, address))
        assert response.status == 200, address


@pytest.mark.parametrize(
    ("query", "key", "values"),
    [
        ("view=estimate&N=64", "estimate", {"tokens": 64}),
        ("view=tilt&beta=0.5", "tilt", {"beta": 0.5}),
        ("", "tilt", {"beta": 1.0}),
    ],
)
def test_a_reused_session_is_that_of_the_link(
    reusing: Any, query: str, key: str, values: dict[str, float]
) -> None:
    for _ in range(2):
        _, page = asked(reusing, f"/app?{query}")
        opening = json.loads(OPENING.findall(page)[0])
        assert opening["key"] == key
        assert values.items() <= opening["values"].items()
