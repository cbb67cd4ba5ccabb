"""The policy that docs/deployment.md names; and pages that a policy keeps from their server."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from figures import At
from playwright.sync_api import expect
from test_deployed import answering, configuration, run_nginx
from tilt_page import TiltPage

from app.explorers import EXPLORERS
from app.export import site

# The page's own script comes, and Bokeh's does not; or all scripts come, and no socket is opened.
STRICTER = {
    "script": "script-src 'unsafe-inline' http://localhost:*/components/",
    "socket": "connect-src 'none'",
}


@pytest.fixture(scope="module")
def policy(root: Path) -> str:
    text = (root / "docs" / "deployment.md").read_text("utf-8")
    (found,) = re.findall(r"```\n(default-src .*)\n```", text)
    return str(found)


Behind = Callable[[str], Any]


@pytest.fixture
def behind(root: Path, tmp_path: Path, serve_app: Any, ports: Callable[[], int]) -> Behind:
    """The address of the app behind nginx that adds this policy."""

    @contextmanager
    def serve(policy: str) -> Iterator[str]:
        own = [ports(), ports()]
        origins = [f"--allow-websocket-origin=localhost:{port}" for port in own]
        with serve_app(root / "app", *origins) as server:
            # A name for each of the two that are shipped; both lead here.
            text = configuration(
                root, own, [f"127.0.0.1:{server.port}", f"localhost:{server.port}"]
            )
            header = f'add_header Content-Security-Policy "{policy}" always;'
            text = text.replace(
                "    add_header Set-Cookie", f"    {header}\n    add_header Set-Cookie"
            )
            with run_nginx(text, tmp_path) as (process, log):
                answering(f"http://localhost:{own[0]}/app", process, log)
                yield f"http://localhost:{own[0]}/app"

    return serve


def test_the_served_page_works_under_it(behind: Behind, policy: str, open_page: Any) -> None:
    with behind(policy) as url:
        tilt: TiltPage = open_page(url).drawn().linked()
        tilt.scenario.select_option("flattery")
        tilt.shows(At("flattery"))
        tilt.type(tilt.typed_beta, "0.333")
        tilt.shows(At("flattery", 0.333))
        # Before nginx ends, which the page would complain of.
        tilt.page.goto("about:blank")


class Strict(SimpleHTTPRequestHandler):
    """Serves files under a policy, and says nothing of it."""

    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def test_the_static_site_works_under_it(tmp_path: Path, policy: str, open_page: Any) -> None:
    (tmp_path / "data").mkdir()
    for name, text in site([EXPLORERS[0]]):
        (tmp_path / name).write_text(text, "utf-8")
    handler = type("Handler", (Strict,), {"policy": policy})
    with ThreadingHTTPServer(("localhost", 0), partial(handler, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            tilt: TiltPage = open_page(f"http://localhost:{server.server_port}/index.html").drawn()
            tilt.scenario.select_option("flattery")
            tilt.shows(At("flattery"))
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("blocked", STRICTER)
def test_a_page_that_is_kept_from_its_server_says_so(
    behind: Behind, policy: str, open_page: Any, blocked: str
) -> None:
    directive = STRICTER[blocked]
    stricter = re.sub(rf"{directive.split()[0]} [^;]*", directive, policy)
    with behind(stricter) as url:
        tilt: TiltPage = open_page(url, may_complain=True).drawn()
        expect(tilt.page.locator("#connection")).to_contain_text(
            re.compile("connect"), timeout=5000
        )
        tilt.beta.press("Home")
        expect(tilt.picture("plane")).to_have_attribute("aria-label", re.compile("β 0.05 "))
