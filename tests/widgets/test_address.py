"""The codec of links: round trips over the whole state space, and links nobody should write."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.scenarios import SCENARIOS
from widgets import address
from widgets.estimate.positions import POSITIONS
from widgets.estimate.solution import FLATNESS, TOKENS
from widgets.estimate.state import MOST_SEED, EstimateState
from widgets.state import SliderState
from widgets.tilt.solution import BETAS, TEMPERATURES
from widgets.tilt.state import TiltState

# The browser's reader is held against the same table.
AS_MEANT = Path(__file__).parents[2] / "widgets" / "js" / "test" / "asmeant.json"


def parsed(query: str) -> dict[str, list[bytes]]:
    """A query as the server hands it over."""
    pairs = parse_qs(query, keep_blank_values=True, errors="surrogateescape").items()
    return {key: [text.encode("utf-8", "surrogateescape") for text in all_] for key, all_ in pairs}


def within(low: float, high: float) -> Any:
    """Any value that the page can show: those typed have four digits."""
    return st.floats(low, high).map(lambda x: min(max(float(f"{x:.4g}"), low), high))


TILTS = st.fixed_dictionaries(
    {
        "scenario": st.sampled_from(list(SCENARIOS)),
        "beta": within(*BETAS),
        "temperature": within(*TEMPERATURES),
        "show_temperature": st.booleans(),
    }
)
ESTIMATES = st.fixed_dictionaries(
    {
        "position": st.sampled_from(list(POSITIONS)),
        "f": within(*FLATNESS),
        "tokens": st.sampled_from(TOKENS),
        "seed": st.integers(0, MOST_SEED),
    }
)
EXPLORERS: list[tuple[str, type[SliderState]]] = [("tilt", TiltState), ("estimate", EstimateState)]


def round_trip(view: str, state: type[SliderState], settings: dict[str, Any]) -> None:
    query = address.write(view, state, settings)
    read = address.read(state, parsed(query))
    assert parsed(query)["view"] == [view.encode()]
    defaults = {name: state.param[name].default for name in state.keys}
    assert {**defaults, **read} == settings
    # Only what differs stands in it.
    assert set(read) == {name for name in settings if settings[name] != defaults[name]}


@given(TILTS)
def test_tilt_there_and_back(settings: dict[str, Any]) -> None:
    round_trip("tilt", TiltState, settings)


@given(ESTIMATES)
def test_estimate_there_and_back(settings: dict[str, Any]) -> None:
    round_trip("estimate", EstimateState, settings)


@pytest.mark.parametrize(
    ("settings", "query"),
    [
        ({}, "view=tilt"),
        ({"beta": 0.5}, "view=tilt&beta=0.5"),
        ({"scenario": "blind-spot", "beta": 0.42, "temperature": 2.0, "show_temperature": True},
         "view=tilt&scenario=blind-spot&beta=0.42&T=2&piT=1"),
    ],
)  # fmt: skip
def test_a_link_is_short_and_can_be_read(settings: dict[str, Any], query: str) -> None:
    assert address.write("tilt", TiltState, settings) == query


@pytest.mark.parametrize(
    ("query", "settings"),
    [
        ("beta=0.5&T=2", {"beta": 0.5, "temperature": 2.0}),
        ("beta=3.14159265", {"beta": 3.142}),
        ("beta=2e0&T=nope&scenario=verifier", {"beta": 2.0, "scenario": "verifier"}),
        ("piT=1", {"show_temperature": True}),
        ("piT=0", {"show_temperature": False}),
    ],
)
def test_what_is_right_is_taken(query: str, settings: dict[str, Any]) -> None:
    assert address.read(TiltState, parsed(query)) == settings


@pytest.mark.parametrize(
    ("view", "query", "settings"), json.loads(AS_MEANT.read_text("utf-8")), ids=str
)
def test_a_link_is_read_as_it_was_meant(view: str, query: str, settings: dict[str, Any]) -> None:
    assert address.read(dict(EXPLORERS)[view], parsed(query)) == settings


@pytest.mark.parametrize(
    "query",
    [
        "beta=1_0", "beta=١", "piT=yes",
        "beta=99", "beta=-1", "beta=1e999", "beta=NaN", "beta=", "beta=0,5", "T=0", "piT=maybe",
        "piT=True", "scenario=wroked", "scenario=",
    ],
)  # fmt: skip
def test_what_is_wrong_is_left_to_the_browser(query: str) -> None:
    assert address.read(TiltState, parsed(query)) == {}


@pytest.mark.parametrize(
    ("query", "settings"),
    [
        ("N=20", {}), ("N=1e9", {}), ("f=-3", {}), ("seed=1.5", {}), ("seed=99999999999", {}),
        ("position=nine", {}), ("f=−0.35&seed=7&N=64", {"f": -0.35, "seed": 7, "tokens": 64.0}),
    ],
)  # fmt: skip
def test_the_same_of_estimate(query: str, settings: dict[str, Any]) -> None:
    assert address.read(EstimateState, parsed(query)) == settings


ABSURD = [
    "\x00", "%00", "\ud800", "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "NaN",
    "1e999", "-1e999", "inf", "0x10", "١", "½", "1_0", "{{ 7*7 }}", "${7*7}", "../../etc/passwd",
    "1" * 100_000, "x" * 1_000_000, "a&b", "=", "true", "[]", "null", "-0", "0" * 5000 + "1",
    "1e-999", ".", "+", "e5",
]  # fmt: skip


@pytest.mark.parametrize(("view", "state"), EXPLORERS)
@pytest.mark.parametrize("text", ABSURD, ids=lambda text: ascii(text[:12]))
def test_absurd_links_open_a_valid_state(view: str, state: type[SliderState], text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    for name, key in state.keys.items():
        read = address.read(state, {key: [raw], "nobody": [raw]})
        assert set(read) <= {name}
        opened = state(**read)
        assert opened.legal(name, getattr(opened, name))
        # What was taken can be linked to.
        again = address.read(state, parsed(address.write(view, state, opened.values)))
        assert {**state.defaults(), **again} == opened.values


def test_what_is_no_key_is_passed_over() -> None:
    assert address.read(TiltState, parsed("view=tilt&solution=1&name=x&stops=2&f=0.5")) == {}


def test_of_a_key_that_stands_twice_the_first_counts() -> None:
    assert address.read(TiltState, parsed("beta=0.5&beta=abc")) == {"beta": 0.5}
