"""The core against a second implementation: plain loops over responses, math.fsum, no shared code.

Deliberately naive: dictionaries of probabilities, definitions instead of recursions (a soft value
is a conditional expectation, a tilted token probability a ratio of sums), so that a mistake would
have to be made twice, in two ways.
"""

from itertools import product
from math import exp, fsum, log

import numpy as np
import pytest

from models.divergence import kl, token_kls
from models.frontier import frontier, temperature_curve
from models.scenarios import Scenario
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps

BETAS, TEMPERATURES = (0.05, 0.42, 1.0, 10.0), (0.1, 0.5, 2.0, 4.0)
Words = tuple[int, ...]


def next_token_table(s: Scenario) -> dict[Words, list[float]]:
    size, table = s.lm.vocab_size, {}
    for t in range(s.lm.length):
        for row, prefix in enumerate(product(range(size), repeat=t)):
            table[prefix] = [exp(x) for x in s.lm.logps[t][row].tolist()]
    return table


def whole(table: dict[Words, list[float]], size: int, length: int) -> dict[Words, float]:
    probs = {}
    for y in product(range(size), repeat=length):
        p = 1.0
        for t, token in enumerate(y):
            p *= table[y[:t]][token]
        probs[y] = p
    return probs


def cooled(table: dict[Words, list[float]], temperature: float) -> dict[Words, list[float]]:
    powered = {s: [p ** (1 / temperature) for p in row] for s, row in table.items()}
    return {s: [p / fsum(row) for p in row] for s, row in powered.items()}


def divergence(p: dict[Words, float], q: dict[Words, float]) -> float:
    return fsum(p[y] * log(p[y] / q[y]) for y in p if p[y] > 0)


def mean(p: dict[Words, float], r: dict[Words, float]) -> float:
    return fsum(p[y] * r[y] for y in p)


def tilted(p: dict[Words, float], r: dict[Words, float], beta: float) -> dict[Words, float]:
    weight = {y: p[y] * exp(r[y] / beta) for y in p}
    z = fsum(weight.values())
    return {y: w / z for y, w in weight.items()}


def mass(p: dict[Words, float], prefix: Words) -> float:
    return fsum(p[y] for y in p if y[: len(prefix)] == prefix)


@pytest.fixture
def ref(scenario: Scenario) -> dict[Words, float]:
    return whole(next_token_table(scenario), scenario.lm.vocab_size, scenario.lm.length)


@pytest.fixture
def reward(scenario: Scenario, ref: dict[Words, float]) -> dict[Words, float]:
    return dict(zip(ref, scenario.reward.tolist(), strict=True))


def test_reference(scenario: Scenario, ref: dict[Words, float]) -> None:
    np.testing.assert_allclose(scenario.lm.response_probs(), list(ref.values()), rtol=1e-13)
    tokens = [tuple(scenario.lm.vocab[i] for i in y) for y in ref]
    assert ["".join(y) for y in tokens] == [y.replace(" ", "") for y in scenario.lm.responses]


@pytest.mark.parametrize("beta", BETAS)
def test_optimum(
    scenario: Scenario, ref: dict[Words, float], reward: dict[Words, float], beta: float
) -> None:
    star = tilted(ref, reward, beta)
    log_z = log(fsum(ref[y] * exp(reward[y] / beta) for y in ref))
    logps, core_log_z = tilted_logps(scenario.lm.response_logps(), scenario.reward, beta)
    np.testing.assert_allclose(np.exp(logps), list(star.values()), rtol=1e-11)
    assert core_log_z == pytest.approx(log_z, rel=1e-12)
    curve = frontier(scenario.lm, scenario.reward, [beta])
    assert curve.kl[0] == pytest.approx(divergence(star, ref), abs=1e-12)
    assert curve.reward[0] == pytest.approx(mean(star, reward), abs=1e-12)
    reached = objective(logps, scenario.lm.response_logps(), scenario.reward, beta)
    expected = mean(star, reward) - beta * divergence(star, ref)
    assert reached == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("beta", BETAS)
def test_soft_values_and_tokens(
    scenario: Scenario, ref: dict[Words, float], reward: dict[Words, float], beta: float
) -> None:
    """V(s) = beta log E_ref[e^{r/beta} | s]; pi*(a|s): the share of s's mass that goes on to a."""
    star = tilted(ref, reward, beta)
    values = soft_values(scenario.lm, scenario.reward, beta)
    policy = tilted_lm(scenario.lm, scenario.reward, beta)
    kls = token_kls(policy, scenario.lm)
    size = scenario.lm.vocab_size
    for t in range(scenario.lm.length):
        for row, prefix in enumerate(product(range(size), repeat=t)):
            below = [y for y in ref if y[:t] == prefix]
            moment = fsum(ref[y] * exp(reward[y] / beta) for y in below) / mass(ref, prefix)
            assert values[t][row] == pytest.approx(beta * log(moment), abs=1e-11)
            p, q = (
                [mass(d, (*prefix, a)) / mass(d, prefix) for a in range(size)] for d in (star, ref)
            )
            np.testing.assert_allclose(np.exp(policy.logps[t][row]), p, rtol=1e-10)
            local = fsum(x * log(x / y) for x, y in zip(p, q, strict=True) if x > 0)
            assert kls[t][row] == pytest.approx(local, abs=1e-11)


@pytest.mark.parametrize("temperature", TEMPERATURES)
def test_temperature(
    scenario: Scenario, ref: dict[Words, float], reward: dict[Words, float], temperature: float
) -> None:
    table = cooled(next_token_table(scenario), temperature)
    sharp = whole(table, scenario.lm.vocab_size, scenario.lm.length)
    lm = scenario.lm.at_temperature(temperature)
    np.testing.assert_allclose(lm.response_probs(), list(sharp.values()), rtol=1e-11)
    curve = temperature_curve(scenario.lm, scenario.reward, [temperature])
    assert curve.kl[0] == pytest.approx(divergence(sharp, ref), abs=1e-12)
    assert curve.reward[0] == pytest.approx(mean(sharp, reward), abs=1e-12)
    reverse = kl(scenario.lm.response_logps(), lm.response_logps())
    assert reverse == pytest.approx(divergence(ref, sharp), abs=1e-11)


def test_gap_table(scenario: Scenario, ref: dict[Words, float], reward: dict[Words, float]) -> None:
    summary = summarise(scenario.lm, scenario.reward, BETAS, TEMPERATURES)
    for k, temperature in enumerate(TEMPERATURES):
        table = cooled(next_token_table(scenario), temperature)
        sharp = whole(table, scenario.lm.vocab_size, scenario.lm.length)
        for b, beta in enumerate(BETAS):
            gap = beta * divergence(sharp, tilted(ref, reward, beta))
            assert summary.tempered.gap[b, k] == pytest.approx(gap, rel=1e-11, abs=1e-12)
            expected = mean(sharp, reward) - beta * divergence(sharp, ref)
            assert summary.tempered.objective[b, k] == pytest.approx(expected, abs=1e-12)
