"""The codec of links: round trips over the whole state space, and links nobody should write."""

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
    read, notices = address.read(state, parsed(query))
    assert notices == []
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
    ("query", "settings", "words"),
    [
        ("beta=99", {"beta": 10.0}, "beta: 99 is out of range; β takes 0.05 to 10, so 10"),
        ("beta=-1", {"beta": 0.05}, "so 0.05 is taken"),
        ("beta=1e999", {"beta": 10.0}, "so 10 is taken"),
        ("beta=NaN", {"beta": 1.0}, "“NaN” is not a number"),
        ("beta=", {"beta": 1.0}, "“” is not a number"),
        ("beta=0,5", {"beta": 1.0}, "Decimals take a point."),
        ("T=0", {"temperature": 0.1}, "T: 0 is out of range"),
        ("piT=maybe", {"show_temperature": False}, "piT: there is no “maybe”, only 1, 0"),
        ("scenario=wroked", {"scenario": "worked"}, "only worked, likely-is-good, blind-spot"),
    ],
)  # fmt: skip
def test_a_bad_value_becomes_the_nearest_and_is_named(
    query: str, settings: dict[str, Any], words: str
) -> None:
    read, notices = address.read(TiltState, parsed(query))
    assert read == settings
    (notice,) = notices
    assert words in notice


@pytest.mark.parametrize(
    ("query", "settings", "words"),
    [
        ("N=20", {"tokens": 16.0}, "N: 20 is no stop of N: 16 is taken."),
        ("N=1e9", {"tokens": 256.0}, "so 256 is taken"),
        ("f=-3", {"f": -0.7}, "so −0.7 is taken"),
        ("seed=1.5", {"seed": 0}, "seed: “1.5”: a seed is a whole number"),
        ("seed=99999999999", {"seed": 0}, "The seed stays 0."),
        ("position=nine", {"position": "eight"}, "only eight, treacherous"),
    ],
)
def test_the_same_of_estimate(query: str, settings: dict[str, Any], words: str) -> None:
    read, notices = address.read(EstimateState, parsed(query))
    assert read == settings
    (notice,) = notices
    assert words in notice


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
        read, notices = address.read(state, {key: [raw], "nobody": [raw]})
        opened = state(**read)
        assert set(read) == {name}
        assert opened.legal(name, getattr(opened, name))
        assert all(len(notice) < 250 for notice in notices)
        # What was taken can be linked to without another word.
        again = address.read(state, parsed(address.write(view, state, opened.values)))
        assert again[1] == []


def test_what_is_no_key_is_passed_over() -> None:
    assert address.read(TiltState, parsed("view=tilt&solution=1&name=x&stops=2&f=0.5")) == ({}, [])


def test_of_a_key_that_stands_twice_the_first_counts() -> None:
    assert address.read(TiltState, parsed("beta=0.5&beta=abc")) == ({"beta": 0.5}, [])
