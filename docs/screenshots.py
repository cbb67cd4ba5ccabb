"""Make the pictures of this folder from the running page: ``python docs/screenshots.py``.

Needs the ``test`` extra and Chromium. The page is served, put in a state, and photographed; the
notebook is run, and a cell of it photographed as it is in an export.
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
from typing import Any, Literal
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from rendered import as_page, executed

DOCS = Path(__file__).parent
WIDTH = {"wide": 1440, "phone": 390, "notebook": 1024}
HEIGHT = {"wide": 1000, "phone": 844}
SETTLED_MS = 400  # pictures are for the eye: the last numbers to be told may be on their way
Theme = Literal["light", "dark"]
# A picture: the explorer, the scenario to choose, and the step of the guide to take, if any.
SCENES = {
    "tilt": ("tilt", "", ""),
    "blind-spot": ("tilt", "Reward model with a blind spot", "Show T"),
    "estimate": ("estimate", "", ""),
    "treacherous": ("estimate", "", "Show two tokens"),
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


def shoot(browser: Browser, url: str, scene: str, width: str, theme: Theme) -> None:
    """One picture: the scene at this width in this theme, whole page."""
    explorer, scenario, step = SCENES[scene]
    height = HEIGHT[width]
    size = ViewportSize(width=WIDTH[width], height=height)
    context = browser.new_context(viewport=size, color_scheme=theme)
    page = context.new_page()
    page.goto(f"{url}?view={explorer}")
    page.get_by_role("heading", name="What to try").wait_for()
    if scenario:
        page.get_by_label("Scenario").select_option(scenario)
        page.get_by_role("button", name=scenario).wait_for(state="detached")
    if step:
        page.get_by_role("button", name=step).click()
    if explorer == "estimate":
        page.get_by_text("400 batches of N").wait_for()
    # Back at the top and out of the pointer's way, as a reader would first see it.
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.evaluate(f"() => new Promise((done) => setTimeout(done, {SETTLED_MS}))")
    page.screenshot(path=DOCS / f"{scene}-{width}-{theme}.png", full_page=True)
    context.close()


def shoot_notebook(browser: Browser, notebook: Any) -> None:
    """The cell that shows Tilt, without a server, and without a page of ours."""
    size = ViewportSize(width=WIDTH["notebook"], height=HEIGHT["wide"])
    page = browser.new_page(viewport=size)
    page.set_content(as_page(notebook, range(1, 2)))
    page.get_by_role("heading", name="What to try").wait_for()
    page.evaluate(f"() => new Promise((done) => setTimeout(done, {SETTLED_MS}))")
    page.screenshot(path=DOCS / "notebook.png", full_page=True)


def main() -> None:
    """Every scene, wide and on a phone, light and dark; and the notebook."""
    notebook = executed()
    known = map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))
    chromium = os.environ.get("CHROMIUM") or next(filter(None, known), None)
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for scene in SCENES:
            for width in HEIGHT:
                shoot(browser, url, scene, width, "light")
                shoot(browser, url, scene, width, "dark")
        shoot_notebook(browser, notebook)
        browser.close()


if __name__ == "__main__":
    main()
