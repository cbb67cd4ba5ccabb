"""Pages of others, on another origin, with frames of ours in them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page

# A frame out of sight has no animation frames, by which Playwright looks otherwise.
EVERY_MS = 100
# Or a browser asks the host for one, which has none.
ICON = '<link rel="icon" href="data:,">'
FITS = """() => {
  const {scrollHeight, scrollWidth} = document.scrollingElement;
  const spare = innerHeight - document.body.getBoundingClientRect().height;
  return Math.abs(spare) <= 1 && scrollHeight === innerHeight && scrollWidth === innerWidth;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """The address at which another server has this folder."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def frame(page: Page, title: str) -> Frame:
    """What is in the frame of this title."""
    element = page.locator(f"iframe[title='{title}']").element_handle()
    found = element.content_frame()
    assert found is not None
    return found


def fits(page: Page, title: str) -> None:
    """The frame is as high as what is in it: nothing scrolls, and nothing is left over."""
    frame(page, title).wait_for_function(FITS, polling=EVERY_MS)
