"""The whole explainer as static files: ``python -m app.export site/``.

The pages draw themselves, so all that a server would add later is written beside them: the views of
every scenario, from the same sweeps, and runs recorded by the seeded sampler. The files work from a
disk and from any host, and the same source gives the same bytes.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from app.explorers import EXPLORERS
from app.page import TEMPLATES, closed, page_variables, static
from widgets.controls import Control, Field, Player, Slider
from widgets.explorer import Explorer
from widgets.style import script
from widgets.written import dumps


def site(explorers: Sequence[Explorer]) -> Iterator[tuple[str, str]]:
    """The path and the text of every file."""
    for explorer in explorers:
        page = _page(explorer, explorers)
        yield f"{explorer.key}.html", page
        if explorer is explorers[0]:
            yield "index.html", page
        for name, data in _recordings(explorer):
            name = f"{explorer.key}-{name}"
            yield f"data/{name}.js", f"klLeash.take({json.dumps(name)}, {dumps(data)});\n"


def _page(explorer: Explorer, explorers: Sequence[Explorer]) -> str:
    alone = replace(explorer, controls=[*_without_server(explorer)])
    scripts = script("recorded", *([explorer.recorded.script] if explorer.recorded else []))
    variables = page_variables(alone, explorers, alone.open())
    entry = "Object.assign(klLeash, {take, record: playRecorded});"
    drawn = closed(alone.script, scripts, entry)
    variables |= {
        "static": True,
        "title": f"{explorer.title} · The KL leash",
        "script": drawn + static("page.js") + "klLeash.record(klLeash.host);\n",
        "address": lambda other: f"{other.key}.html",
    }
    environment = Environment(loader=FileSystemLoader(TEMPLATES))
    return environment.get_template("index.html").render(variables)


def _without_server(explorer: Explorer) -> Iterator[Control]:
    """The controls less what only a server can answer."""
    for control in explorer.controls:
        match control:
            case Slider():
                yield replace(control, typed=False)
            case Player() if explorer.recorded:
                yield explorer.recorded.player
            case Player() | Field():
                pass
            case _:
                yield control


def _recordings(explorer: Explorer) -> Iterator[tuple[str, dict[str, Any]]]:
    choices = explorer.state.choices
    # Where nothing can be chosen, the page has brought all of its views along.
    for keys in product(*(explorer.state.param[choice].objects for choice in choices)):
        if keys:
            chosen = dict(zip(choices, keys, strict=True))
            yield "-".join(keys), explorer.open(**chosen).opening()["views"]
    if explorer.recorded:
        yield from explorer.recorded.files()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the site into the folder that is named."""
    parser = argparse.ArgumentParser(prog="python -m app.export", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to; it is made if it does not exist")
    folder = parser.parse_args(arguments).folder
    if folder.exists() and not folder.is_dir():
        parser.error(f"{folder} is no folder")
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for name, text in site(EXPLORERS):
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
