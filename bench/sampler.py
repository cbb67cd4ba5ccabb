"""How many readers one process can play a run for, and what each of them costs."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tornado.ioloop import IOLoop

from bench.players import Player, Span, asking, until
from bench.servers import Server

Opening = Callable[[Server], Awaitable[Player]]
# Batches after which memory is looked at, and how many are drawn for a frame meanwhile.
LOOKS = (10_000, 100_000)
FASTEST = 100
# A round begins with a trial, which is not counted.
TRIAL = 2.0
# Levels at which the server would be idle half of the time are not worth a round.
BUSY = 0.5
# A server that takes this share of a processor can do no more.
FULL = 0.9
TRIES = 3


@dataclass(frozen=True)
class Round:
    """Readers that played together; CPU and bytes of one of them, per second of play.

    ``client`` is the share of a processor that the readers took, all together: near 1 it is they
    who are too slow, not the server.
    """

    readers: int
    carried: int
    cpu_ms: float
    down: float
    late: float
    client: float

    @property
    def next(self) -> float:
        """Fewer readers than this leave the server idle half of the time."""
        return BUSY * 1000 / max(self.cpu_ms, 0.1)

    @property
    def busy(self) -> float:
        """The share of a processor that the server took."""
        return self.readers * self.cpu_ms / 1000

    @property
    def held(self) -> bool:
        """Whether everyone got all frames in time."""
        return self.carried == self.readers


@dataclass(frozen=True)
class Carried:
    """The last round that was held, or the first one, and all that were played."""

    best: Round
    rounds: Sequence[Round]

    @property
    def readers(self) -> int:
        """How many readers one process carries, as far as that was tried."""
        return self.best.readers if self.best.held else self.best.carried


def ramp(server: Server, opening: Opening, levels: Sequence[int], seconds: float) -> Carried:
    """More and more readers until they are too many, or until the time is over.

    A level that is missed although the server had time to spare is tried again: then the machine,
    which is shared, gave it none.
    """
    return IOLoop().run_sync(lambda: _ramp(server, opening, levels, seconds))


async def _ramp(server: Server, opening: Opening, levels: Sequence[int], seconds: float) -> Carried:
    end, players, rounds = time.monotonic() + 60, list[Player](), list[Round]()
    for level in levels:
        if rounds and level < rounds[-1].next:
            continue
        players += [await opening(server) for _ in range(level - len(players))]
        for _ in range(TRIES):
            rounds.append(await play(server, players, seconds))
            if rounds[-1].held or rounds[-1].busy > FULL or time.monotonic() > end:
                break
        if not rounds[-1].held or time.monotonic() > end:
            break
    for player in players:
        player.connection.close()
    best = next((played for played in reversed(rounds) if played.held), rounds[0])
    return Carried(best, rounds)


async def play(server: Server, players: Sequence[Player], seconds: float) -> Round:
    """All play at once, each beginning at a moment of its own, as readers do."""
    server.settle()
    start = time.monotonic() + 0.1
    span = Span(start, start + TRIAL, start + TRIAL + seconds)
    turns = [player.play(span, i / len(players)) for i, player in enumerate(players)]
    scores, (cpu, down, client) = await asyncio.gather(
        asyncio.gather(*turns), _spent(server, players, span)
    )
    carried = sum(p.carried(score, span) for p, score in zip(players, scores, strict=True))
    each, late = len(players) * span.seconds, max(score.late for score in scores)
    return Round(len(players), carried, cpu / each, down / each, late, client)


async def _spent(
    server: Server, players: Sequence[Player], span: Span
) -> tuple[float, float, float]:
    """CPU of the server in ms and bytes, while watched; the share that the readers took."""
    looks = []
    for moment in (span.watched, span.end):
        await until(moment)
        down = sum(player.connection.down for player in players)
        looks.append((server.cpu_ms(), down, time.process_time(), time.monotonic()))
    cpu, down, client, clock = (after - before for before, after in zip(*looks, strict=True))
    # The second look is late when there is much to do; what came meanwhile is counted with it.
    part = span.seconds / clock
    return cpu * part, down * part, client / clock


def fast(server: Server, readers: int, seconds: float) -> Round:
    """Readers of the app who all play at its highest speed."""
    return IOLoop().run_sync(lambda: _fast(server, readers, seconds))


async def _fast(server: Server, readers: int, seconds: float) -> Round:
    players = [await asking(server) for _ in range(readers)]
    for player in players:
        player.per_frame = FASTEST
    result = await play(server, players, seconds)
    for player in players:
        player.connection.close()
    return result


def growth_mib(server: Server) -> float:
    """Memory that one session's run of the app added between the two looks at it."""
    return IOLoop().run_sync(lambda: _growth(server))


async def _growth(server: Server) -> float:
    player = await asking(server)
    player.per_frame, held = FASTEST, []
    for before, after in pairwise((0, *LOOKS)):
        batches = before
        while batches < after:
            batches += FASTEST * await player.draw()
        server.settle()
        held.append(server.resident_mib())
    player.connection.close()
    return held[1] - held[0]
