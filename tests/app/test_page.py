"""Which explorer a link opens, and what the page says of a link that asks for another."""

from types import SimpleNamespace
from typing import Any

import pytest

from app.page import chosen

ONE = SimpleNamespace(key="one", title="One")
TWO = SimpleNamespace(key="two", title="Two")
EXPLORERS: Any = [ONE, TWO]


@pytest.mark.parametrize(
    ("query", "explorer"),
    [
        ({}, ONE),
        ({"view": [b"one"]}, ONE),
        ({"view": [b"two"]}, TWO),
        ({"view": [b""]}, ONE),
        ({"view": [b"two", b"one"]}, TWO),
        ({"other": [b"two"]}, ONE),
        ({"view": [b"TWO"]}, TWO),
        ({"View": [b"Two."]}, TWO),
        ({"amp;view": [b"two"]}, TWO),
    ],
)
def test_a_known_view_is_opened_without_a_word(query: Any, explorer: SimpleNamespace) -> None:
    assert chosen(EXPLORERS, query) == (explorer, "")


@pytest.mark.parametrize(
    "asked",
    [
        b"three", b"ONES", b"\xff\xfe", b"\x00", b" one", b"../../etc/passwd", b"a" * 10_000,
        b"<script>alert(1)</script>", b"{{ 7 * 7 }}", "ʘ".encode(), b"%",
    ],
)  # fmt: skip
def test_an_unknown_view_opens_the_first_and_says_so(asked: bytes) -> None:
    explorer, notice = chosen(EXPLORERS, {"view": [asked]})
    assert explorer is ONE
    assert "one, two" in notice
    shown = asked.decode("utf-8", "replace")[:40].replace("\x00", "\ufffd")
    assert shown in notice
    assert len(notice) < 150
