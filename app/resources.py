"""The tags of Panel's scripts and styles, put together once and not for every session.

``panel.io.server`` asks ``bundle_resources`` for them whenever it writes a page. That goes through
all models and components of the process, a quarter of a session's work, to find the same each time.
``install`` puts ``Shared`` in its place there, which remembers them for pages whose roots are links
of this project, and for all others asks Panel as before.
"""

from collections.abc import Callable, Hashable, Sequence
from copy import copy
from typing import Any

import panel as pn
from bokeh.core.has_props import HasProps
from panel.io import resources as panel_resources
from panel.io import server
from panel.models.esm import ReactiveESM

from widgets.link import Link

# What a program can configure of the tags, besides the resources themselves.
SETTINGS = (
    "css_files",
    "design",
    "global_css",
    "global_loading_spinner",
    "js_files",
    "js_modules",
    "notifications",
    "npm_cdn",
    "raw_css",
)


class Shared:
    """``bundle_resources`` with a memory."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make
        self._made: dict[Hashable, Any] = {}

    def __call__(self, roots: Sequence[Any], resources: Any, **options: Any) -> Any:
        if options or not all(map(_is_link, roots)):
            return self.make(roots, resources, **options)
        key = _key(resources)
        if key not in self._made:
            self._made[key] = self.make(roots, resources)
        # Panel notes this for whatever it resolves next.
        panel_resources.RESOURCE_MODE = resources.mode
        return _copied(self._made[key])


def install() -> None:
    """Put ``Shared`` in the place of Panel's function, unless it is there."""
    names = vars(server)
    if not isinstance(names["bundle_resources"], Shared):
        names["bundle_resources"] = Shared(names["bundle_resources"])


def _is_link(root: Any) -> bool:
    names = {link.__name__ for link in Link.__subclasses__()}
    return isinstance(root, ReactiveESM) and root.class_name in names


def _key(resources: Any) -> Hashable:
    """All that the tags depend on, where the roots are links."""
    return (
        tuple(sorted((name, str(value)) for name, value in vars(resources).items())),
        tuple(str(getattr(pn.config, name)) for name in SETTINGS),
        (pn.state.rel_path, pn.state.base_url, str(pn.state._extensions)),
        len(HasProps.model_class_reverse_map),
    )


def _copied(bundle: Any) -> Any:
    """Whoever is given a bundle may add to it."""
    fresh = copy(bundle)
    for name, value in vars(bundle).items():
        if isinstance(value, list | dict):
            setattr(fresh, name, value.copy())
    return fresh
