"""Recipes: what an estimate is worth, and where training by each of them ends."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.divergence import kl
from models.lm import ToyLM
from models.paths import paths_of
from models.policy_gradient import Objective, policy_of
from models.recipes import End, Recipe, end_policy, estimate_terms
from models.scenarios import SCENARIOS
from models.tilt import objective, tilted_lm
from models.training import train

RIGHT, OWN, FORWARD = Recipe("k1", "reward"), Recipe("k2", "loss"), Recipe("k3", "loss")
SAME_AS_OWN = [Recipe("k1", "reward", to_go=False), Recipe("k1", "ratio"), Recipe("k3", "ratio")]
BETAS = (0.3, 0.5, 2.0)


def measured(policy: ToyLM, lm: ToyLM, reward: Any, beta: float) -> tuple[float, float, float]:
    """E[r], KL to the reference and KL to π*."""
    logps = policy.response_logps()
    star = tilted_lm(lm, reward, beta).response_logps()
    return (
        float(np.exp(logps) @ reward),
        float(kl(logps, lm.response_logps())),
        float(kl(logps, star)),
    )


@pytest.mark.parametrize(
    ("recipe", "figures"),
    [
        (RIGHT, (0.402, 0.377, 0.0)),
        (OWN, (0.449, 0.490, 0.0193)),
        (FORWARD, (0.482, 0.627, 0.0915)),
    ],
)
def test_the_ends_of_the_verifier(recipe: Recipe, figures: tuple[float, ...]) -> None:
    at = SCENARIOS["verifier"]
    found = measured(end_policy(at.lm, at.reward, 0.5, recipe), at.lm, at.reward, 0.5)
    assert found == pytest.approx(figures, abs=5e-4)


@pytest.mark.parametrize("recipe", SAME_AS_OWN)
@pytest.mark.parametrize("key", SCENARIOS)
def test_four_recipes_end_where_no_token_looks_ahead(key: str, recipe: Recipe) -> None:
    at = SCENARIOS[key]
    one, other = (end_policy(at.lm, at.reward, 0.3, each) for each in (OWN, recipe))
    np.testing.assert_array_equal(one.response_logps(), other.response_logps())


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize("recipe", [RIGHT, OWN, FORWARD], ids=str)
@pytest.mark.parametrize("key", SCENARIOS)
def test_long_exact_training_gets_there(key: str, recipe: Recipe, beta: float) -> None:
    at = SCENARIOS[key]
    end = end_policy(at.lm, at.reward, beta, recipe).response_logps()
    # As fast as is stable: the gradient of the penalty grows with beta.
    run = train(
        at.lm, at.reward, beta, recipe, steps=6000, batch=None, rate=1 / max(1.0, beta),
        advantage="value",
    )  # fmt: skip
    assert kl(run.policy(run.steps).response_logps(), end) < 1e-3


@pytest.mark.parametrize("recipe", [RIGHT, OWN, FORWARD], ids=str)
@pytest.mark.parametrize("key", SCENARIOS)
def test_at_an_end_the_gradient_is_zero(key: str, recipe: Recipe) -> None:
    at = SCENARIOS[key]
    paths = paths_of(at.lm)
    end = end_policy(at.lm, at.reward, 0.4, recipe)
    policy = policy_of(np.concatenate(end.logps), paths)
    exact = Objective(paths, at.reward, 0.4, recipe, "none").gradient(policy, policy.responses)
    np.testing.assert_allclose(exact, 0, atol=1e-12)


def test_of_responses_of_one_token_right_and_own_agree() -> None:
    lm, reward = ToyLM.from_probs("abc", [(0.5, 0.3, 0.2)]), [0.0, 1.0, 0.4]
    one, other = (end_policy(lm, reward, 0.5, recipe) for recipe in (RIGHT, OWN))
    np.testing.assert_allclose(one.logps[0], other.logps[0], atol=1e-14)


@pytest.mark.parametrize(
    ("recipe", "probs", "figures"),
    [
        (RIGHT, (0.318, 0.290, 0.392), (0.323, 0.317)),
        (FORWARD, (0.274, 0.189, 0.536), (0.599, 0.294)),
    ],
)
def test_the_ends_where_the_best_token_is_rare(recipe: Recipe, probs: Any, figures: Any) -> None:
    lm, reward = ToyLM.from_probs("abc", [(0.6, 0.3, 0.1)]), np.array([0.0, 0.3, 1.0])
    logps = end_policy(lm, reward, 0.5, recipe).logps[0][0]
    np.testing.assert_allclose(np.exp(logps), probs, atol=5e-4)
    divergence = float(kl(logps, lm.logps[0][0]))
    found = divergence, float(objective(logps, lm.logps[0][0], reward, 0.5))
    assert found == pytest.approx(figures, abs=5e-4)


@pytest.mark.parametrize(
    ("recipe", "end"),
    [
        (Recipe(None), End.BEST), (Recipe(None, None), End.BEST), (Recipe("k1", "loss"), End.BEST),
        (Recipe("k2", "reward"), End.COLLAPSE), (Recipe("k3", "reward"), End.COLLAPSE),
        (Recipe("k3", "reward", to_go=False), End.COLLAPSE), (Recipe("k2", "ratio"), End.OPEN),
    ],
)  # fmt: skip
def test_what_has_no_end_says_where_it_goes(recipe: Recipe, end: End) -> None:
    at = SCENARIOS["worked"]
    assert recipe.end is end
    with pytest.raises(ValueError, match="recipe must be one with an end in closed form; got"):
        end_policy(at.lm, at.reward, 0.5, recipe)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"estimator": "k4", "place": "loss"}, "estimator must be"),
        ({"estimator": "k1", "place": None}, "place must be"),
        ({"estimator": "k1", "place": "advantage"}, "place must be"),
        ({"estimator": "k1", "place": "reward", "to_go": 1}, "to_go must be"),
    ],
)
def test_no_other_recipe_can_be_made(wrong: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Recipe(**wrong)


@pytest.mark.parametrize("recipe", ["k1", None, ("k1", "reward")])
def test_an_end_needs_a_recipe(recipe: Any) -> None:
    at = SCENARIOS["worked"]
    with pytest.raises(ValueError, match="recipe must be a Recipe"):
        end_policy(at.lm, at.reward, 0.5, recipe)


@pytest.mark.parametrize("beta", [0, -1, np.inf, np.nan, [0.1, 0.2]])
@pytest.mark.parametrize("recipe", [RIGHT, OWN, FORWARD], ids=str)
def test_an_end_needs_a_price(recipe: Recipe, beta: Any) -> None:
    at = SCENARIOS["worked"]
    with pytest.raises(ValueError, match="beta"):
        end_policy(at.lm, at.reward, beta, recipe)


@pytest.mark.parametrize("estimator", ["k1", "k2", "k3"])
def test_derivatives_are_those_of_the_values(estimator: Any) -> None:
    ratios, step = np.linspace(-3, 3, 25), 1e-6
    high, low = (estimate_terms(estimator, ratios + sign * step).value for sign in (1, -1))
    np.testing.assert_allclose(
        estimate_terms(estimator, ratios).derivative, (high - low) / (2 * step), atol=1e-7
    )


ROWS = st.lists(st.floats(-4, 4), min_size=3, max_size=3)


@given(ROWS, ROWS, st.floats(1e-3, 50))
def test_the_forward_end_is_a_policy_that_satisfies_its_equation(
    logits: list[float], reward: list[float], beta: float
) -> None:
    lm = ToyLM.from_logits("abc", [logits])
    probs, ref = np.exp(end_policy(lm, reward, beta, FORWARD).logps[0][0]), np.exp(lm.logps[0][0])
    assert probs.sum() == pytest.approx(1)
    # beta ref / p = lambda - w: the same lambda for all, where it can be told from the rounding.
    lambdas = beta * ref / probs + np.array(reward)
    assert np.ptp(lambdas) <= 1e-9 * (1 + np.abs(lambdas).max()) * (1 + 1 / probs.min() * 1e-3)


def test_what_the_reference_never_says_no_end_says() -> None:
    lm = ToyLM.from_probs("abc", [(0.5, 0.5, 0.0)])
    for recipe in (RIGHT, OWN, FORWARD):
        logps = end_policy(lm, [0.0, 0.5, 9.0], 0.5, recipe).logps[0][0]
        assert logps[2] == -np.inf and np.exp(logps[:2]).sum() == pytest.approx(1)
