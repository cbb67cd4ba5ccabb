"""The table of frames: what it takes, which frame it picks, and how it is sent."""

import json
import struct
from base64 import b64decode
from typing import Any

import numpy as np
import pytest

from widgets.sweep import Sweep

BETAS, TEMPERATURES = np.array([0.1, 0.2, 0.5, 1.0]), np.array([0.5, 1.0, 2.0])


@pytest.fixture
def sweep() -> Sweep:
    rng = np.random.default_rng(7)
    return Sweep(
        {"beta": BETAS, "temperature": TEMPERATURES},
        {
            "rows": (["beta"], rng.normal(size=(4, 5))),
            "number": (["temperature"], rng.normal(size=3)),
            "both": (["beta", "temperature"], rng.normal(size=(4, 3, 2))),
            "turned": (["temperature", "beta"], rng.normal(size=(3, 4))),
            "fixed": ([], rng.normal(size=6)),
            "constant": ([], 0.25),
            "text": (["beta"], ["a", "b", "c", "d"]),
        },
    )


def unpacked(column: dict[str, Any]) -> list[Any]:
    """The values of a column: texts as they are, numbers as packed doubles or whole numbers."""
    data = column["data"]
    if isinstance(data, list):
        return data
    kind = "<i" if column["whole"] else "<d"
    return [value for (value,) in struct.iter_unpack(kind, b64decode(data))]


def picked(message: dict[str, Any], at: dict[str, int]) -> dict[str, list[Any]]:
    """The frame that the browser finds in a message, by its rule: rows at a flat index."""
    message, frame = json.loads(json.dumps(message, allow_nan=False)), {}
    for name, column in message["columns"].items():
        index = 0
        for axis in column["along"]:
            index = index * len(message["axes"][axis]) + at[axis]
        start = index * column["count"]
        frame[name] = unpacked(column)[start : start + column["count"]]
    return frame


def test_a_frame_is_the_column_at_its_stops(sweep: Sweep) -> None:
    for b, beta in enumerate(BETAS):
        for t, temperature in enumerate(TEMPERATURES):
            frame = sweep.frame(beta=beta, temperature=temperature)
            expected = {
                "rows": (b,),
                "number": (t,),
                "both": (b, t),
                "turned": (t, b),
                "text": (b,),
            }
            for name, index in expected.items():
                np.testing.assert_array_equal(frame[name], sweep.columns[name][1][index])
            np.testing.assert_array_equal(frame["fixed"], sweep.columns["fixed"][1])
            assert frame["constant"] == 0.25


@pytest.mark.parametrize(
    ("beta", "stop"), [(0.11, 0), (0.149, 0), (0.151, 1), (0.349, 1), (0.4, 2), (7.0, 3), (0, 0)]
)
def test_a_value_between_stops_takes_the_nearest(sweep: Sweep, beta: float, stop: int) -> None:
    frame = sweep.frame(beta=beta, temperature=1)
    np.testing.assert_array_equal(frame["rows"], sweep.columns["rows"][1][stop])


def test_the_browser_picks_the_same_frame_from_the_message(sweep: Sweep) -> None:
    message = sweep.message()
    for b, beta in enumerate(BETAS):
        for t, temperature in enumerate(TEMPERATURES):
            frame = sweep.frame(beta=beta, temperature=temperature)
            sent = picked(message, {"beta": b, "temperature": t})
            assert {name: np.ravel(rows).tolist() for name, rows in frame.items()} == sent


def test_the_message_holds_no_product_that_nobody_asked_for(sweep: Sweep) -> None:
    columns = sweep.message()["columns"]
    sizes = {name: len(unpacked(column)) for name, column in columns.items()}
    assert sizes == {
        "rows": 20, "number": 3, "both": 24, "turned": 12, "fixed": 6, "constant": 1, "text": 4,
    }  # fmt: skip
    assert {name: column["count"] for name, column in columns.items()} == {
        "rows": 5, "number": 1, "both": 2, "turned": 1, "fixed": 6, "constant": 1, "text": 1,
    }  # fmt: skip


def test_numbers_are_sent_as_doubles_and_texts_as_a_list() -> None:
    sweep = Sweep({"beta": [1, 2]}, {"n": (["beta"], [3.0, 4.0]), "t": (["beta"], ["x", "yy"])})
    message = sweep.message()
    assert message["axes"] == {"beta": [1.0, 2.0]}
    assert unpacked(message["columns"]["n"]) == [3.0, 4.0]
    assert message["columns"]["t"]["data"] == ["x", "yy"]


def test_whole_numbers_take_half_the_room() -> None:
    counts, shares = np.arange(100), np.arange(100) / 7
    columns = Sweep({}, {"n": ([], counts), "p": ([], shares)}).message()["columns"]
    assert unpacked(columns["n"]) == counts.tolist()
    assert unpacked(columns["p"]) == shares.tolist()
    assert len(columns["n"]["data"]) < 0.51 * len(columns["p"]["data"])


@pytest.mark.parametrize(
    ("along", "values", "words"),
    [
        (["gamma"], [1, 2], "gamma.*beta"),
        (["beta"], [1, 2, 3], r"\(3,\).*\(2,\)"),
        (["beta"], [[[1]], [[2]]], r"\(2, 1, 1\)"),
        (["beta"], 1.0, r"\(\)"),
        (["beta", "beta"], [1, 2], r"\(2,\).*\(2, 2\)"),
        ([], [[1, 2]], r"\(1, 2\)"),
        (["beta"], [1, np.nan], "NaN"),
        (["beta"], ["only one"], r"\(1,\)"),
    ],
)
def test_refusals_name_the_column(along: list[str], values: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"'odd'.*{words}"):
        Sweep({"beta": [0.1, 0.2]}, {"odd": (along, values)})


def test_infinity_is_a_value() -> None:
    sweep = Sweep({"beta": [1, 2]}, {"kl": (["beta"], [0.5, np.inf])})
    assert sweep.frame(beta=2)["kl"] == np.inf
