"""The page of one session: which explorer is asked for, and what the page brings along of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.io import curdoc

from app.guard import guard
from widgets import address
from widgets.bundles import dist
from widgets.component import component
from widgets.explorer import Explorer
from widgets.payloads import Opening
from widgets.text import math
from widgets.written import dumps

TEMPLATES = Path(__file__).with_name("templates")

# Panel offers what any of its widgets may need: 0.7 MB of scripts for tables, WebGL, modules.
UNUSED = re.compile(
    r"<(script|link)\b[^>]*(tabulator|luxon|bokeh-gl|es-module-shims)[^>]*>(\s*</script>)?",
    re.IGNORECASE,
)


def chosen(
    explorers: Sequence[Explorer], query: Mapping[str, Sequence[bytes]]
) -> tuple[Explorer, str]:
    """The explorer that ``?view=`` names, or the first one and a notice that says why."""
    keys = {explorer.key: explorer for explorer in explorers}
    asked = address.name_meant([*keys], address.first(query, "view") or "")
    if asked in keys or not asked:
        return keys.get(asked, explorers[0]), ""
    known, shown = ", ".join(keys), asked[: address.LONGEST]
    notice = f"There is no explorer “{shown}”; this is “{explorers[0].key}”. There are: {known}."
    return explorers[0], notice


def open_page(explorers: Sequence[Explorer]) -> None:
    """Serve one explorer of the list in this session; the navigation leads to the others."""
    document, query = curdoc(), pn.state.session_args
    explorer, unknown = chosen(explorers, query)
    document.title = f"{explorer.title} · The KL leash"
    link = component(explorer, **address.read(explorer.state, query)).link
    link.drawn = True
    document.template_variables.update(
        page_variables(explorer, explorers, link.snapshot),
        notices=[unknown] if unknown else [],
        script_url=link.script_url(),
        lean=lean,
    )
    link.server_doc(document, location=False)
    # Panel names the model of a component after its class.
    document.roots[-1].name = f"{explorer.key}-link"
    guard(document)


def page_variables(
    explorer: Explorer, explorers: Sequence[Explorer], opening: Callable[[], Opening]
) -> dict[str, Any]:
    """What the template needs; ``app.export`` has other values for some of it."""
    return {
        "explorer": explorer,
        "explorers": explorers,
        "lead": math(escape(explorer.lead)),
        "styles": dist("page.css"),
        "early": dist("early.js"),
        # The page has its reader's theme, and no component of its own. Written as the page is, and
        # not kept: it is most of what a session would hold.
        "opening": lambda: dumps({**opening(), "theme": ""}),
        "address": lambda other: f"?view={other.key}",
    }


def lean(tags: str) -> str:
    """The tags of Panel's resources less those of libraries that no model of this page uses."""
    return UNUSED.sub("", tags)
