"""One session of the app: the explorers in the order of the navigation, and the page."""

import panel as pn

from app.page import open_page
from widgets.estimate.explorer import ESTIMATE
from widgets.tilt.explorer import TILT

# A new explorer joins with one line.
EXPLORERS = [
    TILT,
    ESTIMATE,
]

pn.config.browser_info = False  # a model per session that nothing here reads
open_page(EXPLORERS)
