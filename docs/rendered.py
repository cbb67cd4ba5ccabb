"""The notebook of this folder, run, and as the page that an export of it is.

``python docs/rendered.py FOLDER`` writes both there. Needs the ``test`` extra; the notebook is run
by the Python that runs this, and the page holds all its scripts.
"""

import os
import sys
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("notebook.ipynb")
KERNEL = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body {{ margin: 16px; background: #fff; font: 14px/1.5 system-ui, sans-serif; }}
  pre {{ margin: 0 0 8px; padding: 8px 12px; overflow: auto; border: 1px solid #ddd; background: #f7f7f7; }}
</style>
{cells}
"""  # noqa: E501


class ThisPython(KernelSpecManager):
    """Whatever is installed where: the kernel is the Python that runs this."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """The one kernel that there is."""
        return KernelSpec(argv=KERNEL, display_name=kernel_name, language="python")


def executed(path: Path = NOTEBOOK) -> Any:
    """The notebook with its outputs; Panel's scripts are in them, and not on another host."""
    notebook = nbformat.read(path, as_version=4)
    root = {"metadata": {"path": str(path.parents[1])}}
    manager = AsyncKernelManager(kernel_spec_manager=ThisPython())
    client = NotebookClient(notebook, km=manager, timeout=120, resources=root)
    return client.execute(env=os.environ | {"PANEL_INLINE": "true"})


def as_page(notebook: Any, numbers: range | None = None) -> str:
    """The code cells and what came of them, or of these only; the first loads Panel."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [code[number] for number in numbers or range(len(code))]
    loaded = "" if code[0] in shown else _outputs(code[0])
    cells = "".join(f"<pre>{escape(cell.source)}</pre>\n{_outputs(cell)}" for cell in shown)
    return PAGE.format(title="A notebook", cells=loaded + cells)


def _outputs(cell: Any) -> str:
    return "".join(_html(output.get("data", {})) for output in cell.outputs)


def _html(data: Any) -> str:
    if "text/html" in data:
        return str(data["text/html"])
    if "application/javascript" in data:
        return f"<script>{data['application/javascript']}</script>"
    return f"<pre>{escape(data['text/plain'])}</pre>" if "text/plain" in data else ""


def main(folder: Path) -> None:
    """Write the notebook with its outputs, and its page."""
    notebook = executed()
    nbformat.write(notebook, folder / NOTEBOOK.name)
    (folder / "notebook.html").write_text(as_page(notebook), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
