"""The whole explainer as static files: ``python -m app.export site/``.

The pages draw themselves, so all that a server would add later is written beside them: the views of
every scenario, from the same sweeps, and runs recorded by the seeded sampler. The files work from a
disk and from any host, and the same source gives the same bytes.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from app.explorers import EXPLORERS
from app.page import TEMPLATES, page_variables
from widgets.component import component
from widgets.controls import Control, Field, Player, Slider
from widgets.explorer import Explorer
from widgets.payloads import Opening
from widgets.written import dumps


def site(explorers: Sequence[Explorer]) -> Iterator[tuple[str, str]]:
    """The path and the text of every file."""
    for explorer in explorers:
        page = _page(explorer, explorers)
        yield f"{explorer.key}.html", page
        if explorer is explorers[0]:
            yield "index.html", page
        for name, data in _recordings(explorer):
            yield f"data/{name}.js", _recorded(data)


def _recorded(data: Any) -> str:
    """A script that hands its data to whoever has put it into the page."""
    event = f'new CustomEvent("recorded", {{detail: {dumps(data)}}})'
    return f"document.currentScript.dispatchEvent({event});\n"


def _page(explorer: Explorer, explorers: Sequence[Explorer]) -> str:
    alone = replace(explorer, controls=[*_without_server(explorer)])
    variables = page_variables(alone, explorers, partial(_opening, alone))
    variables |= {
        "static": True,
        "title": f"{explorer.title} · The KL leash",
        "script": _inline(explorer.bundle.read_text("utf-8")),
        "address": lambda other: f"{other.key}.html",
    }
    environment = Environment(loader=FileSystemLoader(TEMPLATES))
    return environment.get_template("index.html").render(variables)


def _opening(explorer: Explorer) -> Opening:
    """What the page brings along: no value between the stops can become one."""
    opening = component(explorer).link.snapshot()
    for scale in opening["scales"].values():
        scale["between"] = False
    return opening


def _inline(script: str) -> str:
    """A script as it may stand in a page, which ends where the text says so."""
    return script.replace("</script", r"<\/script").replace("<!--", r"<\!--")


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


def _recordings(explorer: Explorer) -> Iterator[tuple[str, Any]]:
    """The data of every file, by its name."""
    choices = explorer.state.choices
    for keys in product(*(explorer.state.param[choice].objects for choice in choices)):
        name = "-".join([explorer.key, *keys])
        yield from _views(explorer, name, dict(zip(choices, keys, strict=True)))
    if explorer.recorded:
        for name, data in explorer.recorded.files():
            yield f"{explorer.key}-{name}", data


def _views(explorer: Explorer, name: str, chosen: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """The views of a choice, and for each switch the columns that they have while it is on."""
    state = explorer.state(**chosen)
    sliders = frozenset(state.scales)
    views = {place: view.at(state.solution, sliders) for place, view in explorer.views.items()}
    # Where nothing can be chosen, the page has brought all of its views along.
    if chosen:
        yield name, {"views": {place: view.text() for place, view in views.items()}}
    for switch in state.switches():
        columns = {place: view.joining(switch) for place, view in views.items()}
        yield f"{name}-{switch}", {"columns": {p: joins for p, joins in columns.items() if joins}}


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
