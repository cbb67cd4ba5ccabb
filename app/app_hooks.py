"""Run by Bokeh as the app is loaded, before anybody has asked for a page."""

import panel as pn

from app import answers

answers.install()
# Where sessions are reused (``--reuse-sessions``), a link still opens what it says.
pn.config.session_key_func = pn.config.session_key_func or answers.session_key
