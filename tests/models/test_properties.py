"""Properties over random models, zero-probability tokens included, and random rewards."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.divergence import kl, kl_estimates, pairwise_kl, token_kls
from models.frontier import frontier, limits
from models.grids import stops
from models.layers import prefix_logps
from models.lm import ToyLM, power_logps, token_logps_at_temperatures
from models.logspace import FloatArray
from models.summary import summarise
from models.tilt import objective, soft_values, tilted_lm, tilted_logps

exact = settings(max_examples=60)
coefficients = st.floats(-3, 3).map(lambda power: float(10**power))
temperatures = st.floats(-2, 2).map(lambda power: float(10**power))
Problem = tuple[ToyLM, FloatArray]


def rows(draw: st.DrawFn, count: int, size: int) -> FloatArray:
    """Logits between -8 and 8, some of them -inf, at least one finite in every row."""
    logit = st.one_of(st.floats(-8, 8), st.just(-np.inf))
    row = st.lists(logit, min_size=size, max_size=size).filter(lambda x: max(x) > -np.inf)
    return np.array([draw(row) for _ in range(count)])


@st.composite
def models(draw: st.DrawFn, size: int | None = None, length: int | None = None) -> ToyLM:
    size = size or draw(st.integers(1, 3))
    length = length or draw(st.integers(1, 3))
    vocab = [chr(ord("a") + i) for i in range(size)]
    return ToyLM.from_logits(vocab, [rows(draw, size**t, size) for t in range(length)])


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    lm = draw(models())
    count = lm.vocab_size**lm.length
    reward = st.floats(-10, 10, allow_subnormal=False)
    return lm, np.array(draw(st.lists(reward, min_size=count, max_size=count)))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[ToyLM, ToyLM]:
    size, length = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return draw(models(size, length)), draw(models(size, length))


@exact
@given(problems(), coefficients)
def test_optimum_attains_beta_log_z_by_both_routes(problem: Problem, beta: float) -> None:
    lm, reward = problem
    ref = lm.response_logps()
    star, log_z = tilted_logps(ref, reward, beta)
    assert objective(star, ref, reward, beta) == pytest.approx(beta * float(log_z), abs=1e-10)
    assert soft_values(lm, reward, beta)[0][0] == pytest.approx(beta * float(log_z), abs=1e-10)
    np.testing.assert_array_equal(np.isneginf(star), np.isneginf(ref))
    tokens = tilted_lm(lm, reward, beta).response_logps()
    np.testing.assert_allclose(tokens, star, rtol=1e-11, atol=1e-10)


@exact
@given(pairs(), coefficients, st.integers(0, 2**32 - 1))
def test_shortfall_is_the_kl_to_the_optimum(
    pair: tuple[ToyLM, ToyLM], beta: float, seed: int
) -> None:
    policy, lm = (m.response_logps() for m in pair)
    reward = np.random.default_rng(seed).normal(size=lm.size)
    star, log_z = tilted_logps(lm, reward, beta)
    gap = beta * float(kl(policy, star))
    reached = float(objective(policy, lm, reward, beta))
    if np.isinf(gap):
        assert reached == -np.inf
    else:
        assert reached == pytest.approx(beta * float(log_z) - gap, rel=1e-12, abs=1e-10)


@exact
@given(pairs())
def test_chain_rule(pair: tuple[ToyLM, ToyLM]) -> None:
    policy, ref = pair
    reached = [np.exp(x) for x in prefix_logps(policy.logps)]
    local = token_kls(policy, ref)
    total = sum(
        float(np.where(mass > 0, mass * np.where(mass > 0, kls, 0), 0).sum())
        for mass, kls in zip(reached, local, strict=False)
    )
    assert total == pytest.approx(float(kl(policy.response_logps(), ref.response_logps())))


@exact
@given(pairs())
def test_kl_and_its_pairwise_form(pair: tuple[ToyLM, ToyLM]) -> None:
    policy, ref = (m.response_logps() for m in pair)
    divergence = kl(policy, ref)
    assert divergence >= -1e-14
    assert divergence == np.inf or (policy[np.isneginf(ref)] == -np.inf).all()
    both = np.stack([policy, ref])
    np.testing.assert_allclose(pairwise_kl(both, both), kl(both[:, None], both), atol=1e-12)


@exact
@given(models(), st.integers(0, 2**32 - 1))
def test_estimators(lm: ToyLM, seed: int) -> None:
    policy = lm.response_logps()[np.isfinite(lm.response_logps())]
    ref = np.log(np.random.default_rng(seed).dirichlet(np.ones(policy.size)))
    k1, k2, k3 = kl_estimates(policy, ref)
    expected = float(kl(policy, ref))
    assert np.exp(policy) @ k1 == pytest.approx(expected, abs=1e-10)
    assert np.exp(policy) @ k3 == pytest.approx(expected, abs=1e-10)
    assert (k2 >= 0).all() and (k3 >= 0).all()


@exact
@given(problems())
def test_frontier_runs_between_its_limits(problem: Problem) -> None:
    lm, reward = problem
    zero, infinity = limits(lm, reward)
    curve = frontier(lm, reward, np.geomspace(1e-3, 1e3, 31))
    assert (curve.reward <= zero.reward + 1e-12).all()
    assert (curve.reward >= infinity.reward - 1e-12).all()
    assert (curve.kl <= zero.kl + 1e-12).all() and (curve.kl >= -1e-13).all()
    rise, run = -np.diff(curve.reward), -np.diff(curve.kl)
    assert (rise >= curve.betas[:-1] * run - 1e-10).all()
    assert (rise <= curve.betas[1:] * run + 1e-10).all()


@exact
@given(models(), temperatures)
def test_temperature_keeps_order_and_support(lm: ToyLM, temperature: float) -> None:
    for layer, tempered in zip(lm.logps, lm.at_temperature(temperature).logps, strict=True):
        np.testing.assert_array_equal(np.isneginf(tempered), np.isneginf(layer))
        np.testing.assert_allclose(np.exp(tempered).sum(axis=1), 1, atol=1e-13)
        for row, other in zip(np.exp(layer), np.exp(tempered), strict=True):
            assert (np.diff(other[np.argsort(row)]) >= -1e-15).all()


@exact
@given(models(), st.floats(0.01, 0.99))
def test_power_is_tilted_by_log_ref(lm: ToyLM, temperature: float) -> None:
    ref = lm.response_logps()
    reward = np.where(np.isneginf(ref), 0.0, ref)
    star, _ = tilted_logps(ref, reward, temperature / (1 - temperature))
    np.testing.assert_allclose(power_logps(ref, 1 / temperature), star, rtol=1e-11, atol=1e-10)


@exact
@given(problems(), coefficients, temperatures)
def test_summary_identity(problem: Problem, beta: float, temperature: float) -> None:
    lm, reward = problem
    summary = summarise(lm, reward, [beta], [temperature])
    missed = summary.beta_log_z - summary.tempered.objective[:, 0]
    np.testing.assert_allclose(summary.tempered.gap[:, 0], missed, rtol=1e-11, atol=1e-10)
    layers = token_logps_at_temperatures(lm, [temperature])
    np.testing.assert_array_equal(summary.tempered.probs, np.exp(prefix_logps(layers)[-1]))


@exact
@given(models(), st.integers(0, 2**32 - 1))
def test_samples_are_possible(lm: ToyLM, seed: int) -> None:
    tokens = lm.sample(50, np.random.default_rng(seed))
    index = tokens @ lm.vocab_size ** np.arange(lm.length)[::-1]
    assert (lm.response_logps()[index] > -np.inf).all()


@exact
@given(st.floats(1e-12, 1e12), st.floats(1.0001, 1e6))
def test_stops_of_any_range(low: float, factor: float) -> None:
    grid = stops(low, low * factor)
    assert grid[0] == low and grid[-1] == low * factor
    assert (np.diff(grid) > 0).all()
    assert (grid[1:] / grid[:-1] < 1.11).all()
