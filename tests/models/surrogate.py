"""The loss that a training step differentiates: by brute force, token by token."""

from itertools import product
from typing import Any

import numpy as np

from models.lm import ToyLM
from models.recipes import Recipe


def f(estimator: str | None, log_ratio: float) -> float:
    """The estimate of one token."""
    return {
        None: 0.0,
        "k1": log_ratio,
        "k2": log_ratio**2 / 2,
        "k3": np.exp(-log_ratio) - 1 + log_ratio,
    }[estimator]


def log_softmax(row: Any) -> Any:
    return row - np.log(np.exp(row).sum())


class Surrogate:
    """Of one batch: ``counts`` says how often each response came in it."""

    def __init__(
        self, lm: ToyLM, reward: Any, beta: float, recipe: Recipe, advantage: str, counts: Any
    ) -> None:
        self.lm, self.reward, self.beta, self.recipe = lm, reward, beta, recipe
        self.starts = np.cumsum([0, *(lm.vocab_size**t for t in range(lm.length))])
        self.responses = list(product(range(lm.vocab_size), repeat=lm.length))
        # Every sample on its own, as in a real batch.
        self.batch = [i for i, count in enumerate(counts) for _ in range(count)]
        self.old = np.concatenate(lm.logps)
        self.advantage = advantage

    def row(self, response: tuple[int, ...], t: int) -> int:
        """The prefix of token t, among all prefixes."""
        index = 0
        for token in response[:t]:
            index = index * self.lm.vocab_size + token
        return int(self.starts[t]) + index

    def log_prob(self, table: Any, response: tuple[int, ...], t: int) -> float:
        return float(log_softmax(table[self.row(response, t)])[response[t]])

    def log_ratio(self, table: Any, response: tuple[int, ...], t: int) -> float:
        return self.log_prob(table, response, t) - self.log_prob(self.old, response, t)

    def _penalty(self, table: Any, response: tuple[int, ...], t: int) -> float:
        if self.recipe.place != "reward":
            return 0.0
        reach = range(t, self.lm.length) if self.recipe.to_go else [t]
        terms = [f(self.recipe.estimator, self.log_ratio(table, response, u)) for u in reach]
        return self.beta * sum(terms)

    def advantages(self, table: Any) -> Any:
        """A_t of every sample, numbers that are not differentiated."""
        length = self.lm.length
        returns = np.array(
            [
                [self.reward[i] - self._penalty(table, self.responses[i], t) for t in range(length)]
                for i in self.batch
            ]
        )
        rewards = np.array([self.reward[i] for i in self.batch])[:, None]
        penalties = rewards - returns
        size = len(self.batch)
        match self.advantage:
            case "none":
                return returns
            case "mean":
                return returns - returns.mean(axis=0)
            case "loo":
                others = [np.delete(returns, n, axis=0).mean(axis=0) for n in range(size)]
                return returns - np.array(others)
            case "group":
                return (rewards - rewards.mean()) / (rewards.std() or 1.0) - penalties
            case "kept":
                return rewards / (rewards.mean() or 1.0) - penalties
        return returns - self._critic(table)

    def _critic(self, table: Any) -> Any:
        """E[G_t | prefix], by going through all that may follow."""
        length = self.lm.length

        def value(response: tuple[int, ...], t: int) -> float:
            total = 0.0
            for rest in product(range(self.lm.vocab_size), repeat=length - t):
                whole = response[:t] + rest
                prob = np.exp(sum(self.log_prob(table, whole, u) for u in range(t, length)))
                index = self.responses.index(whole)
                total += prob * (self.reward[index] - self._penalty(table, whole, t))
            return total

        return np.array([[value(self.responses[i], t) for t in range(length)] for i in self.batch])

    def value(self, table: Any, drawn_by: Any) -> float:
        """What is ascended: differentiate with respect to ``table`` at ``drawn_by``."""
        advantages = self.advantages(drawn_by)
        total = 0.0
        for n, i in enumerate(self.batch):
            response = self.responses[i]
            for t in range(self.lm.length):
                log_prob = self.log_prob(table, response, t)
                total += advantages[n, t] * log_prob
                estimate = f(self.recipe.estimator, self.log_ratio(table, response, t))
                if self.recipe.place == "loss":
                    total -= self.beta * estimate
                elif self.recipe.place == "ratio":
                    ratio = np.exp(log_prob - self.log_prob(drawn_by, response, t))
                    total -= self.beta * ratio * estimate
        return total / len(self.batch)

    def gradient(self, table: Any, step: float = 1e-5) -> Any:
        """Central differences over every logit."""
        found = np.zeros_like(table)
        for place in np.ndindex(table.shape):
            ends = []
            for sign in (1, -1):
                moved = table.copy()
                moved[place] += sign * step
                ends.append(self.value(moved, table))
            found[place] = (ends[0] - ends[1]) / (2 * step)
        return found
