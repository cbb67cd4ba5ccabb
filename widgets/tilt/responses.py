"""What the views of single responses share."""

from typing import TypedDict

from widgets.tilt.solution import Solution


class ResponseFacts(TypedDict):
    """The names, rewards and true rewards, if any, of all responses, and π_ref."""

    responses: list[str]
    reward: list[float]
    truth: list[float] | None
    ref: list[float]


def response_facts(solution: Solution) -> ResponseFacts:
    """The facts of the solution's scenario, in lexicographic order of the responses."""
    scenario = solution.scenario
    truth = scenario.true_reward
    return {
        "responses": list(scenario.lm.responses),
        "reward": scenario.reward.tolist(),
        "truth": None if truth is None else truth.tolist(),
        "ref": solution.summary.ref.probs.tolist(),
    }
