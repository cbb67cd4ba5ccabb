"""Measure the app beside the plain idiom in one run, and hold it to its budgets.

Trust the ratios more than the milliseconds: all columns come from the same machine, minutes
apart, but the machine is never the same twice.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench import estimate, flood, soak, static, tilt
from bench.core import milliseconds
from bench.effort import QUICK, Effort
from bench.report import Row, table

PARTS: dict[str, Callable[[Effort], list[Row]]] = {
    "tilt": tilt.measure,
    "estimate": estimate.measure,
    "soak": soak.measure,
    "flood": flood.measure,
    "static": static.measure,
}


def machine() -> str:
    """How busy and how fast the machine was, without which milliseconds say little."""
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    pace = milliseconds(lambda: sum(i * i for i in range(1_000_000)), 5)
    return f"This machine: {load}; a loop of a million steps in Python takes {pace:.0f} ms."


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--only", choices=PARTS, help="measure one part, not all")
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="PATH",
        help="a checkout whose app is measured too, in tilt and flood",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE too")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a budget is missed")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit code says whether the budgets were kept, if that was asked."""
    asked = options(arguments)
    effort = QUICK if asked.quick else Effort()
    parts: dict[str, Any] = dict(PARTS)
    if asked.beside:
        for name, part in (("tilt", tilt.measure), ("flood", flood.measure)):
            parts[name] = partial(part, beside=asked.beside.resolve())
    wanted = [asked.only] if asked.only else list(parts)
    rows = [row for part in wanted for row in parts[part](effort)]
    print(table(rows))
    print(f"\n{machine()}")
    if asked.json:
        records = [row.record() for row in rows]
        asked.json.write_text(json.dumps(records, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return int(asked.check and any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
