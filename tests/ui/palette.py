"""The palette of both themes, as the style sheet of the scripts declares it."""

import re
from pathlib import Path

SHEET = Path(__file__).parents[2] / "widgets" / "js" / "style" / "palette.css"
# The blocks in the order of the sheet, of which the last two are of the themes by name.
BLOCKS = [
    dict(re.findall(r"--(\w+): (#\w+);", body))
    for body in re.findall(r"{([^{}]+)}", SHEET.read_text("utf-8"))
    if "--ground:" in body
]
PALETTE = {"light": BLOCKS[0], "dark": BLOCKS[-1]}
