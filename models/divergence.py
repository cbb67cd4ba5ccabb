"""Kullback-Leibler divergence, exact and estimated.

KL(pi || pi_ref) = sum_y pi(y) log(pi(y) / pi_ref(y)), in nats: the extra surprise of reading pi's
samples with pi_ref in mind. 0 log 0 = 0, and the divergence is +inf as soon as pi puts mass where
pi_ref has none. It is not symmetric; the first argument is always the one that is sampled from.

Sampled instead of summed, all that is seen of a token is its log-ratio l = log pi(a) - log
pi_ref(a), and three functions of l serve as estimates: k1 = l, k2 = l^2/2, k3 = e^{-l} - 1 + l.
Their names come from J. Schulman, "Approximating KL Divergence" (2020). Over a ~ pi, k1 is unbiased
but may be negative; k2 is non-negative but biased; k3 is non-negative, and unbiased provided that
pi > 0 wherever pi_ref > 0.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.checks import check_broadcast, check_log_probs, check_logs, check_size, refusal
from models.lm import ToyLM, check_model
from models.logspace import FloatArray


class KLEstimates(NamedTuple):
    """Three estimates of KL(pi || pi_ref) per sampled token, each of the shape of the input."""

    k1: FloatArray
    k2: FloatArray
    k3: FloatArray


def kl(logps: ArrayLike, ref_logps: ArrayLike) -> FloatArray:
    """KL(pi || pi_ref) = sum pi (log pi - log pi_ref) over the last axis, nats.

    logps, ref_logps: (..., N), leading axes broadcast; returns (...). +inf where pi has mass and
    pi_ref has none. Raises ValueError for NaN, +inf, rows that do not sum to 1, or shapes that do
    not match.
    """
    rows = check_log_probs("logps", logps)
    ref_rows = check_log_probs("ref_logps", ref_logps)
    _check_same_size(rows, ref_rows)
    check_broadcast(logps=rows.shape, ref_logps=ref_rows.shape)
    # Decided on logarithms: a probability that underflows to zero still counts as mass.
    support, ref_support = rows > -np.inf, ref_rows > -np.inf
    log_ratio = np.where(support, rows, 0.0) - np.where(ref_support, ref_rows, 0.0)
    terms = np.where(support, np.exp(rows) * log_ratio, 0.0)
    total: FloatArray = np.where(support & ~ref_support, np.inf, terms).sum(axis=-1)
    return total


def pairwise_kl(logps: ArrayLike, ref_logps: ArrayLike) -> FloatArray:
    """KL(p_k || q_b) of every pair: (K, N) and (B, N) -> (K, B), nats.

    sum p log p - sum p log q, the second a matrix product, so that no array (K, B, N) is made.
    Conventions and errors as in kl.
    """
    rows = check_log_probs("logps", logps, 2)
    ref_rows = check_log_probs("ref_logps", ref_logps, 2)
    _check_same_size(rows, ref_rows)
    check_size("logps and ref_logps", len(rows), len(ref_rows))
    probs = np.exp(rows)
    missing = np.isneginf(ref_rows)
    entropy = -(probs * np.where(rows > -np.inf, rows, 0.0)).sum(axis=-1)
    cross_entropy = -probs @ np.where(missing, 0.0, ref_rows).T
    outside = (rows > -np.inf).astype(np.float64) @ missing.T > 0
    return np.where(outside, np.inf, cross_entropy - entropy[:, None])


def _check_same_size(rows: FloatArray, ref_rows: FloatArray) -> None:
    if rows.shape[-1] != ref_rows.shape[-1]:
        raise refusal(
            "ref_logps",
            f"as long as logps on the last axis, {rows.shape[-1]}",
            f"shape {ref_rows.shape}",
        )


def token_kls(policy: ToyLM, ref: ToyLM) -> tuple[FloatArray, ...]:
    """KL(pi(.|s) || pi_ref(.|s)) of the next-token distributions: tuple over t of (V**t,), nats.

    Averaged over the prefixes that the policy visits they add up to the KL of whole responses,
    KL(pi || pi_ref) = sum_t E_{s_t ~ pi} KL(pi(.|s_t) || pi_ref(.|s_t)).
    Raises ValueError unless both are models, of the same vocabulary and length.
    """
    check_model("policy", policy)
    check_model("ref", ref)
    if (policy.vocab, policy.length) != (ref.vocab, ref.length):
        allowed = f"a model over {ref.vocab} of length {ref.length}, like ref"
        raise refusal("policy", allowed, f"{policy.vocab} of length {policy.length}")
    return tuple(kl(p, q) for p, q in zip(policy.logps, ref.logps, strict=True))


def kl_estimates(logp: ArrayLike, ref_logp: ArrayLike) -> KLEstimates:
    """k1 = l, k2 = l^2 / 2, k3 = e^{-l} - 1 + l with l = logp - ref_logp, elementwise, nats.

    logp: log-probability of tokens sampled from pi; ref_logp: the same tokens under pi_ref; any
    shapes that broadcast. A token that was sampled has positive probability, so logp = -inf is
    refused; ref_logp = -inf gives +inf in all three. k2 and k3 beyond the range of a float are
    +inf, and so is k1, up or down, at arguments near the ends of that range.
    Raises ValueError for NaN, +inf, logp = -inf, or shapes that do not match.
    """
    logs, ref_logs = check_logs("logp", logp), check_logs("ref_logp", ref_logp)
    check_broadcast(logp=logs.shape, ref_logp=ref_logs.shape)
    if np.isneginf(logs).any():
        raise refusal("logp", "finite, as the logarithm of a sampled token is", "-inf")
    with np.errstate(over="ignore"):
        k1 = logs - ref_logs
        # expm1 keeps the digits that e^{-l} - 1 loses at small l. Not every mathematics library
        # rounds it perfectly, and that must not take k3 below zero. At l = -inf e^{-l} prevails.
        k3 = np.maximum(np.expm1(-k1) + np.where(np.isneginf(k1), 0.0, k1), 0.0)
        return KLEstimates(k1, k1**2 / 2, k3)
