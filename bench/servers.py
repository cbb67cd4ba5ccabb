"""The apps, each in a server process of its own, and what that process has used so far."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from tempfile import TemporaryFile
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
# The system counts CPU time in ticks of this many milliseconds; one of them is noise.
TICK = 20.0


@dataclass(frozen=True)
class Target:
    """One of the apps: its directory, where its controls are in the page, what it is asked for."""

    directory: str
    slider: str = ""
    track: str = ""
    query: str = ""
    # Whether its page says when it is linked to its session.
    says_linked: bool = False


OURS = Target(
    "app",
    slider=".view.controls input[type=range]",
    track="input[type=range]",
    says_linked=True,
)
PLAIN = Target("bench/plain", slider=".noUi-handle", track=".noUi-base")
SAMPLER = Target("app", query="?view=estimate")
PLAIN_SAMPLER = Target("bench/plain_player")


@dataclass(frozen=True)
class Server:
    """A running app."""

    target: Target
    url: str
    process: psutil.Process

    @property
    def page(self) -> str:
        """The address that is visited."""
        return self.url + self.target.query

    def cpu_ms(self) -> float:
        """CPU time used so far, user and system."""
        times = self.process.cpu_times()
        return 1000 * (times.user + times.system)

    def settle(self, pause: Callable[[float], object] = time.sleep, patience: float = 60) -> None:
        """Wait until the process rests: what is left from before is no part of what comes next.

        A caller that must go on serving events meanwhile passes its own way to pause, in seconds.
        """
        end = time.monotonic() + patience
        used = -TICK
        while self.cpu_ms() - used >= TICK and time.monotonic() < end:
            used = self.cpu_ms()
            pause(0.15)

    def resident_mib(self) -> float:
        """Memory held now."""
        return self.process.memory_info().rss / 2**20


@contextmanager
def serve(target: Target, checkout: Path = ROOT) -> Iterator[Server]:
    """The app on a free local port, ready to answer; stopped whatever happens.

    ``checkout`` is where its sources are, if not here.
    """
    with _reserved_port() as port:
        yield from _served(target, port, checkout)


def _served(target: Target, port: int, checkout: Path) -> Iterator[Server]:
    command = [sys.executable, "-m", "panel", "serve", target.directory]
    command += ["--port", str(port), "--address", HOST, "--log-level", "error"]
    command += ["--allow-websocket-origin", f"{HOST}:{port}"]
    url = f"http://{HOST}:{port}/{Path(target.directory).name}"
    # The log of a server that is left in the midst of its work is long, and says nothing.
    with TemporaryFile() as log:
        process = subprocess.Popen(
            command, cwd=checkout, env=_environment(checkout), stdout=log, stderr=log
        )
        try:
            _wait(url, process, log)
            yield Server(target, url, psutil.Process(process.pid))
        finally:
            _stop(process)


def _environment(checkout: Path) -> dict[str, str]:
    """This one, where what is installed is this checkout; else the other's packages come first."""
    return dict(os.environ) | ({} if checkout == ROOT else {"PYTHONPATH": str(checkout)})


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def _reserved_port() -> Iterator[int]:
    """A port that nobody else is given; a server can listen at it, for this socket does not."""
    with socket() as held:
        held.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        held.bind((HOST, 0))
        yield held.getsockname()[1]


def _wait(url: str, process: subprocess.Popen[bytes], log: IO[bytes], patience: float = 60) -> None:
    """Until the page has something in it: an app that fails to start answers 200, and is empty."""
    end = time.monotonic() + patience
    while time.monotonic() < end and process.poll() is None:
        if "data-root-id" in fetch(url):
            return
        time.sleep(0.2)
    log.seek(0)
    raise RuntimeError(f"{url} did not come up:\n{log.read(4000).decode('utf-8', 'replace')}")


def fetch(url: str) -> str:
    """The page at this address; empty while nobody answers."""
    try:
        with urlopen(url, timeout=30) as answer:
            return str(answer.read(), "utf-8")
    except URLError:
        return ""
