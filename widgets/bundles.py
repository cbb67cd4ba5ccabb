"""The scripts and styles of the drawing layer, as ``js/build.mjs`` has bundled them."""

from functools import cache
from hashlib import sha256
from pathlib import Path

DIST = Path(__file__).with_name("dist")


@cache
def dist(name: str) -> str:
    """A file that is written into the page: it needs no address of its own."""
    return (DIST / name).read_text("utf-8")


def version(path: Path) -> str:
    """A name for what a file holds: an address with it may be kept for ever."""
    return _version(path, path.stat().st_mtime_ns)


@cache
def _version(path: Path, changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]
