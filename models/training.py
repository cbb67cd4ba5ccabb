"""Training a toy language model by REINFORCE and its kin, with every measure exact.

A batch of B responses is sampled from pi_theta, and the logits of every prefix move by

    g = (1/B) sum_i sum_t (A_it - beta * loss part) grad log pi(y_t | s_t),    logits += rate * g.

G_t is the return of token t: the reward, less the penalty where the recipe puts it there. The
advantage A_t is one of

    none     G_t
    mean     G_t less the batch mean at that position
    loo      G_t less the mean over the other responses (Kool et al., 2019; "RLOO")
    group    (r - mean r) / std r over the batch, the penalty kept outside (Shao et al., 2024)
    value    G_t less its exact expectation at the prefix: a perfect critic
    kept     r / mean r, for rewards 0 and 1: what is kept is imitated, and nothing pushed down

All of them but `group` and `kept` have the exact gradient as their expectation, `mean` times
(B - 1)/B, for each response is part of its own baseline. `group` divides by a deviation and `kept`
by a mean that vary from batch to batch.

All that a batch says is how often each response came in it. So a step costs what the responses
cost, V^L * L, however large the batch; and with the probabilities in place of the shares it is the
expected gradient.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.checks import (
    check_count,
    check_generator,
    check_per_response,
    check_positive,
    check_size,
)
from models.lm import ToyLM, check_model
from models.logspace import FloatArray
from models.paths import Paths, paths_of
from models.policy_gradient import (
    Advantage,
    Objective,
    Policy,
    check_advantage,
    policy_of,
    response_logps,
)
from models.recipes import Recipe, check_recipe
from models.tilt import tilted_logps

# Measures are taken of about so many numbers at a time.
CHUNK: Final = 2**18
# How often each response came, of a policy; None for its probabilities.
Sampler = Callable[[FloatArray], NDArray[np.int64]] | None


@dataclass(frozen=True, eq=False)
class Measures:
    """What is exact of a policy, for each of S policies: (S,) each; see Run."""

    reward: FloatArray
    kl: FloatArray
    kl_to_optimum: FloatArray
    entropy: FloatArray
    true_reward: FloatArray | None


@dataclass(frozen=True, eq=False)
class Run(Measures):
    """A run of training, measured exactly after every step; the first entry is pi_ref.

    reward, kl, kl_to_optimum, entropy, each (steps + 1,): E[r] in reward units, KL(pi || pi_ref),
    KL(pi || pi*) and the entropy of whole responses in nats; true_reward likewise, or None.
    ``collapsed`` is None, or the step that could not be taken since its gradient was beyond the
    range of a float: then the run ends there, and all arrays with it. counts (steps, N): how often
    each response came in the batch of a step; None for expected gradients. logits
    (steps + 1, P, V): of all prefixes, level by level.
    """

    logits: FloatArray
    counts: NDArray[np.int64] | None
    collapsed: int | None
    _paths: Paths

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.logits) - 1

    def policy(self, step: int) -> ToyLM:
        """The policy after so many steps. Raises ValueError for a step that was not taken."""
        table = self.logits[check_count("step", step, 0, self.steps)]
        cuts = np.cumsum(self._paths.sizes)[:-1]
        return ToyLM.from_logits(self._paths.vocab, np.split(table, cuts))


def train(
    lm: ToyLM,
    reward: ArrayLike,
    beta: float,
    recipe: Recipe,
    *,
    steps: int,
    rng: np.random.Generator | None = None,
    advantage: Advantage = "mean",
    batch: int | None = 256,
    rate: float = 1.0,
    true_reward: ArrayLike | None = None,
) -> Run:
    """Train a copy of lm, which is the reference, for so many steps; see above.

    reward and true_reward (V**L,), reward units; beta reward units per nat; batch B, at least 2 for
    `loo`, or None: the expected gradient, which needs no rng. Raises ValueError for arguments out
    of these bounds, a rate that is not positive and finite, an unknown advantage, and `kept` with
    rewards that are not 0 and 1.
    """
    paths = paths_of(check_model("lm", lm))
    price, pace = (float(check_positive(n, x, (0,))) for n, x in (("beta", beta), ("rate", rate)))
    number = len(paths.places)
    rewards = check_per_response("reward", reward, number)
    truth = None if true_reward is None else check_per_response("true_reward", true_reward, number)
    kind = check_advantage(advantage, rewards)
    objective = Objective(paths, rewards, price, check_recipe(recipe), kind)
    size = None if batch is None else check_count("batch", batch, 2 if kind == "loo" else 1)
    table = np.concatenate(lm.logps)
    check_size("steps", check_count("steps", steps, 0) + 1, *table.shape)
    ascent = _ascend(table, objective, size, rng, int(steps), pace)
    star = tilted_logps(lm.response_logps(), rewards, price)[0]
    measures = _measures(ascent.logits, paths, star, rewards, truth)
    return Run(**vars(measures), **vars(ascent), _paths=paths)


@dataclass(frozen=True, eq=False)
class Ascent:
    """The logits after each step, (steps + 1, P, V); the batches; where it collapsed."""

    logits: FloatArray
    counts: NDArray[np.int64] | None
    collapsed: int | None


def _ascend(
    start: FloatArray,
    objective: Objective,
    batch: int | None,
    rng: np.random.Generator | None,
    steps: int,
    rate: float,
) -> Ascent:
    if batch is not None:
        check_generator("rng", rng, "random")
    logits = np.empty((steps + 1, *start.shape))
    counts = None if batch is None else np.zeros((steps, len(objective.rewards)), dtype=np.int64)
    logits[0] = start
    for step in range(steps):
        with np.errstate(over="ignore", invalid="ignore"):
            policy = policy_of(logits[step], objective.paths)
            shares = policy.responses
            if counts is not None and batch is not None and rng is not None:
                counts[step] = _drawn(policy, batch, rng)
                shares = counts[step] / batch
            gradient = objective.gradient(policy, shares, batch or np.inf)
            logits[step + 1] = logits[step] + rate * gradient
            finite = np.isfinite(logits[step + 1]) | np.isneginf(start)
        if not finite.all():
            return Ascent(logits[: step + 1], counts if counts is None else counts[:step], step)
    return Ascent(logits, counts, None)


def _drawn(policy: Policy, batch: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """How often each response comes among so many, by inversion."""
    cumulative = policy.responses.cumsum()
    # Divided by its own end the last step is exactly 1, out of reach of a uniform in [0, 1).
    index = np.searchsorted(cumulative / cumulative[-1], rng.random(batch), side="right")
    return np.bincount(index, minlength=len(cumulative))


def _measures(
    logits: FloatArray,
    paths: Paths,
    star: FloatArray,
    rewards: FloatArray,
    truth: FloatArray | None,
) -> Measures:
    """All measures after every step, some steps at a time."""
    many = max(1, CHUNK // paths.places.size)
    logps = np.concatenate(
        [response_logps(logits[i : i + many], paths) for i in range(0, len(logits), many)]
    )
    probs, possible = np.exp(logps), paths.possible
    logs, target = (np.where(possible, logs, 0.0) for logs in (logps, star))
    return Measures(
        reward=probs @ rewards,
        kl=(probs * (logs - paths.ref.sum(axis=1))).sum(axis=1),
        kl_to_optimum=(probs * (logs - target)).sum(axis=1),
        entropy=-(probs * logs).sum(axis=1),
        true_reward=None if truth is None else probs @ truth,
    )
