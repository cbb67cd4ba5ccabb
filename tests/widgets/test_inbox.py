"""What waits to be taken: the order stays, and what was overtaken goes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.inbox import MOST_WAITING, Inbox

START, DRAW = {"start": {"f": 0.3}, "run": 1}, {"draw": 20, "per_frame": 1, "after": 0}


def left(*messages: Any) -> list[Any]:
    inbox = Inbox()
    for message in messages:
        inbox.put(message)
    return [inbox.next() for _ in range(len(inbox))]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ([{"set": {"f": 0.1}}, {"set": {"f": 0.2}}], [{"set": {"f": 0.2}}]),
        ([{"set": {"f": 0.1}}, {"set": {"N": 4}}], [{"set": {"f": 0.1, "N": 4}}]),
        ([{"set": {"f": 0.1}}, DRAW, {"set": {"f": 0.2}}], None),
        ([DRAW, DRAW | {"after": 20}], None),
        ([DRAW, {"set": {"f": 0.2}}, START], [{"set": {"f": 0.2}}, START]),
        ([START, DRAW, START | {"run": 2}], [START | {"run": 2}]),
        (["nonsense", 3, None, {"set": "f"}, {"set": {"f": 0.1}}], None),
    ],
)
def test_only_what_counts_is_left(said: list[Any], counts: list[Any] | None) -> None:
    assert left(*said) == (said if counts is None else counts)


SAID = st.one_of(
    st.fixed_dictionaries({"set": st.dictionaries(st.sampled_from("fNs"), st.integers(0, 9))}),
    st.sampled_from([START, DRAW, "nonsense"]),
)


@given(st.lists(SAID, max_size=60))
def test_a_flood_never_grows_and_loses_no_value(said: list[Any]) -> None:
    kept = left(*said)
    assert len(kept) <= MOST_WAITING
    values: dict[str, int] = {}
    after: dict[str, int] = {}
    for message in said:
        values |= message.get("set", {}) if isinstance(message, dict) else {}
    for message in kept:
        after |= message.get("set", {}) if isinstance(message, dict) else {}
    assert after == values
