"""Make the pictures of this folder from the running page: ``python docs/screenshots.py``.

Needs the ``test`` extra and Chromium. The page is served, put in a state, and photographed.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

DOCS = Path(__file__).parent
WIDTHS = {"wide": (1440, 1000), "phone": (390, 844)}
SCENES = {
    "tilt": ("Small enough to check by hand", ""),
    "blind-spot": ("Reward model with a blind spot", "Show T"),
}


@contextmanager
def served(timeout: float = 60) -> Iterator[str]:
    """The address of the app, served for as long as the context lasts."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "panel", "serve", "app", "--port", str(port)]
    server = subprocess.Popen(command, cwd=DOCS.parent, stderr=subprocess.DEVNULL)
    url, deadline = f"http://localhost:{port}/app", monotonic() + timeout
    try:
        while monotonic() < deadline:
            try:
                urlopen(url, timeout=timeout).close()
                break
            except URLError:
                continue
        yield url
    finally:
        server.terminate()
        server.wait()


def shoot(browser: Browser, url: str, scene: str, width: str, theme: str) -> None:
    """One picture: the scene at this width in this theme, whole page."""
    scenario, step = SCENES[scene]
    size = dict(zip(("width", "height"), WIDTHS[width], strict=True))
    context = browser.new_context(viewport=size, color_scheme=theme)
    page = context.new_page()
    page.goto(url)
    page.get_by_label("Scenario").select_option(scenario)
    settle(page, scenario)
    if step:
        page.get_by_role("button", name=step).click()
        page.wait_for_function("() => document.querySelector('.bars')")
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    page.screenshot(path=DOCS / f"{scene}-{width}-{theme}.png", full_page=True)
    context.close()


def settle(page: Page, scenario: str) -> None:
    """Wait until the views show the scenario: its guide does not offer to go to it."""
    page.get_by_role("img", name="Token tree").wait_for()
    onward = page.get_by_role("button", name=scenario)
    onward.wait_for(state="detached")


def main() -> None:
    """Every scene, wide and on a phone, light and dark."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for scene in SCENES:
            for width in WIDTHS:
                for theme in ("light", "dark"):
                    shoot(browser, url, scene, width, theme)
        browser.close()


if __name__ == "__main__":
    main()
