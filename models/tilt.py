"""The optimum of KL-regularised reinforcement learning, in closed form.

The objective J(pi) = E_pi[r] - beta KL(pi || pi_ref) trades reward against divergence from a
reference; beta is a price in reward units per nat. Its maximum over all policies is the reference
tilted by the exponentiated reward,

    pi*(y) = pi_ref(y) e^{r(y)/beta} / Z,    J(pi*) = beta log Z,

and any other policy falls short by exactly beta KL(pi || pi*) (Korbak et al., "RL with KL penalties
is better viewed as Bayesian inference", 2022; Rafailov et al., "Direct Preference Optimization",
2023). Token by token the same optimum follows from soft values, backwards from V(y) = r(y):

    V(s) = beta log sum_a pi_ref(a|s) e^{V(s,a)/beta},
    pi*(a|s) = pi_ref(a|s) e^{(V(s,a) - V(s))/beta}

(Ziebart, "Modeling purposeful adaptive behavior with the principle of maximum causal entropy",
2010; Levine, "Reinforcement learning and control as probabilistic inference", 2018). V(root) is
beta log Z; V(s) goes to E_ref[r|s] as beta grows, and to the largest reward within reach as beta
vanishes.

One step of the recursion is the whole problem in small, so a single kernel serves both.
"""

import numpy as np
from numpy.typing import ArrayLike

from models.checks import (
    check_broadcast,
    check_log_probs,
    check_per_response,
    check_positive,
    check_size,
)
from models.divergence import kl
from models.lm import ToyLM, check_model
from models.logspace import FloatArray, expectation, log_normalise, log_sum_exp


def _tilt(
    logps: FloatArray, values: FloatArray, beta: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Tilted rows (..., N); and their soft values top + beta log_z as top (...) and log_z (...).

    beta broadcasts against the rows. In one number, log_z would be lost beside top at a small beta.
    """
    possible = logps > -np.inf
    # Relative to the best possible value: the exponent never overflows, and an unreachable prize
    # cannot drown the differences between the others.
    top = np.where(possible, values, -np.inf).max(axis=-1, keepdims=True)
    with np.errstate(over="ignore"):
        scores = logps + _over(np.where(possible, values, top), top, beta)
    # Not scores - log_z: beside a large log_z the digits that tell the scores apart are lost.
    return log_normalise(scores), top[..., 0], log_sum_exp(scores)


def _over(values: FloatArray, top: FloatArray, beta: FloatArray) -> FloatArray:
    """(values - top) / beta, at most 0; -inf only where it is itself beyond the range of a float.

    At the ends of that range the difference may be beyond it, and its two parts not.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        away = values - top
        return np.where(np.isinf(away), values / beta - top / beta, away / beta)


def _plus(top: FloatArray, beta: FloatArray, log_z: FloatArray) -> FloatArray:
    """top + beta log_z, which lies between two rewards, though beta log_z may be out of range."""
    with np.errstate(over="ignore"):
        value = top + beta * log_z
        return np.where(np.isinf(value), 2 * (top / 2 + beta * (log_z / 2)), value)


def tilted_logps(
    ref_logps: ArrayLike, reward: ArrayLike, beta: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """log pi*(y) = log pi_ref(y) + r(y)/beta - log Z over whole responses, and log Z.

    ref_logps (N,) nats; reward (N,); beta a number or (B,), reward units per nat. Returns logps
    (N,) and log_z () for a number, (B, N) and (B,) for a vector. pi_ref(y) = 0 keeps pi*(y) = 0.
    Where r/beta is beyond the range of a float, log pi* is -inf and log_z -inf or +inf.
    Raises ValueError for rows that do not sum to 1, wrong shapes, NaN, infinities, beta <= 0.
    """
    logps, value = tilted_and_value(ref_logps, reward, beta)
    with np.errstate(over="ignore"):
        return logps, value / np.asarray(beta, dtype=np.float64)


def tilted_and_value(
    ref_logps: ArrayLike, reward: ArrayLike, beta: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """log pi*(y) as in tilted_logps, and J(pi*) = beta log Z in reward units.

    Shapes and errors as in tilted_logps. The value is finite even where log Z is not.
    """
    ref = check_log_probs("ref_logps", ref_logps, 1)
    rewards = check_per_response("reward", reward, ref.size)
    betas = check_positive("beta", beta)
    check_size("beta", betas.size, ref.size)
    logps, top, log_z = _tilt(ref, rewards, betas[..., None])
    return logps, _plus(top, betas, log_z)


def _backward(
    ref: ToyLM, reward: ArrayLike, beta: ArrayLike
) -> tuple[tuple[FloatArray, ...], tuple[FloatArray, ...]]:
    """Token log-probabilities of pi* and soft values, from the last position to the first."""
    betas = check_positive("beta", beta)
    check_model("ref", ref)
    rewards = check_per_response("reward", reward, ref.vocab_size**ref.length)
    check_size("beta", betas.size, rewards.size)
    top = np.tile(rewards, (*betas.shape, 1))
    log_z, values = np.zeros_like(top), [top]
    tilted: list[FloatArray] = []
    for layer in reversed(ref.logps):
        shape = *betas.shape, *layer.shape
        # e^{V/beta} of a continuation is e^{top/beta} times e^{log_z}; the latter joins pi_ref.
        with np.errstate(over="ignore"):
            joint = layer + log_z.reshape(shape)
        rows, top, log_z = _tilt(joint, top.reshape(shape), betas[..., None, None])
        tilted.insert(0, rows)
        values.insert(0, _plus(top, betas[..., None], log_z))
    return tuple(tilted), tuple(values)


def soft_values(ref: ToyLM, reward: ArrayLike, beta: ArrayLike) -> tuple[FloatArray, ...]:
    """Soft value of every prefix, V(s) = beta log sum_a pi_ref(a|s) e^{V(s,a)/beta}, reward units.

    reward (V**L,); beta a number or (B,). Returns a tuple over t = 0 .. L of (V**t,), or (B, V**t)
    for a vector; [0] is beta log Z and [L] the reward itself. Raises ValueError for a reward of
    the wrong shape or not finite, for beta <= 0, NaN or infinite, and unless ref is a ToyLM.
    """
    return _backward(ref, reward, beta)[1]


def tilted_token_logps(ref: ToyLM, reward: ArrayLike, beta: ArrayLike) -> tuple[FloatArray, ...]:
    """log pi*(a|s) = log pi_ref(a|s) + (V(s,a) - V(s)) / beta at every prefix, nats.

    reward (V**L,); beta a number or (B,). Returns a tuple over t of (V**t, V), or (B, V**t, V) for
    a vector. Errors as in soft_values.
    """
    return _backward(ref, reward, beta)[0]


def tilted_lm(ref: ToyLM, reward: ArrayLike, beta: float) -> ToyLM:
    """pi* as a model that can be sampled: its next-token distributions, from the soft values.

    beta is one number here. Errors as in soft_values.
    """
    value = check_positive("beta", beta, (0,))
    return ToyLM(check_model("ref", ref).vocab, tilted_token_logps(ref, reward, value))


def objective(
    logps: ArrayLike, ref_logps: ArrayLike, reward: ArrayLike, beta: ArrayLike
) -> FloatArray:
    """J(pi) = E_pi[r] - beta KL(pi || pi_ref), reward units; -inf where the KL is infinite.

    logps, ref_logps (..., N); reward (N,); beta a number or an array that broadcasts over the
    leading axes; returns (...), beyond the range of a float -inf. Errors as in kl and tilted_logps.
    """
    divergence = kl(logps, ref_logps)
    rows = check_log_probs("logps", logps)
    rewards = check_per_response("reward", reward, rows.shape[-1])
    betas = check_positive("beta", beta)
    check_broadcast(logps=divergence.shape, beta=betas.shape)
    return net(expectation(rows, rewards), betas, divergence)


def net(reward: FloatArray, beta: FloatArray, divergence: FloatArray) -> FloatArray:
    """E[r] - beta KL, of shapes that broadcast; beyond the range of a float -inf."""
    with np.errstate(over="ignore"):
        return reward - beta * divergence
