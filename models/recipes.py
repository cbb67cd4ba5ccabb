"""What an implementation of the KL penalty really optimises, and where training by it ends.

A recipe estimates the divergence of a sampled token from its log-ratio l = log pi - log pi_ref, by
a value f(l) with derivative d(l) with respect to log pi, and puts the estimate somewhere:

    k1: l, 1        k2: l^2/2, l        k3: e^{-l} - 1 + l, 1 - e^{-l}

In the reward it is part of the return and not differentiated: of this token and all after it
(to go), or of this token alone. In the loss it is added and differentiated. Weighted by the ratio
pi/pi_old, on-policy, both happen: f + d. What multiplies beta grad log pi is then

    reward, to go: sum of f over this token and those after it    reward, own position: f
    loss: d                                                       ratio: f + d

Of one token, k1 and k3 have the expected gradient of KL(pi || pi_ref), or none of it, depending on
the place alone (Tang and Munos, "On a few pitfalls in KL divergence gradient estimation for RL",
2025). Over several tokens only a penalty that reaches all later ones is the divergence of whole
responses, whose optimum is pi*.

Ends. Gradient ascent of E[r] - beta * penalty over all logits, from the leaves backwards; w is the
value of the children of a prefix s, and w = r at the leaves:

    right: pi(a|s) = pi_ref(a|s) e^{(w_a - V)/beta}, V = beta log sum_a pi_ref(a|s) e^{w_a/beta};
    own position: the same row, but V = E_pi[w]: what later tokens pay is not seen;
    k3 in the loss: pi(a|s) = beta pi_ref(a|s) / (lambda - w_a), lambda > max w such that the row
    sums to 1, V = E_pi[w].
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.checks import check_per_response, check_positive, refusal, shown
from models.lm import ToyLM, check_model
from models.logspace import FloatArray
from models.tilt import tilted_lm, tilted_logps

Estimator = Literal["k1", "k2", "k3"]
Place = Literal["reward", "loss", "ratio"]
ESTIMATORS, PLACES = ("k1", "k2", "k3"), ("reward", "loss", "ratio")
# Newton's method on a convex function, from the left: it stops long before.
MOST_STEPS = 100


class End(Enum):
    """Where the training of a recipe ends, in words."""

    RIGHT = "at the optimum π*"
    OWN = "at a tilt in which no token sees what later ones will pay"
    FORWARD = "where the forward divergence KL(π_ref‖π) holds the reward"
    BEST = "on the best response alone, and there only in the limit"
    COLLAPSE = "nowhere: the policy collapses"
    OPEN = "at a policy of which no closed form is known here"


@dataclass(frozen=True)
class Recipe:
    """Which estimator, where it stands, and over what it reaches.

    estimator: "k1", "k2", "k3", or None for no penalty; place: "reward", "loss" or "ratio", of no
    account without an estimator; to_go: whether a penalty in the reward reaches the tokens after
    its own, of account there only. Raises ValueError for anything else.
    """

    estimator: Estimator | None
    place: Place | None = "reward"
    to_go: bool = True

    def __post_init__(self) -> None:
        if self.estimator not in (*ESTIMATORS, None):
            raise refusal("estimator", '"k1", "k2", "k3" or None', shown(self.estimator))
        if self.place not in PLACES and not (self.place is None and self.estimator is None):
            raise refusal("place", '"reward", "loss" or "ratio"', shown(self.place))
        if not isinstance(self.to_go, bool):
            raise refusal("to_go", "True or False", shown(self.to_go))

    @property
    def end(self) -> End:
        """Where training by it ends, for responses of several tokens."""
        if self.estimator is None or (self.estimator, self.place) == ("k1", "loss"):
            return End.BEST
        if self.place == "reward":
            if self.estimator != "k1":
                return End.COLLAPSE
            return End.RIGHT if self.to_go else End.OWN
        if (self.estimator, self.place) == ("k3", "loss"):
            return End.FORWARD
        return End.OPEN if (self.estimator, self.place) == ("k2", "ratio") else End.OWN


class Terms(NamedTuple):
    """Value f(l) and derivative d(l) of an estimate, each of the shape of l, nats."""

    value: FloatArray
    derivative: FloatArray


def estimate_terms(estimator: Estimator | None, log_ratios: FloatArray) -> Terms:
    """f(l) and d(l) of each log-ratio; zeros without an estimator, +inf beyond a float's range."""
    one = np.ones_like(log_ratios)
    if estimator is None:
        return Terms(0 * one, 0 * one)
    if estimator == "k1":
        return Terms(log_ratios, one)
    if estimator == "k2":
        return Terms(log_ratios**2 / 2, log_ratios)
    fall = np.expm1(-log_ratios)
    return Terms(fall + log_ratios, -fall)


def end_policy(lm: ToyLM, reward: ArrayLike, beta: float, recipe: Recipe) -> ToyLM:
    """The policy at which training by a recipe ends: the closed forms above.

    reward (V**L,), reward units; beta a number, reward units per nat. Raises ValueError where
    training has no interior end, or none in closed form, with the reason; and as tilted_lm does.
    """
    end = check_recipe(recipe).end
    if end is End.RIGHT:
        return tilted_lm(lm, reward, beta)
    if end not in (End.OWN, End.FORWARD):
        raise refusal("recipe", "one with an end in closed form", f"{recipe}: it ends {end.value}")
    price = float(check_positive("beta", beta, (0,)))
    vocab = check_model("lm", lm).vocab
    values = check_per_response("reward", reward, len(vocab) ** lm.length)
    rows: list[FloatArray] = []
    for layer in reversed(lm.logps):
        row = (_tilted if end is End.OWN else _forward)(layer, values.reshape(layer.shape), price)
        values = (np.exp(row) * values.reshape(layer.shape)).sum(axis=-1)
        rows.insert(0, row)
    return ToyLM(vocab, tuple(rows))


def check_recipe(value: object) -> Recipe:
    """A Recipe, and nothing else."""
    if not isinstance(value, Recipe):
        raise refusal("recipe", "a Recipe", shown(value))
    return value


def _tilted(logps: FloatArray, values: FloatArray, beta: float) -> FloatArray:
    return np.array(
        [tilted_logps(row, value, beta)[0] for row, value in zip(logps, values, strict=True)]
    )


def _forward(logps: FloatArray, values: FloatArray, beta: float) -> FloatArray:
    """log (beta pi_ref / (lambda - w)), rows (P, V): with lambda = max w + excess."""
    possible = logps > -np.inf
    gaps = np.where(possible, values, -np.inf).max(axis=-1, keepdims=True) - values
    weights = beta * np.exp(logps)
    # No term may exceed 1, which bounds the excess from below; there the sum is at least 1.
    excess = np.where(possible, weights - gaps, -np.inf).max(axis=-1, keepdims=True)
    gaps = np.where(possible, gaps, 0.0)
    for _ in range(MOST_STEPS):
        terms = weights / (excess + gaps)
        step = (terms.sum(axis=-1, keepdims=True) - 1) / (terms / (excess + gaps)).sum(
            axis=-1, keepdims=True
        )
        excess = excess + np.maximum(step, 0.0)
        if (step <= 1e-15 * excess).all():
            break
    with np.errstate(divide="ignore"):
        found = logps + np.log(beta / (excess + gaps))
    return found - np.log(np.exp(found).sum(axis=-1, keepdims=True))
