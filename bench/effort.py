"""The apps side by side, and how often each of them is asked."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from bench.report import Results
from bench.servers import Server

Result = TypeVar("Result")


class Apps(NamedTuple):
    """Ours, the plain idiom, and another version of ours if there is one, running."""

    ours: Server
    plain: Server
    before: Server | None = None

    def each(self, measure: Callable[[Server], Result], plain: bool = True) -> Results[Result]:
        """The same measure of each, one right after the other, each begun at rest.

        ``plain`` is whether the idiom is measured too.
        """

        def measured(server: Server) -> Result:
            server.settle()
            return measure(server)

        return Results(
            measured(self.ours),
            measured(self.plain) if plain else None,
            measured(self.before) if self.before else None,
        )


class Effort(NamedTuple):
    """How often everything is done."""

    presses: int = 30
    changes: int = 10
    visits: int = 4
    sessions: int = 30
    repeats: int = 20
    # Of the live sampler: how many readers play at once, and for how many seconds.
    readers: tuple[int, ...] = (5, 8, 12, 18, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400)
    seconds: float = 4.0
    # Of the soak: waves, and clients in each.
    waves: int = 5
    clients: int = 40
    # Of the flood: how long each is watched, and how many pages of each kind are asked for.
    flood_seconds: float = 12.0
    gets: int = 300


QUICK = Effort(
    presses=12,
    changes=5,
    visits=2,
    sessions=10,
    repeats=5,
    # Up to the budget, or it could not be kept.
    readers=(5, 25, 100, 200),
    seconds=3.0,
    waves=2,
    clients=10,
    flood_seconds=5.0,
    gets=60,
)
