"""Every refusal names the argument, says what is allowed and shows what came."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from models.divergence import kl, kl_estimates, pairwise_kl, token_kls
from models.estimators import batch_means, exact_distribution, flatten, moments, terms
from models.frontier import frontier, limits, temperature_curve, true_reward_peak
from models.grids import stops
from models.lm import ToyLM, power_logps, prefix_logps, token_logps_at_temperatures
from models.runs import Run, scale
from models.scenarios import SCENARIOS
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps, tilted_token_logps

WORKED = SCENARIOS["worked"]
LM, REF, REWARD = WORKED.lm, WORKED.lm.response_logps(), WORKED.reward
INF, NAN = np.inf, np.nan
BAD_NUMBERS = [(0.0, "0.0"), (-1.0, "-1.0"), (INF, "inf"), (NAN, "NaN")]


def refused(call: Callable[[], Any], *fragments: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    assert " must be " in message and "; got " in message
    for fragment in fragments:
        assert fragment in message, message


@pytest.mark.parametrize(("value", "came"), BAD_NUMBERS)
def test_coefficients_and_temperatures(value: float, came: str) -> None:
    refused(lambda: tilted_logps(REF, REWARD, value), "beta must", came)
    refused(lambda: tilted_logps(REF, REWARD, [1.0, value]), "beta must", came)
    refused(lambda: soft_values(LM, REWARD, value), "beta must", came)
    refused(lambda: tilted_token_logps(LM, REWARD, value), "beta must", came)
    refused(lambda: tilted_lm(LM, REWARD, value), "beta must", came)
    refused(lambda: objective(REF, REF, REWARD, value), "beta must", came)
    refused(lambda: frontier(LM, REWARD, [value]), "betas must", came)
    refused(lambda: temperature_curve(LM, REWARD, [value]), "temperatures must", came)
    refused(lambda: token_logps_at_temperatures(LM, [1, value]), "temperatures must", came)
    refused(lambda: LM.at_temperature(value), "temperature must", came)
    refused(lambda: power_logps(REF, value), "alpha must", came)
    refused(lambda: summarise(LM, REWARD, [value], [1.0]), "betas must", came)
    refused(lambda: summarise(LM, REWARD, [1.0], [value]), "temperatures must", came)
    refused(lambda: true_reward_peak(LM, REWARD, REWARD, value, 5), "low must", came)
    refused(lambda: true_reward_peak(LM, REWARD, REWARD, 0.1, value), "high must", came)


def test_shapes_of_coefficients_and_temperatures() -> None:
    refused(lambda: frontier(LM, REWARD, 1.0), "betas must be a vector", "shape ()")
    refused(lambda: tilted_logps(REF, REWARD, [[1.0]]), "a number or a vector", "shape (1, 1)")
    refused(lambda: tilted_lm(LM, REWARD, [1.0]), "beta must be a number", "(1,)")  # type: ignore[arg-type]
    refused(lambda: temperature_curve(LM, REWARD, 1.0), "temperatures must be a vector", "shape ()")
    refused(lambda: LM.at_temperature("hot"), "temperature must", "real numbers", "'hot'")  # type: ignore[arg-type]
    refused(lambda: objective(REF, REF, REWARD, [[1.0]]), "beta must be", "shape (1, 1)")
    batch = np.stack([REF, REF])
    refused(lambda: objective(batch, REF, REWARD, [1, 2, 3]), "beta", "logps (2,), beta (3,)")
    refused(lambda: power_logps(batch, [1, 2, 3]), "logps and alpha", "logps (2,), alpha (3,)")
    refused(lambda: true_reward_peak(LM, REWARD, REWARD, 2, 1), "low must be below high (1.0)")


@pytest.mark.parametrize(
    ("reward", "fragments"),
    [
        ([0, 1, 2], ("one number per response, shape (4,)", "shape (3,)")),
        ([[0, 1, 0, 2]], ("one number per response", "shape (1, 4)")),
        ([0, 1, NAN, 2], ("free of NaN", "NaN")),
        ([0, 1, INF, 2], ("finite", "inf")),
        ([0, 1, -INF, 2], ("finite", "-inf")),
        (["good", "bad", "ugly", "odd"], ("real numbers", "'good'")),
    ],
)
def test_rewards(reward: Any, fragments: tuple[str, ...]) -> None:
    optimised: list[Callable[[], Any]] = [
        lambda: tilted_logps(REF, reward, 1),
        lambda: soft_values(LM, reward, 1),
        lambda: tilted_lm(LM, reward, 1),
        lambda: objective(REF, REF, reward, 1),
        lambda: frontier(LM, reward, [1]),
        lambda: temperature_curve(LM, reward, [1]),
        lambda: limits(LM, reward),
        lambda: summarise(LM, reward, [1], [1]),
        lambda: replace(WORKED, reward=reward),
    ]
    true: list[Callable[[], Any]] = [
        lambda: frontier(LM, REWARD, [1], reward),
        lambda: temperature_curve(LM, REWARD, [1], reward),
        lambda: limits(LM, REWARD, reward),
        lambda: true_reward_peak(LM, REWARD, reward, 0.1, 1),
        lambda: summarise(LM, REWARD, [1], [1], reward),
        lambda: replace(WORKED, true_reward=reward),
    ]
    for call in optimised:
        refused(call, "reward must", *fragments)
    for call in true:
        refused(call, "true_reward must", *fragments)


@pytest.mark.parametrize(
    ("logps", "fragments"),
    [
        (np.log([0.5, 0.4]), ("sum to 1 within 1e-09", "a sum of 0.9 in row 0")),
        ([0.5, 0.5], ("sum to 1", "a sum of 3.297")),
        ([NAN, 0.0], ("free of NaN", "NaN in an array of shape (2,)")),
        ([INF, 0.0], ("finite or -inf", "+inf")),
        ([1e4, 0.0], ("sum to 1", "a sum of inf")),
    ],
)
def test_log_probabilities(logps: Any, fragments: tuple[str, ...]) -> None:
    good = np.log([0.5, 0.5])
    refused(lambda: kl(logps, good), "logps must", *fragments)
    refused(lambda: kl(good, logps), "ref_logps must", *fragments)
    refused(lambda: pairwise_kl([good], [logps]), "ref_logps must", fragments[0])
    refused(lambda: tilted_logps(logps, [0, 1], 1), "ref_logps must", *fragments)
    refused(lambda: objective(logps, good, [0, 1], 1), "logps must", *fragments)
    refused(lambda: power_logps(logps, 2), "logps must", *fragments)
    refused(lambda: ToyLM(("a", "b"), ([logps],)), "logps[0] must", fragments[0])  # type: ignore[arg-type]


def test_the_offending_row_is_named() -> None:
    rows = [[0.5, 0.5], [0.7, 0.2]]
    refused(lambda: ToyLM.from_probs("ab", [[0.5, 0.5], rows]), "probs[1] must", "0.9 in row 1")
    refused(lambda: ToyLM.from_probs("ab", [[0.5, 0.5 + 1e-8]]), "probs[0]", "1.00000001 in row 0")


def test_shapes_of_log_probabilities() -> None:
    two, three = np.log([0.5, 0.5]), np.log([0.5, 0.25, 0.25])
    refused(lambda: kl(two, three), "ref_logps must be as long as logps", "2", "shape (3,)")
    refused(lambda: kl(0.0, 0.0), "logps must be log-probabilities, an array (..., N)", "shape ()")
    refused(lambda: kl([two] * 2, [two] * 3), "logps and ref_logps", "logps (2, 2)")
    refused(lambda: pairwise_kl([two], [three]), "ref_logps must be as long as logps", "(1, 3)")
    refused(lambda: pairwise_kl(two, [two]), "logps must", "2 axes", "shape (2,)")
    refused(lambda: tilted_logps([two], [0, 1], 1), "ref_logps must", "1 axes", "shape (1, 2)")


@pytest.mark.parametrize(
    ("probs", "fragments"),
    [
        ([[1.2, -0.2]], ("probs[0] must be free of negative probabilities", "-0.2")),
        ([[0.5, 0.4]], ("probs[0] must be rows", "sum of 0.9")),
        ([[NAN, 1.0]], ("probs[0] must be free of NaN",)),
        ([[INF, 1.0]], ("probs[0] must be rows", "sum of inf")),
        ([[0.5, 0.3, 0.2]], ("probs[0] must be of shape (1, 2)", "shape (3,)")),
        ([[0.5, 0.5], [0.5, 0.5]], ("probs[1] must be of shape (2, 2)", "shape (2,)")),
        ([[0.5, 0.5], [[0.5, 0.5], [1.0]]], ("probs[1] must be an array of real numbers",)),
        ([["x", "y"]], ("probs[0] must be an array of real numbers", "'x'")),
        ([], ("probs must be one array per position, at least one", "none")),
    ],
)
def test_probabilities(probs: Any, fragments: tuple[str, ...]) -> None:
    refused(lambda: ToyLM.from_probs("ab", probs), *fragments)


@pytest.mark.parametrize(
    ("logits", "fragments"),
    [
        ([[NAN, 0.0]], ("logits[0] must be free of NaN",)),
        ([[INF, 0.0]], ("logits[0] must be finite or -inf", "+inf")),
        ([[-INF, -INF]], ("logits[0] must be rows with a finite logit", "a row of -inf")),
        ([[0.0]], ("logits[0] must be of shape (1, 2)", "shape (1,)")),
        ([], ("logits must be one array per position", "none")),
    ],
)
def test_logits(logits: Any, fragments: tuple[str, ...]) -> None:
    refused(lambda: ToyLM.from_logits("ab", logits), *fragments)


@pytest.mark.parametrize(
    ("vocab", "fragments"),
    [
        ([], ("at least one token", "none")),
        (["a", "a"], ("distinct tokens", "'a' twice")),
        (["a", ""], ("non-empty strings", "''")),
        (["a", 1], ("non-empty strings", "1")),
    ],
)
def test_vocabularies(vocab: Any, fragments: tuple[str, ...]) -> None:
    rows = [[0.5, 0.5]]
    refused(lambda: ToyLM.from_probs(vocab, rows), "vocab must", *fragments)
    refused(lambda: ToyLM.from_logits(vocab, rows), "vocab must", *fragments)
    refused(lambda: ToyLM(vocab, (np.log(rows),)), "vocab must", *fragments)


def test_prefix_lengths_and_sample_sizes() -> None:
    rng = np.random.default_rng(0)
    refused(lambda: LM.prefixes(3), "t must be between 0 and 2", "3")
    refused(lambda: LM.prefixes(-1), "t must be between 0 and 2", "-1")
    refused(lambda: LM.sample(-1, rng), "size must be a whole number", "-1")
    refused(lambda: LM.sample(1.5, rng), "size must be a whole number", "1.5")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("logp", "ref_logp", "fragments"),
    [
        (-INF, -1.0, ("logp must be finite, as the logarithm of a sampled token is", "-inf")),
        (-INF, -INF, ("logp must be finite", "-inf")),
        (NAN, -1.0, ("logp must be free of NaN",)),
        (-1.0, NAN, ("ref_logp must be free of NaN",)),
        (-1.0, INF, ("ref_logp must be finite or -inf", "+inf")),
        ([-1.0, -2.0], [-1.0] * 3, ("logp and ref_logp", "logp (2,), ref_logp (3,)")),
    ],
)
def test_sampled_tokens(logp: Any, ref_logp: Any, fragments: tuple[str, ...]) -> None:
    refused(lambda: kl_estimates(logp, ref_logp), *fragments)


def test_models_that_do_not_match() -> None:
    longer = ToyLM.from_probs("ab", [[0.5, 0.5]])
    other = ToyLM.from_probs("xy", [[0.5, 0.5], [[0.5, 0.5], [0.5, 0.5]]])
    refused(lambda: token_kls(longer, LM), "policy must", "length 2", "length 1")
    refused(lambda: token_kls(other, LM), "policy must", "('a', 'b')", "('x', 'y')")


NO_NUMBERS = [
    (None, "None"),
    (True, "True"),
    (np.True_, "True"),
    ("1", "'1'"),
    (1 + 0j, "(1+0j)"),
    ({}, "{}"),
    (10**400, "0000"),
    (-(10**5000), "too long to write out"),
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
    for value in (10**400, "x" * 5000, ["x"] * 5000, [[["x"] * 50] * 50] * 50):
        with pytest.raises(ValueError) as caught:
            tilted_logps(REF, REWARD, value)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 400


def test_a_missing_coefficient_is_no_nan() -> None:
    refused(lambda: tilted_logps(REF, REWARD, None), "a number or a vector", "got None")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"beta must be free of NaN; got NaN$"):
        tilted_logps(REF, REWARD, NAN)


def test_numbers_of_other_kinds_are_numbers() -> None:
    for half in (Fraction(1, 2), Decimal("0.5"), np.float32(0.5), np.array(0.5), np.array([0.5])):
        logps, _ = tilted_logps(REF, REWARD, half)  # type: ignore[arg-type]
        np.testing.assert_array_equal(logps.ravel(), tilted_logps(REF, REWARD, 0.5)[0])
    assert stops(np.int64(1), 2)[0] == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 0.3, np.array(0.5), 7, True])
def test_layers_and_vocabularies_that_hold_nothing(value: Any) -> None:
    layers = "must be one array per position"
    refused(lambda: ToyLM.from_probs("ab", value), f"probs {layers}")
    refused(lambda: ToyLM.from_logits("ab", value), f"logits {layers}")
    refused(lambda: ToyLM(("a", "b"), value), f"logps {layers}")
    refused(lambda: ToyLM.from_probs(value, [[0.5, 0.5]]), "vocab must be a sequence of strings")
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


@pytest.mark.parametrize("value", ["x", None, True, 1.0, [], 10**400])
def test_what_is_no_prefix_length(value: Any) -> None:
    refused(lambda: LM.prefixes(value), "t must be between 0 and 2, a whole number")


COUNTS = [True, None, "3", [], 2.0, np.True_, 2**63, 10**5000]


@pytest.mark.parametrize("value", COUNTS, ids=range(len(COUNTS)))
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
    refused(lambda: flatten([1e308, 1e308], 0.5), "probs must be rows", "a sum of inf")


def test_a_scenario_needs_its_reward() -> None:
    refused(lambda: replace(WORKED, reward=None), "reward must", "None")  # type: ignore[arg-type]
    refused(lambda: replace(WORKED, title=5), "title must be a non-empty text", "5")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["key", "title", "summary"])
def test_scenario_texts(name: str) -> None:
    blank: dict[str, Any] = {name: ""}
    refused(lambda: replace(WORKED, **blank), f"{name} must be a non-empty text", "''")
