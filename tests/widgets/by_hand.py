"""The same toy models in plain Python: dictionaries of responses, sums and logarithms.

Nothing of the core is used but the printed tables of a scenario, so that a table of the page which
agrees with this is right, and not only like the core.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import exp, fsum, log

from models.scenarios import Scenario

Words = tuple[int, ...]
Policy = dict[Words, float]


def divergence(p: Policy, q: Policy) -> float:
    """KL(p‖q), nats."""
    return fsum(p[y] * log(p[y] / q[y]) for y in p if p[y] > 0)


def mean(p: Policy, r: Policy) -> float:
    return fsum(p[y] * r[y] for y in p)


def mass(p: Policy, prefix: Words) -> float:
    """The probability that a response starts with ``prefix``."""
    return fsum(p[y] for y in p if y[: len(prefix)] == prefix)


@dataclass(frozen=True)
class ByHand:
    """A scenario, worked out the long way."""

    scenario: Scenario

    @cached_property
    def words(self) -> list[Words]:
        """The responses, in lexicographic order."""
        lm = self.scenario.lm
        return list(product(range(lm.vocab_size), repeat=lm.length))

    @cached_property
    def rows(self) -> dict[Words, list[float]]:
        """The next-token distribution of the reference after each prefix."""
        lm = self.scenario.lm
        return {
            prefix: [exp(x) for x in lm.logps[t][row].tolist()]
            for t in range(lm.length)
            for row, prefix in enumerate(product(range(lm.vocab_size), repeat=t))
        }

    def _whole(self, rows: dict[Words, list[float]]) -> Policy:
        policy = {}
        for y in self.words:
            policy[y] = 1.0
            for t, token in enumerate(y):
                policy[y] *= rows[y[:t]][token]
        return policy

    @cached_property
    def ref(self) -> Policy:
        return self._whole(self.rows)

    @cached_property
    def reward(self) -> Policy:
        return dict(zip(self.words, self.scenario.reward.tolist(), strict=True))

    @cached_property
    def truth(self) -> Policy:
        wanted = self.scenario.true_reward
        assert wanted is not None
        return dict(zip(self.words, wanted.tolist(), strict=True))

    def star(self, beta: float) -> Policy:
        """π*, by tilting whole responses."""
        weight = {y: self.ref[y] * exp(self.reward[y] / beta) for y in self.words}
        z = fsum(weight.values())
        return {y: w / z for y, w in weight.items()}

    def cooled(self, temperature: float) -> Policy:
        """π_T, every next-token distribution sharpened on its own."""
        powered = {s: [p ** (1 / temperature) for p in row] for s, row in self.rows.items()}
        return self._whole({s: [p / fsum(row) for p in row] for s, row in powered.items()})

    def soft_value(self, prefix: Words, beta: float) -> float:
        """β log of the mean of e^{r/β} over the reference's ways to go on."""
        below = [y for y in self.words if y[: len(prefix)] == prefix]
        moment = fsum(self.ref[y] * exp(self.reward[y] / beta) for y in below)
        return beta * log(moment / mass(self.ref, prefix))

    def prefixes(self, t: int) -> list[Words]:
        return list(product(range(self.scenario.lm.vocab_size), repeat=t))

    def objective(self, p: Policy, beta: float) -> float:
        return mean(p, self.reward) - beta * divergence(p, self.ref)
