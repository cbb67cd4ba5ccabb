"""One sentence that says what the pictures show now.

Below it stands the scenario in a line, or what is to be said of π_T while that is shown.
"""

from html import escape

import numpy as np
from numpy.typing import NDArray

from widgets.sweep import Column, Sweep
from widgets.text import TextFacts, nats, number, percent, prose, quoted, slot, steady
from widgets.tilt.solution import Solution
from widgets.view import View


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """Columns: texts along β, and texts along T while π_T is shown."""
    html, texts = (_honest if solution.peak is None else _overrated)(solution)
    betas = [f"{beta:g}" for beta in solution.axes["beta"]]
    along_beta = {name: Column(["beta"], text) for name, text in {"beta": betas, **texts}.items()}
    sweep = Sweep(solution.axes, {**along_beta, **_sampled(solution)})
    return prose(steady(html, sweep) + _aside(solution.scenario.summary)), sweep


SENTENCE = View("text", contents)


def _aside(summary: str) -> str:
    # Both share one place: showing π_T must not push the controls down while they are dragged.
    return (
        f'<div class="aside"><p data-unless="show_temperature">{escape(summary)}</p>'
        f'<p data-if="show_temperature">Sampling the reference at T {slot("temperature")} earns '
        f"{slot('temp_reward', 'temp')} at {slot('temp_kl')} nats. {slot('temp_mood')}</p></div>"
    )


def _sampled(solution: Solution) -> dict[str, Column]:
    """What is said of π_T, at every T."""
    tempered = solution.summary.tempered
    texts = {
        "temperature": [f"{t:g}" for t in solution.axes["temperature"]],
        "temp_reward": _earnings(tempered.reward, tempered.true_reward),
        "temp_kl": [nats(kl) for kl in tempered.kl],
        "temp_mood": [_sampled_mood(kl) for kl in tempered.kl],
    }
    return {
        name: Column(["temperature"], text, when="show_temperature") for name, text in texts.items()
    }


def _earnings(reward: NDArray, truth: NDArray | None) -> list[str]:
    """What π_T earns, and what that is truly worth where the reward model is wrong."""
    if truth is None:
        return [number(r) for r in reward]
    pairs = zip(reward, truth, strict=True)
    return [f"{number(r)} of the reward model, truly {number(t)}," for r, t in pairs]


def _sampled_mood(kl: float) -> str:
    if kl < 1e-4:
        return "That is the reference itself, or as good as."
    return "At that distance the frontier offers more of the same reward."


def _honest(solution: Solution) -> tuple[str, dict[str, list[str]]]:
    """Where the reward is what we wanted: how far π* has moved towards the best responses."""
    summary, reward = solution.summary, solution.scenario.reward
    best = reward == reward.max()
    html = (
        f"At β {slot('beta')} the optimum π* puts {slot('best', 'star')} on "
        f"{_named(solution, best)}, where the reference puts "
        f'<b class="ref">{percent(summary.ref.probs[best].sum())}</b>. It earns '
        f"{slot('reward', 'star')} instead of {number(float(summary.ref.reward))} and is "
        f"{slot('kl')} nats from the reference. {slot('mood')}"
    )
    return html, {
        "best": [percent(p) for p in summary.star.probs[:, best].sum(axis=1)],
        "reward": [number(r) for r in summary.star.reward],
        "kl": [nats(kl) for kl in summary.star.kl],
        "mood": _honest_moods(solution),
    }


def _named(solution: Solution, best: NDArray) -> str:
    responses = solution.scenario.lm.responses
    if best.sum() > 1:
        return f"the {best.sum()} best responses"
    return f"{quoted(escape(responses[best.argmax()]))}, the best response"


def _honest_moods(solution: Solution) -> list[str]:
    star, best = solution.summary.star, solution.ends.beta_to_zero.reward
    at = enumerate(zip(star.kl, star.reward, strict=True))
    return [_honest_mood(kl, reward, best, loosest=i == 0) for i, (kl, reward) in at]


def _honest_mood(kl: float, reward: float, best: float, loosest: bool) -> str:
    if kl < 0.02:
        return "The leash is so tight that the policy hardly moves."
    if number(reward) == number(best):
        return "The leash is all but off: no policy earns visibly more."
    if loosest:
        return "This is as loose as the slider goes."
    return "A looser leash, a smaller β, would earn more and stray further."


def _overrated(solution: Solution) -> tuple[str, dict[str, list[str]]]:
    """Where the reward model is wrong: the shares of the best answer and of the over-rated one."""
    scenario, star = solution.scenario, solution.summary.star
    truth = np.asarray(scenario.true_reward)
    best, loved = int(truth.argmax()), int((scenario.reward - truth).argmax())
    name = [quoted(escape(response)) for response in scenario.lm.responses]
    html = (
        f"At β {slot('beta')} the optimum π* puts {slot('best', 'star')} on {name[best]}, the "
        f"truly best answer, and {slot('loved', 'true')} on {name[loved]}, which the reward model "
        f"over-rates. {slot('mood')}"
    )
    moods = zip(solution.axes["beta"], star.reward, np.asarray(star.true_reward), strict=True)
    return html, {
        "best": [percent(p) for p in star.probs[:, best]],
        "loved": [percent(p) for p in star.probs[:, loved]],
        "mood": [_overrated_mood(solution, *at) for at in moods],
    }


def _overrated_mood(solution: Solution, beta: float, proxy: float, truth: float) -> str:
    peak = solution.peak
    assert peak is not None
    top, now = f"{number(peak.true_reward)} at β {number(peak.beta)}", number(truth)
    if now == number(peak.true_reward):
        return f"The true reward is {now}, as good as it gets."
    if beta > peak.beta:
        return f"The true reward is {now}; a looser leash would raise it, up to {top}."
    return (
        f"The reward model sees {number(proxy)}; the true reward has fallen to {now}, from {top}."
    )
