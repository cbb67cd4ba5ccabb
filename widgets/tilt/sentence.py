"""One sentence that says what the pictures show now."""

from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from widgets.sweep import Sweep
from widgets.text import TextView, math, number, percent, slot
from widgets.tilt.solution import Solution


class Sentence(TextView):
    """The sentence, with what it says of π_T while that is shown; the scenario in a line below."""

    def contents(self, solution: Solution) -> tuple[dict[str, Any], Sweep]:
        """Columns: texts along β, texts along T, and the loss of π_T along both."""
        tempered = solution.summary.tempered
        columns: dict[str, Any] = {
            "beta": (["beta"], [f"{beta:g}" for beta in solution.axes["beta"]]),
            "temperature": (["temperature"], [f"{t:g}" for t in solution.axes["temperature"]]),
            "temp_reward": (["temperature"], [number(r) for r in tempered.reward]),
            "temp_kl": (["temperature"], [number(kl) for kl in tempered.kl]),
            "temp_gap": (["beta", "temperature"], tempered.gap),
        }
        tell = _honest if solution.peak is None else _overrated
        html, told = tell(solution)
        columns |= {name: (["beta"], texts) for name, texts in told.items()}
        return {"html": math(_live(html, solution.scenario.summary))}, Sweep(solution.axes, columns)


def _live(html: str, summary: str) -> str:
    # π_T's line and the summary share one place: showing π_T must not push the controls down.
    sampled = (
        f'<p data-if="show_temperature" class="sampled">Sampling the reference at T {slot("temperature")} earns '
        f"{slot('temp_reward', 'temp')} at {slot('temp_kl')} nats: β KL(π_T‖π*) = "
        f"{slot('temp_gap', 'temp')} of J is lost against the optimum.</p>"
    )
    scenario = f'<p data-unless="show_temperature">{escape(summary)}</p>'
    return f'<p class="says">{html}</p><div class="aside">{scenario}{sampled}</div>'


def _honest(solution: Solution) -> tuple[str, dict[str, list[str]]]:
    """Where the reward is what we wanted: how far π* has moved towards the best responses."""
    summary, reward = solution.summary, solution.scenario.reward
    best = reward == reward.max()
    html = (
        f"At β {slot('beta')} the optimum π* puts {slot('best', 'star')} on "
        f"{_named(solution, best)}, where the reference puts "
        f'<b class="ref">{percent(summary.ref.probs[best].sum())}</b>. It earns '
        f"{slot('reward', 'star')} instead of {number(float(summary.ref.reward))}, "
        f"{slot('kl')} nats from the reference. {slot('mood')}"
    )
    return html, {
        "best": [percent(p) for p in summary.star.probs[:, best].sum(axis=1)],
        "reward": [number(r) for r in summary.star.reward],
        "kl": [number(kl) for kl in summary.star.kl],
        "mood": _honest_moods(solution),
    }


def _named(solution: Solution, best: NDArray) -> str:
    names = [escape(name) for name, is_best in zip(solution.scenario.lm.responses, best) if is_best]
    return f"{names[0]}, the best response" if len(names) == 1 else f"the {len(names)} best responses"


def _honest_moods(solution: Solution) -> list[str]:
    low, high = solution.ends.beta_to_infinity.reward, solution.ends.beta_to_zero.reward
    return [_honest_mood((r - low) / (high - low)) for r in solution.summary.star.reward]


def _honest_mood(progress: float) -> str:
    if progress < 0.1:
        return "The leash is so tight that the policy hardly moves."
    if progress > 0.95:
        return "The leash is all but off: reward is nearly all that counts."
    return "A looser leash, a smaller β, would earn more and stray further."


def _overrated(solution: Solution) -> tuple[str, dict[str, list[str]]]:
    """Where the reward model is wrong: what π* gives to the best answer and to the over-rated one."""
    scenario, star = solution.scenario, solution.summary.star
    truth = np.asarray(scenario.true_reward)
    best, loved = int(truth.argmax()), int((scenario.reward - truth).argmax())
    name = [escape(response) for response in scenario.lm.responses]
    html = (
        f"At β {slot('beta')} the optimum π* puts {slot('best', 'star')} on {name[best]}, the "
        f"best honest answer, and {slot('loved', 'true')} on {name[loved]}, which the reward model "
        f"over-rates. {slot('mood')}"
    )
    return html, {
        "best": [percent(p) for p in star.probs[:, best]],
        "loved": [percent(p) for p in star.probs[:, loved]],
        "mood": _overrated_moods(solution),
    }


def _overrated_moods(solution: Solution) -> list[str]:
    star, peak = solution.summary.star, solution.peak
    assert star.true_reward is not None and peak is not None
    top = f"{number(peak.true_reward)} at β {number(peak.beta)}"
    moods = []
    for beta, proxy, truth in zip(solution.axes["beta"], star.reward, star.true_reward):
        if truth > peak.true_reward - 0.01:
            mood = f"The true reward is {number(truth)}, as good as it gets: loosen the leash further and it falls."
        elif beta > peak.beta:
            mood = f"The true reward is {number(truth)}; a looser leash would raise it, up to {top}."
        else:
            mood = f"The reward model sees {number(proxy)}; the true reward has fallen to {number(truth)}, from {top}."
        moods.append(mood)
    return moods
