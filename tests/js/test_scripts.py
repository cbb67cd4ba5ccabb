"""The scripts by their own tools: types, lint, tests, and whether widgets/dist is up to date."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "widgets" / "js"

# npm comes with the test extra: it stands beside Python, even where the environment is not active.
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


@pytest.mark.parametrize("script", ["types", "lint", "test", "fresh"])
def test_scripts(script: str) -> None:
    assert (SCRIPTS / "node_modules").is_dir(), "run: npm ci --prefix widgets/js"
    npm = shutil.which("npm", path=PATH)
    assert npm, 'run: pip install -e ".[test]"'
    done = subprocess.run(
        [npm, "run", "--silent", script],
        cwd=SCRIPTS,
        env=os.environ | {"PATH": PATH, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    if done.returncode:
        pytest.fail(f"npm run {script}\n{done.stdout}", pytrace=False)
