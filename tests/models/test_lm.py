"""The table of next-token distributions, and what temperature and powers do to it."""

from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from models.divergence import kl
from models.layers import prefix_logps
from models.lm import ToyLM, power_logps, token_logps_at_temperatures
from models.logspace import FloatArray, log_of
from models.scenarios import SCENARIOS, Scenario
from models.tilt import tilted_logps

PROBS: list[Any] = [[0.7, 0.3], [[0.6, 0.4], [0.5, 0.5]]]


def test_probabilities_of_responses_and_prefixes_sum_to_one(scenario: Scenario) -> None:
    for logps in prefix_logps(scenario.lm.logps):
        assert np.exp(logps).sum() == pytest.approx(1, abs=1e-14)
    assert scenario.lm.response_probs().sum() == pytest.approx(1, abs=1e-14)


def test_every_prefix_holds_the_mass_of_its_continuations(scenario: Scenario) -> None:
    reached = [np.exp(logps) for logps in prefix_logps(scenario.lm.logps)]
    for shorter, longer in pairwise(reached):
        continued = longer.reshape(-1, scenario.lm.vocab_size).sum(axis=1)
        np.testing.assert_allclose(continued, shorter, rtol=1e-13)


def test_temperature_one_changes_nothing(scenario: Scenario) -> None:
    same = scenario.lm.at_temperature(1)
    np.testing.assert_allclose(same.response_logps(), scenario.lm.response_logps(), atol=1e-14)


def test_temperatures_compose(scenario: Scenario) -> None:
    twice = scenario.lm.at_temperature(0.5).at_temperature(3)
    once = scenario.lm.at_temperature(1.5)
    np.testing.assert_allclose(twice.response_logps(), once.response_logps(), atol=1e-12)


def test_batched_temperatures_equal_one_at_a_time(
    scenario: Scenario, temperatures: FloatArray
) -> None:
    batch = token_logps_at_temperatures(scenario.lm, temperatures)
    responses = prefix_logps(batch)[-1]
    assert responses.shape == (len(temperatures), len(scenario.reward))
    for k, temperature in enumerate(temperatures):
        single = scenario.lm.at_temperature(float(temperature))
        for t, layer in enumerate(single.logps):
            np.testing.assert_allclose(batch[t][k], layer, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(responses[k], single.response_logps(), rtol=1e-12, atol=1e-12)


def test_extreme_temperatures_are_finite_and_go_to_argmax_and_uniform() -> None:
    lm = SCENARIOS["verifier"].lm
    for layer, rows in zip(lm.logps, token_logps_at_temperatures(lm, [1e-4, 1e9]), strict=True):
        assert np.isfinite(rows).all()
        np.testing.assert_array_equal(np.exp(rows[0]).argmax(axis=1), layer.argmax(axis=1))
        np.testing.assert_allclose(np.exp(rows[0]).max(axis=1), 1, atol=1e-10)
        np.testing.assert_allclose(np.exp(rows[1]), 0.25, atol=1e-8)


def test_temperatures_and_powers_at_the_ends_of_the_floats() -> None:
    lm = SCENARIOS["worked"].lm
    for temperature, expected in ((5e-324, [1, 0, 0, 0]), (1e308, [0.25] * 4)):
        np.testing.assert_allclose(lm.at_temperature(temperature).response_probs(), expected)
    for alpha, expected in ((1e308, [1, 0, 0, 0]), (5e-324, [0.25] * 4)):
        np.testing.assert_allclose(np.exp(power_logps(lm.response_logps(), alpha)), expected)


def test_power_is_the_optimum_for_the_reward_log_ref(scenario: Scenario) -> None:
    ref = scenario.lm.response_logps()
    for temperature in np.linspace(0.01, 0.99, 33):
        star, _ = tilted_logps(ref, ref, temperature / (1 - temperature))
        np.testing.assert_allclose(power_logps(ref, 1 / temperature), star, rtol=1e-12, atol=1e-10)


def test_power_takes_many_exponents_at_once() -> None:
    logps = SCENARIOS["worked"].lm.response_logps()
    batch = power_logps(logps, [0.5, 1.0, 3.0])
    np.testing.assert_allclose(batch[1], logps, atol=1e-15)
    np.testing.assert_allclose(batch[2], power_logps(logps, 3), atol=1e-15)


def test_power_looks_ahead_and_temperature_does_not() -> None:
    """After b a third token is certain, after a two are equally likely: at T = 0.5 power knows."""
    lm = ToyLM.from_probs(
        "abc", [[0.5, 0.5, 0], np.array([[0.5, 0.5, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3]])]
    )
    possible = [lm.responses.index(response) for response in ("aa", "ab", "bc")]
    power = np.exp(power_logps(lm.response_logps(), 2))
    np.testing.assert_allclose(power[possible], [1 / 6, 1 / 6, 2 / 3], atol=1e-15)
    np.testing.assert_allclose(
        lm.at_temperature(0.5).response_probs()[possible], [0.25, 0.25, 0.5], atol=1e-15
    )


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [(1, (0.665, 0.245, 0.090)), (0.5, (0.867, 0.117, 0.016)), (2, (0.506, 0.307, 0.186))],
)
def test_softmax_of_logits_2_1_0(temperature: float, expected: tuple[float, ...]) -> None:
    lm = ToyLM.from_logits("abc", [[2, 1, 0]]).at_temperature(temperature)
    np.testing.assert_allclose(lm.response_probs(), expected, atol=5e-4)


def test_a_response_multiplies_its_tokens() -> None:
    layers = [np.full((2**t, 2), [p, 1 - p]) for t, p in enumerate((0.665, 0.9, 0.98))]
    lm = ToyLM.from_probs("ab", layers)
    assert lm.response_probs()[0] == pytest.approx(0.587, abs=5e-4)
    assert lm.response_logps()[0] == pytest.approx(-0.534, abs=5e-4)


def test_a_thousand_tokens_stay_finite_as_logarithms() -> None:
    layers = [np.log([[0.9]])] * 1000
    assert prefix_logps(layers)[-1][0] == pytest.approx(-105.4, abs=0.05)


def test_responses_are_in_lexicographic_order_of_the_vocabulary() -> None:
    lm = ToyLM.from_probs("ba", PROBS)
    assert lm.responses == ("bb", "ba", "ab", "aa")
    assert lm.prefixes(0) == ("",)
    assert lm.prefixes(1) == ("b", "a")
    assert (lm.vocab_size, lm.length) == (2, 2)
    np.testing.assert_allclose(lm.response_probs(), [0.42, 0.28, 0.15, 0.15], atol=1e-15)


def test_words_are_joined_by_spaces() -> None:
    lm = ToyLM.from_probs(["so", "x"], PROBS)
    assert lm.responses == ("so so", "so x", "x so", "x x")


def test_constructors_agree() -> None:
    probs = [np.atleast_2d(layer) for layer in PROBS]
    logits = [np.log(layer) + 7 for layer in probs]
    for lm in (
        ToyLM(("a", "b"), tuple(np.log(layer) for layer in probs)),
        ToyLM.from_logits("ab", logits),
        ToyLM.from_probs(["a", "b"], iter(PROBS)),
    ):
        assert lm.vocab == ("a", "b")
        assert [layer.shape for layer in lm.logps] == [(1, 2), (2, 2)]
        for layer, expected in zip(lm.logps, probs, strict=True):
            np.testing.assert_allclose(np.exp(layer), expected, atol=1e-15)


def test_impossible_tokens_are_minus_infinity() -> None:
    by_probs = ToyLM.from_probs("ab", [np.array([[1, 0]]), np.array([[0.5, 0.5], [0, 1]])])
    by_logits = ToyLM.from_logits(
        "ab", [np.array([[3, -np.inf]]), np.array([[1, 1], [-np.inf, 0]])]
    )
    for lm in (by_probs, by_logits):
        np.testing.assert_array_equal(lm.response_logps()[2:], -np.inf)
        np.testing.assert_allclose(lm.response_probs(), [0.5, 0.5, 0, 0], atol=1e-15)
        assert lm.at_temperature(0.01).response_probs()[2:].tolist() == [0, 0]


def test_rows_within_tolerance_are_normalised_to_rounding() -> None:
    lm = ToyLM.from_probs("ab", [[0.5, 0.5 + 5e-10]])
    assert abs(lm.response_probs().sum() - 1) < 1e-15


def test_a_model_cannot_be_changed() -> None:
    source = np.log([[0.25, 0.75]])
    lm = ToyLM(("a", "b"), (source,))
    source[:] = 0
    assert lm.response_probs()[0] == pytest.approx(0.25)
    with pytest.raises(ValueError, match="read-only"):
        lm.logps[0][0, 0] = 0
    with pytest.raises(FrozenInstanceError):
        lm.vocab = ("x", "y")  # type: ignore[misc]


def test_models_compare_and_hash_by_identity() -> None:
    one, other = (ToyLM.from_probs("ab", PROBS) for _ in range(2))
    assert one == one and one != other
    assert len({one, other, one}) == 2


def test_samples_come_in_proportion(scenario: Scenario) -> None:
    size = 40_000
    tokens = scenario.lm.sample(size, np.random.default_rng(5))
    assert tokens.shape == (size, scenario.lm.length)
    index = tokens @ scenario.lm.vocab_size ** np.arange(scenario.lm.length)[::-1]
    share = np.bincount(index, minlength=len(scenario.reward)) / size
    probs = scenario.lm.response_probs()
    standard_error = np.sqrt(probs * (1 - probs) / size)
    # Five standard errors: over 64 responses a correct sampler fails one seed in 25,000. The
    # constant is for responses too rare to be normal: five samples.
    assert (np.abs(share - probs) <= 5 * standard_error + 5 / size).all()


def test_sampled_log_ratio_estimates_the_kl(scenario: Scenario) -> None:
    policy = scenario.lm.at_temperature(0.6)
    tokens = policy.sample(20_000, np.random.default_rng(6))
    index = tokens @ policy.vocab_size ** np.arange(policy.length)[::-1]
    ratios = (policy.response_logps() - scenario.lm.response_logps())[index]
    standard_error = ratios.std() / np.sqrt(len(ratios))
    exact = float(kl(policy.response_logps(), scenario.lm.response_logps()))
    assert abs(ratios.mean() - exact) < 4 * standard_error


def test_sampling_is_reproducible_and_never_draws_the_impossible() -> None:
    lm = ToyLM(("a", "b", "c"), (log_of(np.array([[0.0, 1.0, 0.0]])),))
    draws = lm.sample(1000, np.random.default_rng(1))
    assert (draws == 1).all()
    verifier = SCENARIOS["verifier"].lm
    first, second = (verifier.sample(50, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert verifier.sample(0, np.random.default_rng(3)).shape == (0, 3)


def test_rounding_cannot_draw_an_impossible_token() -> None:
    """Ten times 0.1 falls short of 1 in floats, and the largest uniform is above that sum."""

    class Highest:
        def random(self, shape: tuple[int, ...]) -> FloatArray:
            return np.full(shape, np.nextafter(1, 0))

    lm = ToyLM.from_probs("abcdefghijk", [[0.1] * 10 + [0.0]])
    draws = lm.sample(3, Highest())  # type: ignore[arg-type]
    assert (draws == 9).all()
