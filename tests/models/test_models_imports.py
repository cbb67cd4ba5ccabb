"""The core stands on NumPy alone: no part of the page may be loaded with it."""

import pkgutil
import subprocess
import sys

import models

MODULES = [f"models.{module.name}" for module in pkgutil.iter_modules(models.__path__)]
FOREIGN = {"panel", "bokeh", "param", "tornado", "widgets", "app"}


def test_the_core_imports_nothing_of_the_page() -> None:
    assert "models.tilt" in MODULES
    program = f"import sys, {', '.join(MODULES)}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )
    loaded = {name.partition(".")[0] for name in result.stdout.split()}
    assert loaded & FOREIGN == set()
