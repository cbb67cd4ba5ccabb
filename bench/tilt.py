"""The first explorer beside sliders that ``pn.bind`` draws figures from."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser

from bench.browser import chromium
from bench.core import growth, scenario_ms
from bench.drag import Scene, drag
from bench.effort import Apps, Effort
from bench.interact import Responses, change_scenarios, press_keys
from bench.report import Budget, Results, Row, at_least, at_most, faster
from bench.servers import OURS, PLAIN, serve
from bench.sessions import session_cost
from bench.visits import warm_visit, weight

SIZES = ((1440, 900), (1440, 2000))
SCENES = [Scene(scenario, *size) for scenario in ("worked", "verifier") for size in SIZES]


def paint_rows(name: str, found: Results[Responses], budget: Budget) -> list[Row]:
    """Both percentiles of a response, the budget being that of the higher one."""
    return [
        found.row(f"{name}, p50", "ms", lambda r: r.p50),
        found.row(f"{name}, p95", "ms", lambda r: r.p95, budget),
    ]


def slider_rows(browser: Browser, apps: Apps, effort: Effort) -> list[Row]:
    """A key on the slider of β: until it shows, and what it costs the server."""
    found = apps.each(lambda server: press_keys(browser, server, effort.presses))
    return [
        *paint_rows("key to paint", found, at_most(25, "ms")),
        found.row("  the same, against the idiom", "ms", lambda r: r.p95, faster(20)),
        found.row("server CPU per key", "ms", lambda r: r.cpu_ms),
        found.row("changes the server sends per key", "", lambda r: r.patches, at_most(0, "")),
        found.row("bytes up per key", "B", lambda r: r.up),
        found.row("bytes down per key", "B", lambda r: r.down),
    ]


def drag_rows(apps: Apps) -> list[Row]:
    """Drags of β; the plain idiom's in the first scene only, for it takes long."""
    founds = [apps.each(partial(drag, scene=scene), plain=scene is SCENES[0]) for scene in SCENES]
    frames = [
        found.row(f"frames a second: {scene}", "", lambda d: d.fps, at_least(55, ""))
        for scene, found in zip(SCENES, founds, strict=True)
    ]
    found = founds[0]
    return [
        *frames,
        found.row("share of the values shown", "%", lambda d: 100 * d.share),
        found.row("messages up during a drag", "", lambda d: d.sent, at_most(0, "")),
        found.row("  at its rest", "", lambda d: d.sent_at_rest, at_most(1, "")),
        found.row("server CPU per value of a drag", "ms", lambda d: d.cpu_ms),
    ]


def scenario_rows(browser: Browser, apps: Apps, effort: Effort) -> list[Row]:
    """Another scenario."""
    found = apps.each(lambda server: change_scenarios(browser, server, effort.changes))
    return [
        *paint_rows("scenario to paint", found, at_most(100, "ms")),
        found.row("server CPU per scenario", "ms", lambda r: r.cpu_ms),
        found.row("kB down per scenario", "kB", lambda r: r.down / 1000, at_most(80, "kB")),
    ]


def visit_rows(browser: Browser, apps: Apps, effort: Effort) -> list[Row]:
    """Opening the page again."""
    found = apps.each(lambda server: warm_visit(browser, server, effort.visits))
    ours = found.alone()
    return [
        found.row("first paint, warm", "ms", lambda v: v.first, at_most(300, "ms")),
        found.row("all pictures painted, warm", "ms", lambda v: v.all, at_most(300, "ms")),
        ours.row("linked to its session, warm", "ms", lambda v: v.linked, at_most(500, "ms")),
        found.row("moved by a warm visit", "KiB", lambda v: v.moved / 1024, at_most(90, "KiB")),
        found.row("server CPU per visit of a browser", "ms", lambda v: v.cpu_ms),
    ]


def weight_rows(apps: Apps) -> list[Row]:
    """The page; the idiom's has its pictures in the document, which comes later."""
    found = apps.each(weight, plain=False)
    return [
        found.row("page and its script", "kB", lambda w: w.plain / 1000, at_most(150, "kB")),
        found.row("  gzipped", "KiB", lambda w: w.packed / 1024, at_most(60, "KiB")),
    ]


def session_rows(apps: Apps, effort: Effort) -> list[Row]:
    """A session without a browser: page and document fetched, connection kept."""
    found = apps.each(lambda server: session_cost(server, effort.sessions))
    return [
        found.row("session, CPU", "ms", lambda s: s.cpu_ms, at_most(25, "ms")),
        found.row("  to build it and write the page", "ms", lambda s: s.build_ms),
        found.row("  to send the document", "ms", lambda s: s.send_ms),
        found.row("session, memory", "MiB", lambda s: s.mib, at_most(0.7, "MiB")),
        found.row("size of the document", "kB", lambda s: s.document_kb),
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
def fresh(beside: Path | None) -> Iterator[Apps]:
    """The apps in new processes, that have no sessions of others to drop meanwhile."""
    with ExitStack() as stack:
        ours, plain = (stack.enter_context(serve(target)) for target in (OURS, PLAIN))
        yield Apps(ours, plain, stack.enter_context(serve(OURS, beside)) if beside else None)


def measure(effort: Effort, beside: Path | None = None) -> list[Row]:
    """All of it, in one run; ``beside`` is a checkout of the version to compare with."""
    with fresh(beside) as apps, chromium() as browser:
        rows = slider_rows(browser, apps, effort) + scenario_rows(browser, apps, effort)
        rows += visit_rows(browser, apps, effort) + weight_rows(apps)
    with fresh(beside) as apps:
        rows += drag_rows(apps)
    with fresh(beside) as apps:
        rows += session_rows(apps, effort)
    return rows + core_rows(effort)
