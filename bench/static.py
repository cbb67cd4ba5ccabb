"""The site without a server: how large it is, and when it can be used from a disk."""

import gzip
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote, urlsplit

import numpy as np
from playwright.sync_api import Browser

from bench.browser import blank_page, chromium
from bench.effort import Effort
from bench.report import Row, at_most
from bench.servers import ROOT


def packed_kib(file: Path) -> float:
    """Size of a file as a web host sends it."""
    return len(gzip.compress(file.read_bytes())) / 1024


def usable(browser: Browser, page: Path, visits: int) -> tuple[float, float]:
    """Milliseconds until all pictures stand, from a disk, and KiB of all that was read by then."""
    times = []
    with blank_page(browser) as tab:
        read = set[str]()
        tab.on("request", lambda request: read.add(urlsplit(request.url).path))
        for _ in range(visits + 1):
            tab.goto(page.as_uri())
            times.append(tab.evaluate("bench.painted")["all"])
        files = [Path(unquote(path)) for path in read]
    size = sum(packed_kib(file) for file in files if file.is_file())
    return float(np.median(times[1:])), size


def measure(effort: Effort) -> list[Row]:
    """Of the site as it is written."""
    with TemporaryDirectory() as folder, chromium() as browser:
        subprocess.run([sys.executable, "-m", "app.export", folder], cwd=ROOT, check=True)
        site = Path(folder)
        whole = sum(packed_kib(file) for file in site.rglob("*.*"))
        time, size = usable(browser, site / "index.html", effort.visits)
    return [
        Row("static page, to be usable, gzipped", "KiB", size, budget=at_most(250, "KiB")),
        Row("  usable from a disk", "ms", time, budget=at_most(1000, "ms")),
        Row("  the whole site, gzipped", "KiB", whole),
    ]
