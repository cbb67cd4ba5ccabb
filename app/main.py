"""One session of the app, as ``panel serve app`` opens it."""

import panel as pn

from app import resources
from app.explorers import EXPLORERS
from app.page import open_page

pn.config.browser_info = False  # a model per session that nothing here reads
resources.install()
open_page(EXPLORERS)
