"""Every refusal names the argument, says what is allowed and shows what came."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from refusals import INF, LM, NAN, REF, REWARD, WORKED, refused

from models.divergence import kl, kl_estimates, pairwise_kl, token_kls
from models.frontier import frontier, limits, temperature_curve, true_reward_peak
from models.lm import ToyLM, power_logps, token_logps_at_temperatures
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps, tilted_token_logps

BAD_NUMBERS = [(0.0, "0.0"), (-1.0, "-1.0"), (INF, "inf"), (NAN, "NaN")]


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
        ([], ("probs must be one array per position, at least one", "[]")),
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
        ([], ("logits must be one array per position", "[]")),
    ],
)
def test_logits(logits: Any, fragments: tuple[str, ...]) -> None:
    refused(lambda: ToyLM.from_logits("ab", logits), *fragments)


@pytest.mark.parametrize(
    ("vocab", "fragments"),
    [
        ([], ("at least one", "[]")),
        (["a", "a"], ("distinct", "['a', 'a']")),
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
    refused(lambda: LM.prefixes(3), "t must be", "at most 2", "3")
    refused(lambda: LM.prefixes(-1), "t must be", "at least 0", "-1")
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
