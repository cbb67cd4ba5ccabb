"""Imports run one way: the app uses the widgets, the widgets use the core, and never back."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

Files = Callable[[str], list[Path]]


def imported(path: Path) -> set[str]:
    """The packages that a file imports, by the first part of their names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("models", {"panel", "bokeh", "param", "tornado", "widgets", "app"}),
        ("widgets", {"app"}),
    ],
)
def test_imports_run_one_way(projects_files: Files, package: str, forbidden: set[str]) -> None:
    files = projects_files(package)
    assert files
    for path in files:
        assert not imported(path) & forbidden, path


@pytest.mark.parametrize("package", ["models", "widgets", "app"])
def test_imports_are_absolute(projects_files: Files, package: str) -> None:
    for path in projects_files(package):
        assert "" not in imported(path), path


def test_the_session_is_put_together_in_few_lines(projects_files: Files) -> None:
    main = next(path for path in projects_files("app") if path.name == "main.py")
    assert len(main.read_text("utf-8").splitlines()) <= 60
