"""The messages of a session on a server: in their order, within its budget, and off the loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from widgets import turns
from widgets.turns import Turns, Work


@dataclass
class Document:
    """As much of a document as turns need: it calls back on the loop."""

    session_context: Any = field(default_factory=SimpleNamespace)

    def add_next_tick_callback(self, call: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(call)


@dataclass
class Session:
    """Takes texts: ``long …`` in the thread, ``bad …`` with an error."""

    taken: list[Any] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    document: Document = field(default_factory=Document)

    def __post_init__(self) -> None:
        self.turns = Turns(self.work)

    def work(self, message: Any) -> Work:
        def compute() -> Any:
            self.threads.add(threading.current_thread().name)
            if "bad" in str(message):
                raise ValueError(message)
            return message

        return Work(self.taken.append, compute, long="long" in str(message))

    def say(self, *messages: Any) -> None:
        for message in messages:
            self.turns.put(message, self.document)  # type: ignore[arg-type]


def run(act: Callable[[], None], until: Callable[[], bool]) -> list[str]:
    """On an event loop, until something is so; the errors that nobody caught."""
    errors = list[str]()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: errors.append(str(context["exception"])))
        loop.call_soon(act)
        async with asyncio.timeout(20):
            while not until():
                await asyncio.sleep(0.001)

    # The browser's tests leave a loop running in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, main()).result()
    return errors


@pytest.fixture
def session() -> Session:
    return Session()


def test_short_ones_are_taken_at_once(session: Session) -> None:
    run(lambda: session.say("a", "b"), lambda: True)
    assert session.taken == ["a", "b"]


def test_without_a_server_all_are_taken_at_once(session: Session) -> None:
    session.turns.put("long", None)
    assert session.taken == ["long"]


def test_a_long_one_leaves_the_loop_and_keeps_its_place(session: Session) -> None:
    run(lambda: session.say("a", "long", "b"), lambda: len(session.taken) == 3)
    assert session.taken == ["a", "long", "b"]
    assert any(name.startswith("kl-leash") for name in session.threads)


def test_what_comes_meanwhile_is_merged(session: Session) -> None:
    sets = [{"set": {"f": i}} for i in range(50)]
    run(lambda: session.say("long", *sets), lambda: len(session.taken) == 2)
    assert session.taken == ["long", {"set": {"f": 49}}]


@pytest.mark.parametrize("bad", ["bad", "long bad"])
def test_an_error_holds_up_none_after_it(session: Session, bad: str) -> None:
    errors = run(lambda: session.say(bad), lambda: bool(session.threads))
    errors += run(lambda: session.say("b"), lambda: session.taken == ["b"])
    assert bad in errors


def test_who_has_spent_all_waits_in_line(session: Session, monkeypatch: Any) -> None:
    clock = iter(range(10**6))
    # Each message costs a second.
    monkeypatch.setattr(turns.time, "thread_time", lambda: next(clock))
    sets = [{"set": {"f": i}} for i in range(9)]
    run(lambda: session.say("a", *sets), lambda: {"set": {"f": 8}} in session.taken)
    assert session.taken == ["a", {"set": {"f": 8}}]


def test_a_session_that_has_gone_takes_nothing_more(session: Session) -> None:
    def act() -> None:
        session.say("long")
        session.document.session_context = None

    run(act, lambda: bool(session.threads))
    other = Session()
    run(lambda: other.say("long b"), lambda: other.taken == ["long b"])
    assert session.taken == []
