"""What a reader feels: a key on the slider, another scenario."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from playwright.sync_api import Browser, Page

from bench.browser import Traffic, blank_page, visit
from bench.servers import Server


@dataclass(frozen=True)
class Responses:
    """Milliseconds from each event to the frame after it was painted, and the server's share."""

    times: list[float]
    cpu_ms: float
    up: float
    down: float
    patches: float

    @property
    def p50(self) -> float:
        """The median."""
        return float(np.percentile(self.times, 50))

    @property
    def p95(self) -> float:
        """The 95th percentile."""
        return float(np.percentile(self.times, 95))


def press_keys(browser: Browser, server: Server, presses: int) -> Responses:
    """Arrow keys on the slider of β, each pressed when the answer to the last one is painted."""
    with blank_page(browser) as page:
        traffic = Traffic(page)
        visit(page, server)
        page.locator(server.target.slider).first.focus()
        keys = ["ArrowLeft"] * (presses // 2) + ["ArrowRight"] * (presses - presses // 2)
        acts = [partial(page.keyboard.press, key) for key in keys]
        return _respond(page, traffic, server, "keydown", acts)


def change_scenarios(browser: Browser, server: Server, changes: int) -> Responses:
    """The scenarios in the order of the menu, over and over; the first round computes them."""
    with blank_page(browser) as page:
        traffic = Traffic(page)
        visit(page, server)
        menu = page.locator("select").first
        titles = menu.evaluate("menu => [...menu.options].map(option => option.value)")
        turns = [titles[(i + 1) % len(titles)] for i in range(changes)]
        acts = [partial(menu.select_option, title) for title in turns]
        return _respond(page, traffic, server, "input", acts)


def _respond(
    page: Page, traffic: Traffic, server: Server, kind: str, acts: Sequence[Callable[[], object]]
) -> Responses:
    def pause(seconds: float) -> None:
        page.wait_for_timeout(1000 * seconds)

    traffic.clear()
    before, times = server.cpu_ms(), []
    for act in acts:
        page.evaluate(f"void (bench.answer = bench.respond('{kind}'))")
        act()
        times.append(page.evaluate("bench.answer"))
        server.settle(pause)
    n = len(acts)
    cpu = (server.cpu_ms() - before) / n
    return Responses(times, cpu, traffic.up / n, traffic.down / n, traffic.patches / n)
