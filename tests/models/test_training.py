"""Training: each step is the gradient that it says, and runs end where they must."""

from typing import Any

import numpy as np
import pytest
from surrogate import Surrogate

from models.lm import ToyLM
from models.paths import paths_of
from models.policy_gradient import ADVANTAGES, Objective, policy_of
from models.recipes import Recipe, end_policy
from models.scenarios import SCENARIOS
from models.training import Run, train

RECIPES = [
    Recipe("k1", "reward"), Recipe("k1", "reward", to_go=False), Recipe("k2", "reward"),
    Recipe("k3", "reward"), Recipe("k1", "loss"), Recipe("k2", "loss"), Recipe("k3", "loss"),
    Recipe("k1", "ratio"), Recipe("k2", "ratio"), Recipe("k3", "ratio"), Recipe(None),
]  # fmt: skip
VERIFIER, WORKED = SCENARIOS["verifier"], SCENARIOS["worked"]
SMALL = ToyLM.from_probs("ab", [(0.6, 0.4), [(0.7, 0.3), (0.2, 0.8)]])
REWARD = np.array([0.0, 1.0, 1.0, 0.0])


def trained(recipe: Recipe, seed: int = 0, **options: Any) -> Run:
    return train(
        VERIFIER.lm, VERIFIER.reward, 0.5, recipe, rng=np.random.default_rng(seed),
        **{"steps": 1500, **options},
    )  # fmt: skip


@pytest.mark.parametrize("advantage", ADVANTAGES)
@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_step_is_the_gradient_of_the_loss_that_it_says(recipe: Recipe, advantage: Any) -> None:
    """The third step, at which the policy is not the reference any more."""
    run = train(
        SMALL, REWARD, 0.7, recipe, steps=3, batch=12, rate=0.5, advantage=advantage,
        rng=np.random.default_rng(3),
    )  # fmt: skip
    assert run.counts is not None and run.counts.sum(axis=1).tolist() == [12, 12, 12]
    before, after = run.logits[2:4]
    loss = Surrogate(SMALL, REWARD, 0.7, recipe, advantage, run.counts[2])
    np.testing.assert_allclose((after - before) / 0.5, loss.gradient(before), atol=1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_the_right_recipe_ends_at_the_optimum(seed: int) -> None:
    run = trained(Recipe("k1", "reward"), seed)
    assert run.kl_to_optimum[-1] < 0.01
    assert run.reward[-1] == pytest.approx(0.402, abs=0.03)


@pytest.mark.parametrize("recipe", [Recipe("k1", "loss"), Recipe(None)], ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_k1_in_the_loss_runs_off_as_if_there_were_no_penalty(seed: int, recipe: Recipe) -> None:
    run = trained(recipe, seed)
    assert run.reward[-1] > 0.99
    assert run.kl[-1] > 3
    assert run.kl_to_optimum[-1] > 1.8


def test_the_two_cannot_be_told_apart_over_seeds() -> None:
    ends = [
        np.array([trained(recipe, seed).kl[-1] for seed in range(10)])
        for recipe in (Recipe("k1", "loss"), Recipe(None))
    ]
    error = np.sqrt(sum(end.var(ddof=1) / 10 for end in ends))
    assert abs(ends[0].mean() - ends[1].mean()) < 4 * error


@pytest.mark.parametrize("advantage", ["none", "mean", "loo", "value"])
def test_the_gradient_of_a_batch_is_unbiased(advantage: Any) -> None:
    paths, batch, many = paths_of(VERIFIER.lm), 16, 4000
    # Flatter than the reference, so that no prefix is rare.
    logits = np.concatenate(VERIFIER.lm.at_temperature(1.5).logps)
    policy, rng = policy_of(logits, paths), np.random.default_rng(5)
    at = Objective(paths, VERIFIER.reward, 0.5, RECIPES[0], advantage)
    exact = at.gradient(policy, policy.responses)
    draws = rng.multinomial(batch, policy.responses / policy.responses.sum(), size=many) / batch
    found = np.array([at.gradient(policy, shares, batch) for shares in draws])
    # Each response is part of the mean that is taken off it.
    share = (batch - 1) / batch if advantage == "mean" else 1.0
    error = found.std(axis=0, ddof=1) / np.sqrt(many)
    away = np.abs(found.mean(axis=0) - share * exact)
    # Four deviations, of 84 numbers at once.
    assert (away <= 4.5 * error + 1e-12).all()


@pytest.mark.parametrize("advantage", ["none", "mean", "value"])
def test_the_gradient_at_the_root_of_the_worked_example(advantage: Any) -> None:
    """∂J/∂θ_b = 0.126, with a baseline or without, for the return to go or for whole responses."""
    run = train(
        WORKED.lm, WORKED.reward, 1.0, Recipe("k1", "reward"), steps=1, batch=None, rate=1.0,
        advantage=advantage,
    )  # fmt: skip
    moved = (run.logits[1] - run.logits[0])[0]
    assert moved[WORKED.lm.vocab.index("b")] == pytest.approx(0.126, abs=5e-4)
    probs, logps = WORKED.lm.response_probs(), WORKED.lm.logps[0][0]
    first = np.arange(len(probs)) // (len(probs) // WORKED.lm.vocab_size)
    scores = (first[:, None] == np.arange(WORKED.lm.vocab_size)) - np.exp(logps)
    np.testing.assert_allclose(moved, (probs * WORKED.reward) @ scores, atol=1e-12)


def test_rejection_sampling_is_reinforce_times_what_was_kept() -> None:
    paths, rng = paths_of(VERIFIER.lm), np.random.default_rng(1)
    policy = policy_of(np.concatenate(VERIFIER.lm.logps), paths)
    none = Recipe(None)
    plain, kept = (
        Objective(paths, VERIFIER.reward, 0.5, none, advantage) for advantage in ("none", "kept")
    )
    for counts in rng.multinomial(64, policy.responses / policy.responses.sum(), size=50):
        right = counts @ VERIFIER.reward
        if right:
            np.testing.assert_allclose(
                kept.gradient(policy, counts / 64),
                plain.gradient(policy, counts / 64) * 64 / right,
                atol=1e-12,
            )


@pytest.mark.parametrize("recipe", RECIPES[:7], ids=str)
def test_measures_are_those_of_the_policy(recipe: Recipe) -> None:
    at = SCENARIOS["blind-spot"]
    run = train(
        at.lm, at.reward, 0.42, recipe, steps=20, rng=np.random.default_rng(2),
        true_reward=at.true_reward,
    )  # fmt: skip
    assert run.true_reward is not None and at.true_reward is not None
    star = end_policy(at.lm, at.reward, 0.42, Recipe("k1", "reward")).response_logps()
    for step in (0, 7, 20):
        logps = run.policy(step).response_logps()
        probs, ref = np.exp(logps), at.lm.response_logps()
        assert run.reward[step] == pytest.approx(probs @ at.reward, abs=1e-12)
        assert run.true_reward[step] == pytest.approx(probs @ at.true_reward, abs=1e-12)
        assert run.kl[step] == pytest.approx(probs @ (logps - ref), abs=1e-12)
        assert run.kl_to_optimum[step] == pytest.approx(probs @ (logps - star), abs=1e-12)
        assert run.entropy[step] == pytest.approx(-probs @ logps, abs=1e-12)


def test_a_run_begins_at_the_reference_and_depends_on_its_seed_alone() -> None:
    one, same, other = (trained(RECIPES[0], seed, steps=30) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.logits, same.logits)
    assert (one.logits[-1] != other.logits[-1]).any()
    np.testing.assert_allclose(one.policy(0).response_logps(), VERIFIER.lm.response_logps())
    assert one.kl[0] == pytest.approx(0, abs=1e-14)


def test_what_cannot_be_gone_on_with_ends_as_a_state() -> None:
    run = trained(Recipe("k3", "reward"), rate=5.0, batch=None)
    assert run.collapsed is not None and run.steps == run.collapsed
    for values in (run.reward, run.kl, run.kl_to_optimum, run.entropy):
        assert len(values) == run.steps + 1 and np.isfinite(values).all()


def test_what_the_reference_never_says_is_never_learned() -> None:
    lm = ToyLM.from_probs("ab", [(1.0, 0.0), [(0.7, 0.3), (0.2, 0.8)]])
    for batch in (8, None):
        run = train(
            lm, REWARD, 0.5, Recipe("k3", "loss"), steps=10, batch=batch,
            rng=np.random.default_rng(0), advantage="value",
        )  # fmt: skip
        assert np.isfinite(run.kl).all() and run.collapsed is None
        assert run.policy(10).response_probs()[2:].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"steps": -1}, "steps must be"), ({"steps": 1.5}, "steps must be"),
        ({"steps": 10**9}, "steps must be"),
        ({"batch": 0}, "batch must be"), ({"batch": 1, "advantage": "loo"}, "batch must be"),
        ({"rate": 0}, "rate must be"), ({"rate": np.inf}, "rate must be"),
        ({"advantage": "best"}, "advantage must be one of none, mean, loo"),
        ({"rng": None}, "rng must be"), ({"recipe": "k1"}, "recipe must be a Recipe"),
        ({"beta": -1}, "beta must be"), ({"lm": None}, "lm must be a ToyLM"),
        ({"reward": [1, 2]}, "reward must be"), ({"true_reward": [1, 2]}, "true_reward must be"),
        ({"reward": [0, 1, 0.5, 0], "advantage": "kept"}, 'reward must be zero or one'),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any], words: str) -> None:
    right = {
        "lm": SMALL, "reward": REWARD, "beta": 0.5, "recipe": RECIPES[0], "steps": 1,
        "rng": np.random.default_rng(0),
    }  # fmt: skip
    with pytest.raises(ValueError, match=words):
        train(**(right | wrong))


@pytest.mark.parametrize("step", [-1, 4, 0.5])
def test_a_step_that_was_not_taken_has_no_policy(step: Any) -> None:
    with pytest.raises(ValueError, match="step must be"):
        trained(RECIPES[0], steps=3).policy(step)
