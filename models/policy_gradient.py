"""One step's gradient: of a batch that is told by how often each response came, or expected."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np

from models.checks import refusal, shown
from models.logspace import FloatArray
from models.paths import Paths
from models.recipes import Recipe, estimate_terms

Advantage = Literal["none", "mean", "loo", "group", "value", "kept"]
ADVANTAGES: Final = ("none", "mean", "loo", "group", "value", "kept")


class Policy(NamedTuple):
    """A table of logits (P, V) as probabilities (P, V), log pi of each token (N, L), pi(y) (N,)."""

    probs: FloatArray
    logps: FloatArray
    responses: FloatArray


def policy_of(logits: FloatArray, paths: Paths) -> Policy:
    """Softmax of every row, and what that makes of the responses."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    sums = powers.sum(axis=1, keepdims=True)
    tokens = (shifted - np.log(sums)).ravel()[paths.places]
    return Policy(powers / sums, tokens, np.exp(tokens.sum(axis=1)))


def response_logps(logits: FloatArray, paths: Paths) -> FloatArray:
    """log pi(y) of all responses, of many tables at once: (S, P, V) -> (S, N), nats."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    tables = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    tokens = tables.reshape(len(logits), -1)[:, paths.places.ravel()]
    total: FloatArray = tokens.reshape(len(logits), *paths.places.shape).sum(axis=-1)
    return total


@dataclass(frozen=True, eq=False)
class Objective:
    """What is trained for: rewards (N,), the price beta, a recipe and an advantage."""

    paths: Paths
    rewards: FloatArray
    beta: float
    recipe: Recipe
    advantage: Advantage

    def gradient(self, policy: Policy, shares: FloatArray, batch: float = np.inf) -> FloatArray:
        """g (P, V) where response i is a share of the batch (N,); its size is of account for loo.

        Not finite where an estimate is beyond the range of a float.
        """
        # What can be drawn: a critic looks at all of it.
        alive = policy.responses[:, None] > 0
        ratios = np.where(alive, policy.logps - self.paths.ref, 0.0)
        value, derivative = estimate_terms(self.recipe.estimator, ratios)
        weights = self._advantages(policy, shares, batch, value)
        if self.recipe.place in ("loss", "ratio"):
            in_loss = derivative + value if self.recipe.place == "ratio" else derivative
            weights = weights - self.beta * in_loss
        # A response that did not come has no weight, whatever it would have had.
        pull = np.where(shares[:, None] > 0, shares[:, None] * weights, 0.0)
        pulled = np.bincount(self.paths.places.ravel(), pull.ravel(), policy.probs.size)
        pulled = pulled.reshape(policy.probs.shape)
        gradient: FloatArray = pulled - policy.probs * pulled.sum(axis=1, keepdims=True)
        return gradient

    def penalties(self, value: FloatArray) -> FloatArray:
        """What is taken off the return of each token, (N, L), reward units."""
        if self.recipe.place != "reward" or self.recipe.estimator is None:
            return np.zeros_like(value)
        reach = value[:, ::-1].cumsum(axis=1)[:, ::-1] if self.recipe.to_go else value
        return self.beta * reach

    def _advantages(
        self, policy: Policy, shares: FloatArray, batch: float, value: FloatArray
    ) -> FloatArray:
        penalties, rewards = self.penalties(value), self.rewards[:, None]
        returns = rewards - penalties
        match self.advantage:
            case "none":
                return returns
            case "mean":
                return returns - shares @ returns
            case "loo":
                # Of batch * mean the others are what is left without one's own.
                alone = 0.0 if np.isinf(batch) else 1 / batch
                return returns - (shares @ returns - alone * returns) / (1 - alone)
            case "group":
                return _standardised(rewards, shares) - penalties
            case "value":
                return returns - self.values(policy, returns)
        mean = float(shares @ self.rewards)
        return (rewards / mean if mean > 0 else 0 * rewards) - penalties

    def values(self, policy: Policy, returns: FloatArray) -> FloatArray:
        """E[G_t | prefix] under the policy for each token of each response, (N, L)."""
        rows, probs = self.paths.rows, policy.responses[:, None]
        # As often as a response comes; a prefix that is never reached is worth nothing here.
        count = len(policy.probs)
        mass = np.bincount(rows.ravel(), np.broadcast_to(probs, rows.shape).ravel(), count)
        worth = np.bincount(rows.ravel(), (probs * returns).ravel(), count)
        means = np.divide(worth, mass, out=np.zeros_like(worth), where=mass > 0)
        value: FloatArray = means[rows]
        return value


def _standardised(rewards: FloatArray, shares: FloatArray) -> FloatArray:
    mean = shares @ rewards
    deviation = np.sqrt(shares @ (rewards - mean) ** 2)
    # A batch in which all earn the same says nothing.
    scale = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 1e-12)
    standardised: FloatArray = (rewards - mean) * scale
    return standardised


def check_advantage(value: object, rewards: FloatArray) -> Advantage:
    """One of the names; `kept` for rewards 0 and 1 alone."""
    if value not in ADVANTAGES:
        raise refusal("advantage", f"one of {', '.join(ADVANTAGES)}", shown(value))
    if value == "kept" and not np.isin(rewards, (0, 1)).all():
        other = rewards[~np.isin(rewards, (0, 1))][0]
        raise refusal("reward", 'zero or one for the advantage "kept"', other)
    return value
