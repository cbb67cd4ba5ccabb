"""One sentence that says what the estimators do now.

How far single estimates stray from the KL, and what is wrong with each estimator.
"""

from typing import Any

from widgets.estimate.solution import Solution
from widgets.sweep import Sweep
from widgets.text import TextFacts, figures, percent, prose, slot, steady
from widgets.view import View

ASIDE = (
    '<div class="aside"><p>The KL of a language model is not summed but estimated, from the tokens '
    "that were sampled. Press Play: every bar is a batch that was really drawn.</p></div>"
)


def contents(solution: Solution) -> tuple[TextFacts, Sweep]:
    """Texts along f, and spreads along f and N."""
    spreads = {
        k: (["f", "tokens"], [[figures(s, 3) for s in row] for row in solution.spread[:, :, e]])
        for e, k in enumerate(("k1", "k2", "k3"))
    }
    columns: dict[str, Any] = {
        "kl": (["f"], [figures(kl, 3) for kl in solution.kl]),
        "tokens": (["tokens"], [f"{n:g}" for n in solution.axes["tokens"]]),
        "noise": (["f"], _noise(solution)),
        "mood": (["f"], _moods(solution)),
        **spreads,
    }
    html = (
        f"The KL is {slot('kl')} nats. Estimated from N = {slot('tokens')} tokens, "
        f"k1 strays from its mean by {slot('k1', 'k1')}, k2 by {slot('k2', 'k2')} and k3 by "
        f"{slot('k3', 'k3')}. {slot('noise')} {slot('mood')}"
    )
    sweep = Sweep(solution.axes, columns)
    return prose(steady(html, sweep) + ASIDE), sweep


SENTENCE = View("text", contents)


def _noise(solution: Solution) -> list[str]:
    return [
        f"{percent(negative)} of single tokens have a negative k1."
        for negative in solution.negative[:, 0]
    ]


def _moods(solution: Solution) -> list[str]:
    return [_mood(*at) for at in zip(solution.bias[:, 1], solution.kl, solution.std, strict=True)]


def _mood(bias: float, kl: float, std: Any) -> str:
    if kl < 1e-12:
        return "At f = 0 both policies are the same, and all three are exactly right."
    side = f"k2 is biased {'upward' if bias > 0 else 'low'}, by {percent(abs(bias) / kl)}"
    if std[2] > std[0]:
        return (
            f"{side}; k3 is treacherous here: rare tokens with a huge term make it noisier than k1."
        )
    return f"{side}; k3 is right on average, and steadier than k1."
