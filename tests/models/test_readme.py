"""The example of the core in README.md: its code, run, prints what README.md shows under it."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"```python\n(import numpy.*?)```\n\n```\n(.*?)```", re.DOTALL)


def test_the_example_prints_what_is_shown() -> None:
    [(code, shown)] = EXAMPLE.findall((ROOT / "README.md").read_text("utf-8"))
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", code],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout == shown
