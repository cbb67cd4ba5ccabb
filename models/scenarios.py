"""The situations that can be explored: a reference model, a reward, and sometimes the truth.

Frozen data in one registry. Each scenario is small enough to be solved exactly and makes one point.
Where `true_reward` is given, `reward` plays the reward model that is optimised and `true_reward`
what was really wanted (Gao et al., "Scaling laws for reward model overoptimization", 2022).
"""

from dataclasses import dataclass

import numpy as np

from models.checks import check_per_response, refusal, shown
from models.lm import ToyLM, check_model
from models.logspace import FloatArray, read_only

VERIFIER_SEED = 0


@dataclass(frozen=True, eq=False)
class Scenario:
    """A reference model with rewards for its responses, and the words to introduce it.

    reward (V**L,) in lexicographic order of the responses; true_reward likewise, or None where the
    reward is the true one. Raises ValueError for empty texts, for an lm that is no ToyLM, and for
    rewards of the wrong shape, NaN or infinite.
    """

    key: str
    title: str
    summary: str
    lm: ToyLM
    reward: FloatArray
    true_reward: FloatArray | None = None

    def __post_init__(self) -> None:
        for name in ("key", "title", "summary"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text:
                raise refusal(name, "a non-empty text", shown(text))
        check_model("lm", self.lm)
        for name in ("reward", "true_reward"):
            value = getattr(self, name)
            if value is not None or name == "reward":
                checked = check_per_response(name, value, self.lm.vocab_size**self.lm.length)
                object.__setattr__(self, name, read_only(checked))


def _worked() -> Scenario:
    return Scenario(
        key="worked",
        title="Small enough to check by hand",
        summary=(
            "Two letters, four possible answers, numbers that fit on the back of an envelope. The "
            "best answer, bb, is as rare as any and begins with the less likely letter."
        ),
        lm=ToyLM.from_probs("ab", [[0.7, 0.3], [[0.6, 0.4], [0.5, 0.5]]]),
        reward=np.array([0.0, 1.0, 0.0, 2.0]),
    )


def _likely_is_good() -> Scenario:
    first = [0.5, 0.3, 0.2]
    second = [[0.6, 0.3, 0.1], [0.5, 0.3, 0.2], [0.4, 0.3, 0.3]]
    return Scenario(
        key="likely-is-good",
        title="What is likely is good",
        summary=(
            "Here the answers that the reference prefers are mostly the good ones, so simply "
            "lowering the temperature helps. The leash still gets more reward for the same "
            "distance."
        ),
        lm=ToyLM.from_probs("abc", [first, second]),
        reward=np.array([0.9, 1.0, 0.3, 0.5, 0.4, 0.2, 0.3, 0.1, 0.0]),
    )


def _blind_spot() -> Scenario:
    first = [0.5, 0.4, 0.1]
    second = [[0.6, 0.3, 0.1], [0.3, 0.6, 0.1], [0.3, 0.5, 0.2]]
    return Scenario(
        key="blind-spot",
        title="Reward model with a blind spot",
        summary=(
            "The reward model is right about every answer but one: it adores cc, which is rare and "
            "worth nothing. A little optimisation helps; a lot of it finds the mistake."
        ),
        lm=ToyLM.from_probs("abc", [first, second]),
        reward=np.array([0.3, 0.3, 0.3, 0.3, 1.0, 0.9, 0.0, 0.0, 1.6]),
        true_reward=np.array([0.3, 0.3, 0.3, 0.3, 1.0, 0.9, 0.0, 0.0, 0.0]),
    )


def _flattery() -> Scenario:
    """Kind first and then useful is what the poet needs; praise is what the reward model hears."""
    first = [0.6, 0.35, 0.05]
    second = [[0.7, 0.2, 0.1], [0.3, 0.6, 0.1], [0.5, 0.3, 0.2]]
    return Scenario(
        key="flattery",
        title="Honest feedback, or flattery",
        summary=(
            "“Be honest: how is the poem I wrote for my cat?” A good friend says “sweet, wordy”: "
            "kind first, then useful. The reward model is a softer touch, and melts at “genius, "
            "genius”."
        ),
        lm=ToyLM.from_probs(["sweet", "wordy", "genius"], [first, second]),
        reward=np.array([0.3, 1.0, 0.4, 0.9, 0.3, 0.4, 0.5, 0.4, 1.6]),
        true_reward=np.array([0.3, 1.0, 0.2, 0.9, 0.3, 0.2, 0.1, 0.2, 0.0]),
    )


def _verifier() -> Scenario:
    """Standard normal logits, drawn position by position from one generator with a fixed seed."""
    rng = np.random.default_rng(VERIFIER_SEED)
    lm = ToyLM.from_logits("0123", [rng.normal(size=(4**t, 4)) for t in range(3)])
    return Scenario(
        key="verifier",
        title="Right or wrong, says the verifier",
        summary=(
            "Three digits, and a checker that pays 1 for exactly two zeros and nothing for "
            "anything else. The reference gets it right about one time in twelve, and has no idea "
            "why."
        ),
        lm=lm,
        reward=np.array([float(response.count("0") == 2) for response in lm.responses]),
    )


SCENARIOS: dict[str, Scenario] = {
    scenario.key: scenario
    for scenario in (_worked(), _likely_is_good(), _blind_spot(), _flattery(), _verifier())
}
