"""What is measured of any page: overflow, the size of type, and an audit."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# How far the page is wider than its window.
OVERFLOW = "() => document.scrollingElement.scrollWidth - innerWidth"
# Of texts in pictures: what they say, and how large they are on the screen.
TEXT_SIZES = """texts => texts
  .filter(text => text.textContent.trim() && text.checkVisibility())
  .map(text => {
    const {width} = text.ownerSVGElement.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(text).fontSize);
    return [text.textContent, size * width / text.ownerSVGElement.viewBox.baseVal.width];
  })"""


def violations(page: Page, *rules: str, context: str | None = None) -> list[str]:
    """What axe-core finds that is serious or critical, with the first element of each.

    By all rules, or by these; of the whole page, or of what a selector names.
    """
    # Of what is in order, which is most of a page, axe need not give account.
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, context=context, options=options).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
