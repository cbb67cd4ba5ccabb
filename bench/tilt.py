"""The first explorer beside sliders that ``pn.bind`` draws figures from."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from playwright.sync_api import Browser

from bench.browser import chromium
from bench.core import growth, scenario_ms
from bench.drag import drag
from bench.effort import Effort, Pair
from bench.interact import Responses, change_scenarios, press_keys
from bench.report import Budget, Row, at_least, at_most, faster
from bench.servers import OURS, PLAIN, serve
from bench.sessions import first_paint, session_cost


def percentiles(result: Responses) -> tuple[float, float]:
    """The median and the 95th percentile until the paint was on the screen."""
    low, high = np.percentile(result.times, [50, 95])
    return float(low), float(high)


def paint_rows(name: str, ours: Responses, plain: Responses, budget: Budget) -> list[Row]:
    """Both percentiles of a response, the budget being that of the higher one."""
    (mid, high), (plain_mid, plain_high) = percentiles(ours), percentiles(plain)
    return [
        Row(f"{name}, p50", "ms", mid, plain_mid),
        Row(f"{name}, p95", "ms", high, plain_high, budget),
    ]


def slider_rows(browser: Browser, apps: Pair, effort: Effort) -> list[Row]:
    """A key on the slider of β: until it shows, and what it costs the server."""
    ours, plain = apps.both(lambda server: press_keys(browser, server, effort.presses))
    paint = paint_rows("key to paint", ours, plain, at_most(33, "ms"))
    high, plain_high = paint[1].ours, paint[1].plain
    return [
        *paint,
        Row("  the same, against the idiom", "ms", high, plain_high, faster(10)),
        Row("server CPU per key", "ms", ours.cpu_ms, plain.cpu_ms, at_most(4, "ms")),
        Row("changes the server sends per key", "", ours.patches, plain.patches, at_most(0, "")),
        Row("bytes up per key", "B", ours.up, plain.up),
        Row("bytes down per key", "B", ours.down, plain.down),
    ]


def drag_rows(apps: Pair) -> list[Row]:
    """A drag of β."""
    ours, plain = apps.both(drag)
    return [
        Row("frames per second in a drag", "", ours.fps, plain.fps, at_least(50, "")),
        Row("share of the values shown", "%", 100 * ours.share, 100 * plain.share),
    ]


def scenario_rows(browser: Browser, apps: Pair, effort: Effort) -> list[Row]:
    """Another scenario."""
    ours, plain = apps.both(lambda server: change_scenarios(browser, server, effort.changes))
    return [
        *paint_rows("scenario to paint", ours, plain, at_most(150, "ms")),
        Row("server CPU per scenario", "ms", ours.cpu_ms, plain.cpu_ms),
        Row("bytes down per scenario", "B", ours.down, plain.down),
    ]


def visit_rows(browser: Browser, apps: Pair, effort: Effort) -> list[Row]:
    """Opening the page."""
    ours, plain = apps.both(lambda server: first_paint(browser, server, effort.visits))
    return [
        Row("first paint, warm", "ms", ours.first, plain.first, at_most(1000, "ms")),
        Row("all pictures painted, warm", "ms", ours.all, plain.all),
        Row("server CPU per visit of a browser", "ms", ours.cpu_ms, plain.cpu_ms),
    ]


def session_rows(apps: Pair, effort: Effort) -> list[Row]:
    """A session without a browser: page and document fetched, connection kept."""
    ours, plain = apps.both(lambda server: session_cost(server, effort.sessions))
    total, plain_total = (cost.build_ms + cost.send_ms for cost in (ours, plain))
    return [
        Row("session, CPU", "ms", total, plain_total, at_most(60, "ms")),
        Row("  to build it and write the page", "ms", ours.build_ms, plain.build_ms),
        Row("  to send the document", "ms", ours.send_ms, plain.send_ms),
        Row("session, memory", "MiB", ours.mib, plain.mib, at_most(1, "MiB")),
        Row("size of the document", "kB", ours.document_kb, plain.document_kb),
    ]


def core_rows(effort: Effort) -> list[Row]:
    """The exact core; both apps ask the same one."""
    slope, times = growth(effort.repeats)
    solved = scenario_ms(effort.repeats)
    sizes = f"{min(times)} to {max(times)}"
    return [
        Row("core, 64 responses, all stops", "ms", solved, budget=at_most(10, "ms")),
        Row(f"core, power of V^L, {sizes}", "", slope, budget=at_most(1.15, "")),
    ]


@contextmanager
def fresh() -> Iterator[Pair]:
    """Both apps in new processes, that have no sessions of others to drop meanwhile."""
    with serve(OURS) as ours, serve(PLAIN) as plain:
        yield Pair(ours, plain)


def measure(effort: Effort) -> list[Row]:
    """All of it, in one run."""
    with fresh() as apps, chromium() as browser:
        rows = slider_rows(browser, apps, effort) + scenario_rows(browser, apps, effort)
        rows += visit_rows(browser, apps, effort)
    with fresh() as apps:
        rows += drag_rows(apps)
    with fresh() as apps:
        rows += session_rows(apps, effort)
    return rows + core_rows(effort)
