"""The browser's half of a table, run in Node: the very script that the page has."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("frames.mjs")


def run(table: Mapping[str, Any], at: Sequence[Mapping[str, float]] = ()) -> dict[str, Any]:
    """All ``columns`` of a table as it is sent, and the ``frames`` picked at these settings."""
    # The one that the test extra brings stands beside Python.
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or "node"
    told = json.dumps({"table": table, "at": [*at]}, allow_nan=False)
    done = subprocess.run([node, SCRIPT], input=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def column(table: Mapping[str, Any], name: str) -> list[Any]:
    """The values of one column, flat."""
    values: list[Any] = run(table)["columns"][name]
    return values
