"""A real server of the app, for the tests that need one.

Helpers of one folder's tests stand beside them, in a module that the folder's conftest puts on the
path.
"""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from shutil import copytree
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[1]
LEFT = re.compile(
    r"Task exception was never retrieved\nfuture: [^\n]*exception=WebSocketClosedError[^\n]*\n"
    r"Traceback.*?\ntornado\.websocket\.WebSocketClosedError\n",
    re.DOTALL,
)


class Server:
    """``panel serve app`` in a process of its own, on a port that was free."""

    def __init__(self, app: Path = ROOT / "app", *options: str) -> None:
        self.app, self.options = app, options
        self._start(port=0)

    def _start(self, port: int) -> None:
        command = [sys.executable, "-m", "panel", "serve", str(self.app), "--port", str(port)]
        command += self.options
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.log: list[str] = []
        self.url = ""
        self._answered = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._answered.wait(60)
        if not self.url:
            self.close()
            raise RuntimeError("the server did not start:\n" + "".join(self.log))

    @property
    def pid(self) -> int:
        return self.process.pid

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.log.append(line)
            if "running at:" in line:
                self.url = line.rsplit(maxsplit=1)[-1]
                self._answered.set()
        self._answered.set()

    def come_back(self) -> None:
        """Serve again at the same address, after ``close``."""
        self._start(port=urlsplit(self.url).port or 0)

    def close(self) -> None:
        """End the process, and with it the thread that reads what it says."""
        # Of several processes all: they are a group.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def _serve(app: Path = ROOT / "app", *options: str) -> Iterator[Server]:
    server = Server(app, *options)
    try:
        yield server
    finally:
        server.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server that tests share; it must have nothing to complain of at the end."""
    with _serve() as server:
        yield server
        # A reader who leaves in the midst of an answer is no fault; Tornado logs it as one.
        log = LEFT.sub("", "".join(server.log))
    assert "ERROR" not in log and "Traceback" not in log, log


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server for one test, which may stop it or kill it."""
    with _serve() as server:
        yield server


@pytest.fixture(scope="session")
def serve_app() -> Callable[..., AbstractContextManager[Server]]:
    """Serve another folder of the same name, or with other options."""
    return _serve


@pytest.fixture
def changed_app(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of the app whose ``main.py`` begins with other lines."""

    def changed(lines: str) -> Path:
        app = copytree(ROOT / "app", tmp_path / "app")
        main = app / "main.py"
        main.write_text(lines + main.read_text("utf-8"), "utf-8")
        return app

    return changed


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture
def projects_files() -> Callable[[str], list[Path]]:
    """The Python files of one of the project's packages."""
    return lambda package: sorted((ROOT / package).rglob("*.py"))
