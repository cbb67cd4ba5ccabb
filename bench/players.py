"""Readers who play a run, without browsers: of the app, and of the plain player."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from bench.servers import Server
from bench.wire import PATCH, Connection, is_link, said, visit

FPS = 20
# With less than this much left to show the browser asks for more, so a later answer is a pause.
PATIENCE = 0.5
TICKS = re.compile(r'\\"ticks\\": ?(\d+)')
RUN = {"position": "eight", "f": 0.3, "tokens": 16, "seed": 0}


@dataclass
class Score:
    """What a reader got while it was watched: frames, and the worst wait, in seconds."""

    frames: int = 0
    late: float = 0.0


@dataclass(frozen=True)
class Span:
    """When readers play, and from when on they are watched, by the clock ``time.monotonic``."""

    start: float
    watched: float
    end: float

    @property
    def seconds(self) -> float:
        """How long they are watched."""
        return self.end - self.watched


class Player(Protocol):
    """A session that can be played."""

    connection: Connection

    async def play(self, span: Span, phase: float) -> Score:
        """Play, beginning a part of a second after the others; at rest again afterwards."""

    def carried(self, score: Score, span: Span) -> bool:
        """Whether this was twenty frames a second."""


async def until(moment: float) -> None:
    """Sleep until then."""
    await asyncio.sleep(max(0.0, moment - time.monotonic()))


@dataclass
class Asking:
    """The app: the browser asks for a second of frames, once a second."""

    connection: Connection
    model: str
    per_frame: int = field(default=1)
    drawn: int = field(default=0)

    async def tell(self, message: dict[str, Any]) -> str:
        """Send a message to the session, and wait for what it answers."""
        await self.connection.patch(said(self.model, message))
        while (message_back := await self.connection.receive()).kind != PATCH:
            pass
        return message_back.content

    async def start(self) -> None:
        """Begin a run of no batches, as the button does that resets it."""
        await self.tell({"start": RUN, "run": 1})
        self.drawn = 0

    async def draw(self) -> int:
        """Ask for a second; the frames that came."""
        wish = {"draw": FPS, "per_frame": self.per_frame, "after": self.drawn}
        chunk = await self.tell(wish)
        ticks = TICKS.search(chunk, len(chunk) - 200)
        assert ticks is not None, "the answer is no chunk"
        self.drawn += int(ticks[1]) * self.per_frame
        return int(ticks[1])

    async def play(self, span: Span, phase: float) -> Score:
        """Ask by the clock, not by the answers: frames are shown at an even pace."""
        score, due = Score(), span.start + phase
        while due < span.end and time.monotonic() < span.end:
            await until(due)
            frames = await self.draw()
            if due >= span.watched:
                late = time.monotonic() - due
                score = Score(score.frames + frames, max(score.late, late))
            due += 1
        return score

    def carried(self, score: Score, span: Span) -> bool:
        """All that was asked for has come, and no picture stood still."""
        return score.frames >= FPS * span.seconds and score.late < PATIENCE


@dataclass
class Listening:
    """The plain player: the server sends a message per tick while its button is pressed."""

    connection: Connection
    button: str

    async def play(self, span: Span, phase: float) -> Score:
        """Press the button, count what comes, and press it again."""
        await until(span.start + phase)
        await self._press(True)
        score, last = Score(), time.monotonic()
        while last < span.end:
            message, before = await self.connection.receive(), last
            last = time.monotonic()
            if message.kind == PATCH and span.watched <= last < span.end:
                score = Score(score.frames + 1, max(score.late, last - before))
        await self.connection.answer(await self._press(False))
        return score

    async def _press(self, active: bool) -> str:
        change = {"kind": "ModelChanged", "attr": "active", "new": active}
        return await self.connection.patch({**change, "model": {"id": self.button}})

    def carried(self, score: Score, span: Span) -> bool:
        """One tick a second may be lost: the periods of a callback are not exact."""
        return score.frames >= (FPS - 1) * span.seconds


async def asking(server: Server) -> Asking:
    """A reader of the app, with a run that has just begun."""
    player = Asking(*await visit(server, is_link))
    await player.start()
    return player


async def listening(server: Server) -> Listening:
    """A reader of the plain player."""
    return Listening(*await visit(server, lambda model: model["name"] == "Toggle"))
