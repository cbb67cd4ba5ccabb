"""The steps of "What to try". Their numbers are computed at the step's own settings."""

from typing import Any

import numpy as np

from models.divergence import kl_estimates
from widgets.estimate.live import Settings, exact
from widgets.estimate.positions import POSITIONS
from widgets.estimate.solution import CLAMP, solve
from widgets.guide import Step
from widgets.text import number, percent


def _step(title: str, text: str, button: str, **settings: Any) -> Step:
    return Step(title, text, button, {"position": "eight", "f": 0.3, "tokens": 16, **settings})


def _below(f: float, tokens: int, position: str = "eight") -> str:
    return str(exact(Settings(position, f, tokens, 0))["below"][2])


def steps() -> list[Step]:
    """From the default state to the treacherous one."""
    return [_default(), _flatter(), _sharper(), _one_token(), _many_tokens(), _treacherous()]


def _default() -> Step:
    at = solve("eight", (0.3,))
    ratio = number(at.std[0, 0] / at.std[0, 2], 1)
    text = (
        f"π_θ is a little flatter than π_ref. k1 is unbiased but strays {ratio} times as far as "
        f"k3, and {percent(at.negative[0, 0])} of its tokens are negative."
    )
    return _step("Start here", text, "Set f to 0.3")


def _flatter() -> Step:
    at = solve("eight", (0.9,))
    text = (
        f"Far from the reference, at {number(at.kl[0])} nats, k2 answers another question: its "
        f"mean is {percent(at.bias[0, 1] / at.kl[0])} too high, however many tokens you draw."
    )
    return _step("Flatter", text, "Set f to 0.9", f=0.9)


def _sharper() -> Step:
    at = solve("eight", (-0.7,))
    low = percent(-at.bias[0, 1] / at.kl[0])
    text = (
        f"{_below(-0.7, 16)} of the k3 estimates lie below the KL; a rare token pays it all back. "
        f"k3 now strays further than k1, and k2 is {low} too low."
    )
    return _step("Sharper", text, "Set f to −0.7", f=-0.7)


def _one_token() -> Step:
    text = (
        f"With one token per estimate there are only {len(POSITIONS['eight'].ref)} values, and the "
        "histograms show the terms themselves."
    )
    return _step("One token", text, "Set N to 1", tokens=1)


def _many_tokens() -> Step:
    at = solve("eight", (0.3,))
    spread, least, most = at.spread[0, :, 0], *at.axes["tokens"][[0, -1]]
    text = (
        f"Spread shrinks as 1/√N: k1’s from {number(spread[0], 3)} at N = {least:g} to "
        f"{number(spread[-1], 3)} at N = {most:g}, "
        f"{number(spread[0] / spread[-1], 0)} times less. Read it off the scale, "
        "which shrinks with it. Bias stays."
    )
    return _step("256 tokens", text, "Set N to 256", tokens=256)


def _treacherous() -> Step:
    at, position = solve("treacherous", (0.3,)), POSITIONS["treacherous"]
    assert position.fixed is not None
    dearest = kl_estimates(np.log(position.fixed), np.log(position.ref)).k3.max()
    text = (
        f"π_θ = {position.fixed} against {position.ref}: {_below(0.3, 16, position.key)} of the k3 "
        f"estimates are far too low, since the rare token, whose k3 is {number(dearest, 0)}, was "
        f"not drawn. Clamped at ±{CLAMP:g}, k3 gives {number(at.clamped[0, 2])} for a KL of "
        f"{number(at.kl[0])}."
    )
    return _step("The treacherous case", text, "Show two tokens", position=position.key)
