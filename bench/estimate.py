"""The live sampler of the second explorer beside one that sends a message per tick."""

from bench.effort import Effort
from bench.players import asking, listening
from bench.report import Row, at_least, at_most
from bench.sampler import Carried, fast, growth_mib, ramp
from bench.servers import PLAIN_SAMPLER, SAMPLER, serve

# So many readers are carried by both on most machines, so that what one costs can be compared.
FEW = 10


def carried_rows(ours: Carried, plain: Carried) -> list[Row]:
    """Readers that play at once, and what one of them costs in a second."""
    best, other = ours.best, plain.best
    last, other_last = 100 * ours.rounds[-1].busy, 100 * plain.rounds[-1].busy
    name, enough = "readers playing at 20 frames a second", at_least(200, "")
    return [
        Row(name, "", ours.readers, plain.readers, enough),
        Row("  as many as CPU time would allow", "", 1000 / best.cpu_ms, 1000 / other.cpu_ms),
        Row("  server CPU per reader and second", "ms", best.cpu_ms, other.cpu_ms),
        Row("  bytes down per reader and second", "B", best.down, other.down),
        Row("  longest wait for frames", "ms", 1000 * best.late, 1000 * other.late),
        # Well below 100 it was not the server that could do no more, but the machine around it.
        Row("  server's processor in the last round", "%", last, other_last),
        Row("  the readers' own processor", "%", 100 * best.client, 100 * other.client),
    ]


def measure(effort: Effort) -> list[Row]:
    """All of it, in one run."""
    with serve(SAMPLER) as server:
        ours = ramp(server, asking, effort.readers, effort.seconds)
    with serve(PLAIN_SAMPLER) as server:
        plain = ramp(server, listening, effort.readers, effort.seconds)
    with serve(SAMPLER) as server:
        quick = fast(server, FEW, effort.seconds)
    with serve(SAMPLER) as server:
        growth = growth_mib(server)
    return [
        *carried_rows(ours, plain),
        Row("  server CPU at 100 batches a frame", "ms", quick.cpu_ms),
        Row("memory, 10,000 to 100,000 batches", "MiB", growth, budget=at_most(5, "MiB")),
    ]
