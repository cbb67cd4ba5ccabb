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
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import copytree
from socket import SO_REUSEADDR, SOL_SOCKET, socket

import pytest
from hypothesis import settings

# The same examples in every run, and as much time for one as a busy machine takes.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")

ROOT = Path(__file__).parents[1]
LEFT = re.compile(
    r"Task exception was never retrieved\nfuture: [^\n]*exception=WebSocketClosedError[^\n]*\n"
    r"Traceback.*?\ntornado\.websocket\.WebSocketClosedError\n",
    re.DOTALL,
)


@contextmanager
def _reserved_port() -> Iterator[int]:
    """A port that a server started meanwhile can listen at, and nobody else is given.

    A port that was only seen to be free may be the near end of anybody's connection a moment later.
    One that a socket is bound to is not given away; that this one does not listen, and allows its
    address to be used again, lets a server in beside it.
    """
    with socket() as held:
        held.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


class Server:
    """``panel serve app`` in a process of its own, at a port that stays its own."""

    def __init__(self, port: int, app: Path = ROOT / "app", *options: str) -> None:
        self.port, self.app, self.options = port, app, options
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-m", "panel", "serve", str(self.app), "--port", str(self.port)]
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
        self._answered.wait(180)
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

    def complaints(self) -> str:
        """What it has logged, if anything of that is a fault."""
        # A reader who leaves in the midst of an answer is none; Tornado logs it as one.
        log = LEFT.sub("", "".join(self.log))
        return log if "ERROR" in log or "Traceback" in log else ""

    def come_back(self) -> None:
        """Serve again at the same address, after ``close``."""
        self._start()

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
    with _reserved_port() as port:
        server = Server(port, app, *options)
        try:
            yield server
        finally:
            server.close()


@pytest.fixture
def ports() -> Iterator[Callable[[], int]]:
    """Ports for other servers, each nobody else's until the test ends."""
    with ExitStack() as held:
        yield lambda: held.enter_context(_reserved_port())


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server that tests share; it must have nothing to complain of at the end."""
    with _serve() as server:
        yield server
        complaints = server.complaints()
    assert not complaints, complaints


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


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the docs' notebook once it has been run, and of its page."""
    folder = tmp_path_factory.mktemp("rendered")
    run = [sys.executable, str(ROOT / "docs" / "rendered.py"), str(folder)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def projects_files() -> Callable[[str], list[Path]]:
    """The Python files of one of the project's packages."""
    return lambda package: sorted((ROOT / package).rglob("*.py"))
