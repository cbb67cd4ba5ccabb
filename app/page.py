"""The page of one session: which explorer is asked for, and its views put in their places."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.io import curdoc

from widgets import address
from widgets.explorer import Explorer
from widgets.link import Link
from widgets.style import stylesheet, theme_css
from widgets.text import math
from widgets.written import dumps

TEMPLATES = Path(__file__).with_name("templates")

# Panel offers what any of its widgets may need: 0.7 MB of scripts for tables and for WebGL.
UNUSED = re.compile(
    r"<(script|link)\b[^>]*(tabulator|luxon|bokeh-gl)[^>]*>(\s*</script>)?", re.IGNORECASE
)


def chosen(
    explorers: Sequence[Explorer], query: Mapping[str, Sequence[bytes]]
) -> tuple[Explorer, str]:
    """The explorer that ``?view=`` names, or the first one and a notice that says why."""
    keys = {explorer.key: explorer for explorer in explorers}
    asked = address.first(query, "view") or ""
    if asked in keys or not asked:
        return keys.get(asked, explorers[0]), ""
    known, shown = ", ".join(keys), asked[: address.LONGEST]
    notice = f"There is no explorer “{shown}”; this is “{explorers[0].key}”. There are: {known}."
    return explorers[0], notice


def open_page(explorers: Sequence[Explorer]) -> None:
    """Serve one explorer of the list in this session; the navigation leads to the others."""
    document = curdoc()
    query = pn.state.session_args
    explorer, unknown = chosen(explorers, query)
    document.title = f"{explorer.title} · The KL leash"
    settings, problems = address.read(explorer.state, query)
    link = explorer.open(**settings)
    document.template_variables.update(
        page_variables(explorer, explorers, link),
        notices=[notice for notice in (unknown, *problems) if notice],
        lean=lean,
    )
    link.server_doc(document, location=False)
    # Panel names the model of a component after its class.
    document.roots[-1].name = f"{explorer.key}-link"


def page_variables(explorer: Explorer, explorers: Sequence[Explorer], link: Link) -> dict[str, Any]:
    """What the template needs; ``app.export`` has other values for some of it."""
    return {
        "explorer": explorer,
        "explorers": explorers,
        "lead": math(escape(explorer.lead)),
        "styles": theme_css() + static("style.css"),
        "early": static("early.js"),
        "script": closed(explorer.script) + static("page.js") + static("server.js"),
        "opening": dumps({**link.opening(), "link": link_facts(explorer, explorers)}),
        "sheets": dumps({name: stylesheet(name) for name in ("views", "controls")}),
        "address": lambda other: f"?view={other.key}",
    }


def link_facts(explorer: Explorer, explorers: Sequence[Explorer]) -> dict[str, Any]:
    """What the browser needs to write the address of a state."""
    state = explorer.state
    return {
        "view": explorer.key,
        "views": [other.key for other in explorers],
        "keys": dict(state.keys),
        "choices": list(state.choices),
        "defaults": {name: state.param[name].default for name in state.keys},
    }


def closed(*scripts: str) -> str:
    """Scripts in one scope of their own: the page sees only what they put into ``globalThis``."""
    return "(() => {\n" + "\n".join(scripts) + "\n})();\n"


def lean(tags: str) -> str:
    """The tags of Panel's resources less those of libraries that no model of this page uses."""
    return UNUSED.sub("", tags)


@cache
def static(name: str) -> str:
    """A file of ``static/``, to be written into the page: it needs no address of its own."""
    return files("app").joinpath("static", name).read_text("utf-8")
