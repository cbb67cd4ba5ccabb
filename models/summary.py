"""Every number that the readouts show, for all stops of both sliders at once.

Three policies are compared for each beta: the reference pi_ref, the optimum pi*, and the reference
sampled at temperature T, pi_T. For every policy J(pi) = beta log Z - beta KL(pi || pi*), so the gap
between what it achieves and what was possible is a divergence from the optimum. That gap is
computed here as that divergence and never as a difference of objectives: the two sides of the
identity are independent numbers, and showing that they agree is showing something.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from models.checks import check_per_response, check_positive, check_size
from models.divergence import kl, pairwise_kl
from models.layers import prefix_logps
from models.lm import ToyLM, check_model, token_logps_at_temperatures
from models.logspace import FloatArray, expectation
from models.tilt import net, objective, tilted_and_value


@dataclass(frozen=True, eq=False)
class PolicySummary:
    """One policy, or one family of policies with leading axes P.

    probs (*P, N) over the responses; kl (*P), KL(pi || pi_ref) in nats; reward (*P), E[r];
    true_reward (*P), or None where the reward is the true one; objective and gap, J(pi) and
    beta KL(pi || pi*) in reward units, with the axis of beta in front of P where it is not in P.
    shortfall: J(pi*) - J(pi) by subtraction, of the shape of gap, for the eye to compare with it.
    """

    probs: FloatArray
    kl: FloatArray
    reward: FloatArray
    true_reward: FloatArray | None
    objective: FloatArray
    gap: FloatArray
    shortfall: FloatArray


@dataclass(frozen=True, eq=False)
class Summary:
    """The readouts for betas (B,) and temperatures (K,).

    beta_log_z (B,) in reward units. ref: P = (), objective and gap (B,). star: P = (B,), objective
    and gap (B,). tempered: P = (K,), objective and gap (B, K).
    """

    betas: FloatArray
    temperatures: FloatArray
    beta_log_z: FloatArray
    ref: PolicySummary
    star: PolicySummary
    tempered: PolicySummary


def summarise(
    ref: ToyLM,
    reward: ArrayLike,
    betas: ArrayLike,
    temperatures: ArrayLike,
    true_reward: ArrayLike | None = None,
) -> Summary:
    """Reward, true reward, KL, J and the gap to the optimum of pi_ref, pi* and pi_T.

    reward, true_reward (V**L,); betas (B,); temperatures (K,). Raises ValueError for vectors that
    are not positive and finite, for rewards of the wrong shape or not finite, and unless ref is a
    ToyLM.
    """
    beta_stops = check_positive("betas", betas, (1,))
    temperature_stops = check_positive("temperatures", temperatures, (1,))
    ref_logps = check_model("ref", ref).response_logps()
    check_size("betas", beta_stops.size, max(ref_logps.size, temperature_stops.size))
    tempered_logps = prefix_logps(token_logps_at_temperatures(ref, temperature_stops))[-1]
    star_logps, beta_log_z = tilted_and_value(ref_logps, reward, beta_stops)
    rewards = [check_per_response("reward", reward, ref_logps.size)]
    # No less than the least reward, below which rounding may take it at the end of a float's range.
    best_value = np.maximum(objective(star_logps, ref_logps, reward, beta_stops), rewards[0].min())
    if true_reward is not None:
        rewards.append(check_per_response("true_reward", true_reward, ref_logps.size))

    def describe(logps: FloatArray, beta: FloatArray, to_star: FloatArray) -> PolicySummary:
        divergence, means = kl(logps, ref_logps), [expectation(logps, r) for r in rewards]
        value = net(means[0], beta, divergence)
        best = best_value if beta.ndim == 1 else best_value[:, None]
        with np.errstate(over="ignore"):
            gap, shortfall = beta * to_star, best - value
        return PolicySummary(
            probs=np.exp(logps),
            kl=divergence,
            reward=means[0],
            true_reward=means[1] if len(means) > 1 else None,
            objective=value,
            gap=gap,
            shortfall=shortfall,
        )

    column = beta_stops[:, None]
    return Summary(
        betas=beta_stops,
        temperatures=temperature_stops,
        beta_log_z=beta_log_z,
        ref=describe(ref_logps, beta_stops, kl(ref_logps, star_logps)),
        star=describe(star_logps, beta_stops, kl(star_logps, star_logps)),
        tempered=describe(tempered_logps, column, pairwise_kl(tempered_logps, star_logps).T),
    )
