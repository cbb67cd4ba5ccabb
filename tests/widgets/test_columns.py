"""Columns that travel only while a switch is on: sent when it goes on, and once."""

import json
from typing import Any

from pages import Page

from widgets.tilt.explorer import TILT
from widgets.written import dumps

EXTRA = {
    "sentence": {"temperature", "temp_reward", "temp_kl", "temp_mood"},
    "plane": {"temp_kl", "temp_reward"},
    "bars": {"temp"},
    "readouts": {"temp_reward", "temp_kl", "temp_objective", "temp_gap", "temp_short"},
}
ON, OFF = {"set": {"show_temperature": True}}, {"set": {"show_temperature": False}}


def names(columns: dict[str, dict[str, Any]]) -> dict[str, set[str]]:
    return {place: set(joining) for place, joining in columns.items()}


def in_views(views: dict[str, Any]) -> dict[str, set[str]]:
    """Of the columns of the switch, those that came with the views."""
    return {place: extra & set(views[place]["sweep"]["columns"]) for place, extra in EXTRA.items()}


def test_a_page_without_them_gets_them_when_the_switch_goes_on() -> None:
    page = Page(TILT)
    assert not any(in_views(page.opening["views"]).values())
    page.say(ON)
    (message,) = page.news
    assert set(message) == {"columns", "answered"}
    assert names(message["columns"]) == EXTRA


def test_they_are_sent_once() -> None:
    page = Page(TILT)
    for message in (ON, OFF, ON):
        page.say(message)
    assert [set(message) for message in page.news] == [
        {"columns", "answered"}, {"answered"}, {"answered"},
    ]  # fmt: skip


def test_a_page_that_opens_with_the_switch_on_has_them() -> None:
    page = Page(TILT, show_temperature=True)
    assert in_views(page.opening["views"]) == EXTRA
    page.say(OFF)
    page.say(ON)
    assert all(set(message) == {"answered"} for message in page.news)


def test_views_that_follow_have_them_only_while_it_is_on() -> None:
    page = Page(TILT)
    page.say(ON)
    page.say({"set": {"scenario": "verifier"}})
    assert in_views(page.news[-1]["views"]) == EXTRA
    page.say(OFF)
    page.say({"set": {"scenario": "worked"}})
    assert not any(in_views(page.news[-1]["views"]).values())
    page.say(ON)
    assert names(page.news[-1]["columns"]) == EXTRA


def test_the_switch_and_the_scenario_at_once() -> None:
    """Then the views have them, and nothing joins."""
    page = Page(TILT)
    page.say({"set": {"scenario": "verifier", "show_temperature": True}})
    (message,) = page.news
    assert set(message) == {"views", "shown", "answered"}
    assert in_views(message["views"]) == EXTRA


def test_where_it_is_shown_later_it_opens_with_what_has_been_sent() -> None:
    page = Page(TILT)
    page.say(ON)
    page.say(OFF)
    assert in_views(json.loads(dumps(page.link.snapshot()))["views"]) == EXTRA
