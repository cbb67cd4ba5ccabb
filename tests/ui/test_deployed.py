"""Many students: two processes behind Debian's nginx as it is shipped, and several of one port."""

import gzip
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import pytest
from figures import At
from playwright.sync_api import Page
from tilt_page import TiltPage

SERVED_BY = "add_header X-Served-By $upstream_addr always;"
SBIN = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"


@dataclass
class Site:
    """The addresses of nginx, and the servers behind it by the address that nginx has for them.

    At the second address no cookie is set, as if the browser had blocked it.
    """

    url: str
    no_cookies: str
    behind: dict[str, Any]

    def get(self, cookie: str = "") -> tuple[str, str]:
        """Who answered a request for the page, and the route that it was given."""
        request = Request(f"{self.url}/app", headers={"Cookie": cookie} if cookie else {})
        with urlopen(request, timeout=30) as answer:
            given = re.findall("kl_leash_route=[^;]+", answer.headers["Set-Cookie"])
            return answer.headers["X-Served-By"], given[0]


def answering(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until somebody answers there, or the process has ended."""
    end = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < end:
        try:
            urlopen(url, timeout=5).close()
            return
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
    raise RuntimeError(f"nginx did not answer at {url}:\n{log.read_text('utf-8', 'replace')}")


def configuration(root: Path, ports: list[int], behind: list[str]) -> str:
    """What is shipped, with the addresses of this machine, and once more without the cookie."""
    text = (root / "deploy" / "nginx.conf").read_text("utf-8")
    for shipped, own in zip(("app1:5006", "app2:5006"), behind, strict=True):
        assert text.count(shipped) == 1
        text = text.replace(shipped, own)
    # Who answers is told to a test, and to nobody else.
    text = text.replace("    add_header Set-Cookie", f"    {SERVED_BY}\n    add_header Set-Cookie")
    start, end = text.index("    server {"), text.rindex("}")
    block = text[start:end].replace("listen 8080;", "listen 127.0.0.1:{};{}")
    first, second = block.split("{};{}")
    # What a server block adds replaces what stands above it, the cookie among it.
    cookieless = f"{ports[1]}; {SERVED_BY}"
    return f"{text[:start]}{first}{ports[0]};{second}{first}{cookieless}{second}{text[end:]}"


@contextmanager
def run_nginx(config: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Debian's nginx with this configuration, and where it writes its log."""
    nginx = shutil.which("nginx", path=SBIN)
    if not nginx:
        pytest.fail("needs nginx: apt-get install nginx-light", pytrace=False)
    config = config.replace("/tmp/nginx.pid", f"{folder}/nginx.pid")
    (folder / "nginx.conf").write_text(config, "utf-8")
    command = [nginx, "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;", "-e", "stderr"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield process, folder / "log"
        finally:
            process.terminate()
            process.wait()


@pytest.fixture
def site(root: Path, tmp_path: Path, serve_app: Any, ports: Callable[[], int]) -> Iterator[Site]:
    own = [ports(), ports()]
    origins = [f"--allow-websocket-origin=localhost:{port}" for port in own]
    with serve_app(root / "app", *origins) as one, serve_app(root / "app", *origins) as other:
        behind = {f"127.0.0.1:{server.port}": server for server in (one, other)}
        with run_nginx(configuration(root, own, list(behind)), tmp_path) as (process, log):
            urls = [f"http://localhost:{port}" for port in own]
            answering(f"{urls[0]}/app", process, log)
            yield Site(*urls, behind)


def test_readers_are_shared_out_and_each_stays(site: Site, open_page: Any) -> None:
    served: set[str] = set()
    while served != set(site.behind):
        process, route = site.get()
        served.add(process)
        assert {site.get(route) for _ in range(4)} == {(process, route)}
    tilt: TiltPage = open_page(f"{site.url}/app?view=tilt&beta=0.5").drawn()
    tilt.shows(At(beta=0.5))
    tilt.scenario.select_option("verifier")
    tilt.shows(At("verifier", 0.5))
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(At("verifier", 0.333))


def test_without_a_cookie_any_process_opens_the_session_again(site: Site, open_page: Any) -> None:
    """The socket may reach another process than the page did; it is tried until it does."""
    for _ in range(20):
        tilt: TiltPage = open_page("about:blank")
        tilt.page.context.clear_cookies()
        sockets = served_sockets(tilt.page)
        answer = tilt.page.goto(f"{site.no_cookies}/app?view=tilt&scenario=flattery&beta=0.333")
        tilt.drawn().linked().shows(At("flattery", 0.333))
        tilt.scenario.select_option("worked")
        tilt.shows(At("worked", 0.333))
        assert answer is not None and len(sockets) == 1
        if sockets != [answer.headers["x-served-by"]]:
            return
    pytest.fail("page and socket always reached the same process")


def served_sockets(page: Page) -> list[str]:
    """Who answers the sockets that this page opens from now on."""
    served: list[str] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.webSocketHandshakeResponseReceived",
        lambda event: served.append(event["response"]["headers"]["X-Served-By"]),
    )
    return served


def test_a_reader_whose_process_dies_goes_on_at_the_other(site: Site, open_page: Any) -> None:
    tilt: TiltPage = open_page(f"{site.url}/app", may_complain=True).drawn()
    tilt.scenario.select_option("flattery")
    tilt.type(tilt.typed_beta, "0.333")
    tilt.shows(At("flattery", 0.333))
    tilt.page.evaluate("() => { globalThis.before = true; }")
    cookies = {cookie["name"]: cookie["value"] for cookie in tilt.page.context.cookies()}
    own, _ = site.get(f"kl_leash_route={cookies['kl_leash_route']}")
    site.behind[own].process.kill()
    tilt.page.wait_for_function("() => !globalThis.before", polling=100)
    tilt.drawn().linked().shows(At("flattery", 0.333))
    tilt.scenario.select_option("worked")
    tilt.shows(At("worked", 0.333))


@pytest.fixture
def several(root: Path, serve_app: Any) -> Iterator[str]:
    """The address of two processes that share a port."""
    with serve_app(root / "app", "--num-procs", "2") as served:
        yield served.url


def test_several_processes_of_one_port(several: str, open_page: Any) -> None:
    for beta in (0.1, 0.5, 2.0):
        tilt: TiltPage = open_page(f"{several}?view=tilt&scenario=blind-spot&beta={beta}")
        tilt.drawn().linked().shows(At("blind-spot", beta))
        tilt.scenario.select_option("worked")
        tilt.shows(At("worked", beta))


def test_pages_and_scripts_are_compressed(site: Site) -> None:
    """The app itself compresses nothing, so that whoever stands before it must."""
    page, whole = fetched(f"{site.url}/app")
    assert len(page) < 60 * 1024 and 2 * len(page) < len(whole)
    script = re.search(r'<script type="module" src="([^"]+)"', whole.decode("utf-8"))
    assert script is not None
    packed, script_text = fetched(urljoin(f"{site.url}/app", script[1]))
    assert 2 * len(packed) < len(script_text)


def fetched(url: str) -> tuple[bytes, bytes]:
    """What came, which must be compressed, and what it is."""
    with urlopen(Request(url, headers={"Accept-Encoding": "gzip"}), timeout=30) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer.headers["Vary"]
        packed: bytes = answer.read()
    return packed, gzip.decompress(packed)
