"""What is too large to be held is refused before it is made, with its size and what is allowed."""

import tracemalloc
from collections.abc import Callable
from itertools import count, repeat
from typing import Any

import numpy as np
import pytest
from refusals import LM, REF, REWARD, refused

from models.checks import MOST_NUMBERS, check_array, check_broadcast, check_size
from models.divergence import kl, kl_estimates, pairwise_kl
from models.estimators import batch_means, exact_distribution, flatten, log_moments, moments, terms
from models.frontier import frontier, temperature_curve, true_reward_peak
from models.layers import MOST_RESPONSES, prefix_logps
from models.lm import ToyLM, power_logps, token_logps_at_temperatures
from models.runs import Run, scale
from models.scenarios import Scenario
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps, tilted_token_logps

ROW, RNG = [0.5, 0.5], np.random.default_rng(0)
# Millions of numbers that hold the memory of one.
MANY = np.broadcast_to(1.0, (5_000_000,))
ENDLESS: Any = range(10**12)
LARGE = 5_000
ROWS = np.broadcast_to(REF, (LARGE, 1, 4)), np.broadcast_to(REF, (LARGE, 4))
WIDE = ToyLM.from_probs([str(i) for i in range(2**18)], [np.full(2**18, 2.0**-18)])
WIDE_REF, WIDE_REWARD = WIDE.response_logps(), np.zeros(2**18)
STOPS = np.linspace(1, 2, 65)
WORDS = [str(i) for i in range(50_000)]
MADE, CAME = "small enough for arrays of at most 16,777,216", "an array of at most 16,777,216"
TRILLION, BILLION, MILLIONS = "1,000,000,000,000", "1,000,000,000 x", "5,000,000 x"
MODELS = "for at most 1,048,576 responses and 1,024 positions"

TOO_LARGE: dict[str, tuple[Callable[[], Any], str, str, str]] = {
    "vocabulary": (lambda: ToyLM.from_probs(map(str, count()), ROW), "vocab", "1,048,576", "more"),
    "depth": (lambda: ToyLM.from_probs("ab", [ROW] * 21), "probs", MODELS, "21 positions of 2"),
    "endless depth": (lambda: ToyLM.from_logits("ab", repeat(ROW)), "logits", MODELS, "1,025"),
    "one token": (lambda: ToyLM.from_logits("a", repeat([[0.0]])), "logits", MODELS, "1,"),
    "both": (lambda: ToyLM.from_probs(WORDS, [[], []]), "probs", MODELS, "2 positions of 50,000"),
    "logps": (lambda: ToyLM(("a", "b"), (REF,) * 30), "logps", MODELS, "30 positions"),
    "a range": (lambda: ToyLM.from_probs("ab", [ENDLESS]), "probs[0]", CAME, TRILLION),
    "samples": (lambda: LM.sample(10**9, RNG), "size", MADE, BILLION),
    "T": (lambda: token_logps_at_temperatures(LM, MANY), "temper", MADE, MILLIONS),
    "temperature": (lambda: LM.at_temperature(ENDLESS), "temperature", CAME, TRILLION),
    "positions": (lambda: prefix_logps(repeat(np.zeros((1, 1)))), "token_logps", "1,024", "more"),
    "prefixes": (lambda: prefix_logps(many_layers()), "token_logps[0]", MADE, "5,000 x 5,000"),
    "powers": (lambda: power_logps(REF, MANY), "logps and alpha", MADE, MILLIONS),
    "kl": (lambda: kl(*ROWS), "logps and ref_logps", MADE, "5,000 x 5,000"),
    "pairs": (lambda: pairwise_kl(ROWS[1], ROWS[1]), "logps and ref_logps", MADE, "5,000 x"),
    "estimates": (lambda: kl_estimates(MANY[:LARGE, None], MANY[:LARGE]), "logp", MADE, "5,000 x"),
    "betas": (lambda: tilted_logps(REF, REWARD, MANY), "beta", MADE, MILLIONS),
    "a range of betas": (lambda: tilted_logps(REF, REWARD, ENDLESS), "beta", CAME, TRILLION),
    "nested": (lambda: tilted_logps(REF, REWARD, [ENDLESS]), "beta", CAME, TRILLION),
    "beyond any": (lambda: tilted_logps(REF, range(10**30), 1), "reward", CAME, "9,223,372,036"),
    "soft values": (lambda: soft_values(LM, REWARD, MANY), "beta", MADE, MILLIONS),
    "token by token": (lambda: tilted_token_logps(LM, REWARD, MANY), "beta", MADE, MILLIONS),
    "one model": (lambda: tilted_lm(LM, ENDLESS, 1), "reward", CAME, TRILLION),
    "objective": (lambda: objective(REF, REF, REWARD, ENDLESS), "beta", CAME, TRILLION),
    "frontier": (lambda: frontier(LM, REWARD, MANY), "betas", MADE, MILLIONS),
    "curve": (lambda: temperature_curve(LM, REWARD, MANY), "temperatures", MADE, MILLIONS),
    "peak": (lambda: true_reward_peak(WIDE, WIDE_REWARD, WIDE_REWARD, 1, 2), "ref", MADE, "200 x"),
    "wide": (lambda: tilted_logps(WIDE_REF, WIDE_REWARD, STOPS), "beta", MADE, "65 x 262,144"),
    "summary": (lambda: summarise(LM, REWARD, MANY, [1]), "betas", MADE, MILLIONS),
    "summary of T": (lambda: summarise(LM, REWARD, [1], MANY), "temperatures", MADE, MILLIONS),
    "its pairs": (lambda: summarise(LM, REWARD, MANY[:LARGE], MANY[:LARGE]), "betas", MADE, "5"),
    "batches": (lambda: batch_means(ROW, ROW, 1, 10**9, RNG), "batches", MADE, BILLION),
    "tokens": (lambda: batch_means(ROW, ROW, 10**20, 1, RNG), "tokens", "9,007,199", "0000"),
    "spread": (lambda: moments(ROW, ROW)["k1"].spread(10**400), "tokens", "9,007,199", "000"),
    "exact draws": (lambda: exact_distribution(ROW, ROW, 10**9, [0, 1]), "tokens", "1,024", "1000"),
    "exact bins": (lambda: exact_distribution(ROW, ROW, 2, ENDLESS), "edges", CAME, TRILLION),
    "terms": (lambda: terms(ENDLESS, ROW), "probs", CAME, TRILLION),
    "moments": (lambda: moments(ROW, ENDLESS), "ref_probs", CAME, TRILLION),
    "log moments": (lambda: log_moments(ENDLESS, REF), "logps", CAME, TRILLION),
    "flatten": (lambda: flatten(ENDLESS, 0.5), "probs", CAME, TRILLION),
    "bins": (lambda: scale(ROW, [0.4, 0.6], 4, 10**12), "bins", MADE, "1,000,000,000,001"),
    "frames": (lambda: Run(ROW, ROW, 4, [0, 1], 0).draw(10**9, 1), "frames", MADE, BILLION),
    "in frames": (lambda: Run(ROW, ROW, 4, [0, 1], 0).draw(1, 10**9), "frames and", MADE, "1 x "),
    "scenario": (lambda: Scenario("a", "b", "c", LM, ENDLESS), "reward", CAME, TRILLION),
}  # fmt: skip


def many_layers() -> list[Any]:
    one, two = np.zeros((LARGE, 1, 1, 2)), np.zeros((1, LARGE, 2, 2))
    return [one, two]


@pytest.mark.parametrize("case", TOO_LARGE)
def test_it_is_refused_before_it_is_made(case: str) -> None:
    call, name, allowed, came = TOO_LARGE[case]
    tracemalloc.start()
    try:
        refused(call, f"{name}", allowed, came)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The inputs checked one by one may be copied; the combination of them is not made.
    assert peak < 150e6, f"{peak / 1e6:.0f} MB"


def test_the_largest_that_is_allowed_is_made() -> None:
    assert tilted_logps(WIDE_REF, WIDE_REWARD, STOPS[:64])[0].size == MOST_NUMBERS
    assert len(LM.sample(MOST_NUMBERS // 2, RNG)) == MOST_NUMBERS // 2
    deep = ToyLM.from_logits("ab", [np.zeros((2**t, 2)) for t in range(20)])
    assert len(deep.response_logps()) == MOST_RESPONSES
    assert ToyLM.from_logits("a", [[[0.0]]] * 1024).length == 1024


@pytest.mark.parametrize(
    "value", [np.zeros(0), [], (), [[]], "x" * 100, {}, None, 1.0, np.float32(1)]
)
def test_what_holds_little_is_not_refused_for_its_size(value: Any) -> None:
    try:
        check_array("it", value)
    except ValueError as error:
        assert "real numbers" in str(error)


def test_a_list_that_holds_itself() -> None:
    circle: list[Any] = [0.0]
    circle[0] = circle
    refused(lambda: check_array("it", circle), "it must be an array of real numbers")


def test_what_broadcasts_to_more_is_named() -> None:
    check_size("it", MOST_NUMBERS)
    refused(lambda: check_size("it", 2, MOST_NUMBERS), "it must be small", "2 x 16,777,216")
    refused(lambda: check_broadcast(a=(LARGE, 1), b=(LARGE,)), "a and b must be", "5,000 x 5,000")
