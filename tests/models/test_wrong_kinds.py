"""Arguments of a wrong kind, no numbers, models or generators, are refused by name too."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from refusals import LM, NAN, REF, REWARD, WORKED, refused

from models.divergence import kl_estimates, token_kls
from models.estimators import batch_means, exact_distribution, flatten, moments, terms
from models.frontier import frontier, limits, temperature_curve, true_reward_peak
from models.grids import stops
from models.layers import prefix_logps
from models.lm import ToyLM, power_logps, token_logps_at_temperatures
from models.runs import Run, scale
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps, tilted_token_logps

NO_NUMBERS = [
    (None, "None"),
    (True, "True"),
    ("1", "'1'"),
    (1 + 0j, "(1+0j)"),
    ({}, "{}"),
    (10**400, "0000"),
]


@pytest.mark.parametrize(("value", "came"), NO_NUMBERS, ids=range(len(NO_NUMBERS)))
def test_what_is_no_number_is_no_coefficient(value: Any, came: str) -> None:
    row = [0.5, 0.5]
    calls: dict[str, list[Callable[[], Any]]] = {
        "beta": [
            lambda: tilted_logps(REF, REWARD, value),
            lambda: tilted_logps(REF, REWARD, [1, value]),
            lambda: soft_values(LM, REWARD, value),
            lambda: tilted_lm(LM, REWARD, value),
            lambda: objective(REF, REF, REWARD, value),
        ],
        "betas": [
            lambda: frontier(LM, REWARD, [1.5, value]),
            lambda: summarise(LM, REWARD, [value], [1]),
        ],
        "temperature": [lambda: LM.at_temperature(value)],
        "temperatures": [
            lambda: temperature_curve(LM, REWARD, (value,)),
            lambda: token_logps_at_temperatures(LM, [value]),
        ],
        "alpha": [lambda: power_logps(REF, value)],
        "low": [lambda: stops(value, 2), lambda: true_reward_peak(LM, REWARD, REWARD, value, 2)],
        "high": [lambda: stops(0.5, value)],
        "reward": [lambda: tilted_logps(REF, [0, 1, 2, value], 1)],
        "f": [lambda: flatten(row, value)],
        "limit": [lambda: moments(row, row, limit=value)],
        "logp": [lambda: kl_estimates(value, 0.0)],
        "probs": [lambda: terms([value, 0.0], row)],
        "edges": [lambda: exact_distribution(row, row, 4, [0, value])],
        "probs[0]": [lambda: ToyLM.from_probs("ab", [[value, 0.0]])],
        "logits[0]": [lambda: ToyLM.from_logits("ab", [[0.0, value]])],
    }
    for name, group in calls.items():
        for call in group:
            if name == "limit" and value in (None, True, "1"):
                continue
            refused(call, f"{name} must", "" if "[" in name or name in ("probs", "edges") else came)


def test_a_refusal_is_short() -> None:
    for value in (10**400, "x" * 5000, ["x"] * 5000, [["x" * 50] * 50] * 50):
        with pytest.raises(ValueError) as caught:
            tilted_logps(REF, REWARD, value)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 1000


def test_a_missing_coefficient_is_no_nan() -> None:
    refused(lambda: tilted_logps(REF, REWARD, None), "a number or a vector", "got None")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="beta must be free of NaN; got NaN"):
        tilted_logps(REF, REWARD, NAN)


def test_numbers_of_numpy_are_numbers() -> None:
    for half in (np.float32(0.5), np.array(0.5), np.array([0.5])):
        logps, _ = tilted_logps(REF, REWARD, half)
        np.testing.assert_array_equal(logps.ravel(), tilted_logps(REF, REWARD, 0.5)[0])
    assert stops(np.int64(1), 2)[0] == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 0.3, 7, True])
def test_layers_and_vocabularies_that_hold_nothing(value: Any) -> None:
    layers = "must be one array per position"
    refused(lambda: ToyLM.from_probs("ab", value), f"probs {layers}")
    refused(lambda: ToyLM.from_logits("ab", value), f"logits {layers}")
    refused(lambda: ToyLM(("a", "b"), value), f"logps {layers}")
    refused(lambda: ToyLM.from_probs(value, [[0.5, 0.5]]), "vocab must be distinct non-empty")
    refused(lambda: prefix_logps(value), "token_logps must be arrays")


@pytest.mark.parametrize(
    ("layers", "fragments"),
    [
        ([], ("token_logps must be", "none")),
        ([[0.0, 1.0]], ("token_logps[0] must", "shape (2,)")),
        ([0.0], ("token_logps[0] must", "shape ()")),
        ([[[-1.0, -1.0]], [[-1.0, -1.0]]], ("token_logps[1] must", "shape (1, 2)")),
        ([[[NAN, -1.0]]], ("token_logps[0] must be free of NaN",)),
        ([np.zeros((2, 1, 1)), np.zeros((3, 1, 1))], ("of matching shapes", "(2,)", "(3,)")),
    ],
)
def test_layers_of_prefixes(layers: Any, fragments: tuple[str, ...]) -> None:
    refused(lambda: prefix_logps(layers), *fragments)


@pytest.mark.parametrize("value", [None, NAN, 0.3, [], "ab", LM.logps, ToyLM])
def test_what_is_no_model(value: Any) -> None:
    calls: dict[str, list[Callable[[], Any]]] = {
        "policy": [lambda: token_kls(value, LM)],
        "ref": [
            lambda: token_kls(LM, value),
            lambda: soft_values(value, REWARD, 1),
            lambda: tilted_token_logps(value, REWARD, 1),
            lambda: tilted_lm(value, REWARD, 1),
            lambda: frontier(value, REWARD, [1]),
            lambda: temperature_curve(value, REWARD, [1]),
            lambda: limits(value, REWARD),
            lambda: true_reward_peak(value, REWARD, REWARD, 0.1, 1),
            lambda: summarise(value, REWARD, [1], [1]),
        ],
        "lm": [
            lambda: token_logps_at_temperatures(value, [1]),
            lambda: replace(WORKED, lm=value),
        ],
    }
    for name, group in calls.items():
        for call in group:
            refused(call, f"{name} must be a ToyLM")


@pytest.mark.parametrize("value", ["x", None, True, 1.5, []])
def test_what_is_no_prefix_length(value: Any) -> None:
    refused(lambda: LM.prefixes(value), "t must be a whole number of at least 0 and at most 2")


@pytest.mark.parametrize("value", [True, None, "3", [], 2.5])
def test_what_is_no_count(value: Any) -> None:
    rng, row = np.random.default_rng(0), [0.5, 0.5]
    calls: dict[str, list[Callable[[], Any]]] = {
        "size": [lambda: LM.sample(value, rng)],
        "tokens": [
            lambda: batch_means(row, row, value, 1, rng),
            lambda: exact_distribution(row, row, value, [0, 1]),
            lambda: moments(row, row)["k1"].spread(value),
            lambda: Run(row, row, value, [0, 1], 0),
            lambda: scale(row, row, value, 4),
        ],
        "batches": [lambda: batch_means(row, row, 1, value, rng)],
        "bins": [lambda: scale(row, row, 4, value)],
        "frames": [lambda: Run(row, row, 4, [0, 1], 0).draw(value, 1)],
    }
    for name, group in calls.items():
        for call in group:
            refused(call, f"{name} must be a whole number")


@pytest.mark.parametrize("value", [None, 0, np.random])
def test_what_is_no_generator(value: Any) -> None:
    if value is not np.random:
        refused(lambda: LM.sample(3, value), "rng must be a numpy.random.Generator")
        refused(lambda: batch_means([1.0], [1.0], 1, 1, value), "rng must be a numpy.random")


def test_single_numbers_are_no_rows() -> None:
    for call in (terms, moments):
        refused(lambda call=call: call(1.0, 1.0), "probs must be a vector", "shape ()")  # type: ignore[misc]
    refused(lambda: flatten(1.0, 0.5), "probs must be a vector", "shape ()")


def test_a_scenario_needs_its_reward() -> None:
    refused(lambda: replace(WORKED, reward=None), "reward must", "None")  # type: ignore[arg-type]
    refused(lambda: replace(WORKED, title=5), "title must be a non-empty text", "5")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["key", "title", "summary"])
def test_scenario_texts(name: str) -> None:
    blank: dict[str, Any] = {name: ""}
    refused(lambda: replace(WORKED, **blank), f"{name} must be a non-empty text", "''")
