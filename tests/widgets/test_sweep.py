"""The table of frames: what it takes, which frame it picks, and how it is sent."""

import json
from typing import Any
from zlib import compress

import numpy as np
import pytest
from browser import column, run

from widgets.sweep import Column, Sweep

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
    """The table as it is sent."""
    table: dict[str, Any] = json.loads(json.dumps(sweep.payload(on), allow_nan=False))
    return table


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
    places = [{"beta": b, "temperature": t} for b in (*BETAS, 0.36, 9) for t in (*TEMPERATURES, 0)]
    frames = run(written(sweep), places)["frames"]
    for at, sent in zip(places, frames, strict=True):
        for name, rows in sweep.frame(**at).items():
            if rows.dtype.kind == "U":
                assert np.ravel(rows).tolist() == sent[name]
            else:
                np.testing.assert_allclose(np.ravel(rows), sent[name], rtol=1e-7)


def test_the_payload_holds_no_product_that_nobody_asked_for(sweep: Sweep) -> None:
    columns = written(sweep)["columns"]
    sizes = {name: len(values) for name, values in run(written(sweep))["columns"].items()}
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
    assert column(table, "n") == [float(np.float32(3.1)), 4.0]
    assert table["columns"]["t"]["data"] == ["x", "yy"]


def test_an_exact_column_is_sent_to_the_last_digit() -> None:
    shares = np.arange(100) / 7
    table = written(Sweep({}, {"p": Column([], shares, exact=True)}))
    assert (table["columns"]["p"]["kind"], column(table, "p")) == ("f8", shares.tolist())


def test_whole_numbers_stay_whole() -> None:
    counts = np.arange(100)
    table = written(Sweep({}, {"n": ([], counts)}))
    assert (table["columns"]["n"]["kind"], column(table, "n")) == ("i4", counts.tolist())


def test_a_smooth_table_is_packed_to_a_fraction() -> None:
    stops = np.geomspace(0.05, 10, 90)
    values = np.exp(-np.outer(1 / stops, np.arange(1, 65) / 10)) / 7
    table = json.dumps(written(Sweep({"beta": stops}, {"p": (["beta"], values)}))).encode()
    plain = values.astype("f4").tobytes()
    assert len(compress(table)) < 0.95 * len(compress(plain)) < 0.95 * len(plain)


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
