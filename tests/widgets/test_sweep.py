"""The table of frames: what it takes, which frame it picks, and how it is sent."""

import json
import struct
from base64 import b64decode
from typing import Any

import numpy as np
import pytest

from widgets.sweep import Column, Sweep, packed

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


def written(sweep: Sweep, *on: str) -> dict[str, Any]:
    """The table as a page or a file has it."""
    payload = sweep.payload(on)
    text = json.dumps({**payload, "columns": packed(payload["columns"])}, allow_nan=False)
    table: dict[str, Any] = json.loads(text)
    return table


def unpacked(column: dict[str, Any]) -> list[Any]:
    """The values of a column: texts as they are, numbers as they are packed."""
    data = column["data"]
    if isinstance(data, list):
        return data
    kind = {"f4": "<f", "f8": "<d", "i4": "<i"}[column["kind"]]
    return [value for (value,) in struct.iter_unpack(kind, b64decode(data))]


def picked(message: dict[str, Any], at: dict[str, int]) -> dict[str, list[Any]]:
    """The frame that the browser finds in a message, by its rule: rows at a flat index."""
    frame = {}
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
                np.testing.assert_array_equal(frame[name], sweep.columns[name].values[index])
            np.testing.assert_array_equal(frame["fixed"], sweep.columns["fixed"].values)
            assert frame["constant"] == 0.25


@pytest.mark.parametrize(
    ("beta", "stop"), [(0.11, 0), (0.149, 0), (0.151, 1), (0.349, 1), (0.4, 2), (7.0, 3), (0, 0)]
)
def test_a_value_between_stops_takes_the_nearest(sweep: Sweep, beta: float, stop: int) -> None:
    frame = sweep.frame(beta=beta, temperature=1)
    np.testing.assert_array_equal(frame["rows"], sweep.columns["rows"].values[stop])


def test_the_browser_picks_the_same_frame_from_the_payload(sweep: Sweep) -> None:
    message = written(sweep)
    for b, beta in enumerate(BETAS):
        for t, temperature in enumerate(TEMPERATURES):
            frame = sweep.frame(beta=beta, temperature=temperature)
            sent = picked(message, {"beta": b, "temperature": t})
            for name, rows in frame.items():
                if rows.dtype.kind == "U":
                    assert np.ravel(rows).tolist() == sent[name]
                else:
                    np.testing.assert_allclose(np.ravel(rows), sent[name], rtol=1e-7)


def test_the_payload_holds_no_product_that_nobody_asked_for(sweep: Sweep) -> None:
    columns = written(sweep)["columns"]
    sizes = {name: len(unpacked(column)) for name, column in columns.items()}
    assert sizes == {
        "rows": 20, "number": 3, "both": 24, "turned": 12, "fixed": 6, "constant": 1, "text": 4,
    }  # fmt: skip
    assert {name: column["count"] for name, column in columns.items()} == {
        "rows": 5, "number": 1, "both": 2, "turned": 1, "fixed": 6, "constant": 1, "text": 1,
    }  # fmt: skip


def test_numbers_are_sent_in_single_precision_and_texts_as_a_list() -> None:
    sweep = Sweep({"beta": [1, 2]}, {"n": (["beta"], [3.1, 4.0]), "t": (["beta"], ["x", "yy"])})
    table = written(sweep)
    assert table["axes"] == {"beta": [1.0, 2.0]}
    assert {name: column["kind"] for name, column in table["columns"].items()} == {
        "n": "f4",
        "t": "text",
    }
    assert unpacked(table["columns"]["n"]) == [float(np.float32(3.1)), 4.0]
    assert table["columns"]["t"]["data"] == ["x", "yy"]


def test_an_exact_column_is_sent_to_the_last_digit() -> None:
    shares = np.arange(100) / 7
    columns = written(Sweep({}, {"p": Column([], shares, exact=True)}))["columns"]
    assert (columns["p"]["kind"], unpacked(columns["p"])) == ("f8", shares.tolist())


def test_whole_numbers_stay_whole() -> None:
    counts = np.arange(100)
    columns = written(Sweep({}, {"n": ([], counts)}))["columns"]
    assert (columns["n"]["kind"], unpacked(columns["n"])) == ("i4", counts.tolist())


def test_on_the_socket_numbers_are_arrays() -> None:
    sweep = Sweep({"beta": [1, 2]}, {"n": (["beta"], [[3, 4], [5, 6.5]])})
    column = sweep.payload()["columns"]["n"]
    assert isinstance(column["data"], np.ndarray)
    assert (column["data"].dtype, column["count"]) == (np.float32, 2)
    assert column["data"].tolist() == [3, 4, 5, 6.5]


def test_a_column_travels_only_while_its_setting_is_on() -> None:
    sweep = Sweep(
        {"beta": [1, 2]},
        {"n": (["beta"], [3, 4]), "extra": Column(["beta"], [5.0, 6.0], when="shown")},
    )
    assert list(written(sweep)["columns"]) == ["n"]
    assert list(written(sweep, "other")["columns"]) == ["n"]
    assert list(written(sweep, "shown")["columns"]) == ["n", "extra"]
    assert list(sweep.joining("shown")) == ["extra"]
    assert sweep.joining("other") == {}
    # In Python the frames are whole.
    assert sweep.frame(beta=2)["extra"] == 6


def test_the_stops_of_sliders_are_not_sent_again() -> None:
    sweep = Sweep({"beta": [1, 2], "tick": [0, 1, 2]}, {})
    assert sweep.payload(sliders={"beta"})["axes"] == {"tick": [0, 1, 2]}


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
