"""How long the exact core needs, and how that grows with the number of responses."""

import time
from collections.abc import Callable

import numpy as np

from models.frontier import frontier, limits, temperature_curve
from models.grids import stops
from models.lm import ToyLM
from models.summary import summarise
from models.tilt import soft_values, tilted_token_logps
from widgets.tilt.solution import BETAS, TEMPERATURES, solve

# Below this many responses the fixed cost of a call outweighs what depends on them.
SMALLEST = 64
LARGEST = 4096


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """Median time of a call."""
    times = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * float(np.median(times[1:]))


def scenario_ms(repeats: int) -> float:
    """Solving the largest scenario, 64 responses, at all stops of both sliders."""
    betas, temperatures = (tuple(stops(*span).tolist()) for span in (BETAS, TEMPERATURES))
    return milliseconds(lambda: solve.__wrapped__("verifier", betas, temperatures), repeats)


def growth(repeats: int) -> tuple[float, dict[int, float]]:
    """The slope of log time over log V^L, about 1 where cost is linear; the times behind it."""
    sizes = {(v, n): v**n for v in (2, 3, 4) for n in range(1, 7)}
    times = {
        size: milliseconds(_work(v, n), repeats)
        for (v, n), size in sorted(sizes.items(), key=lambda item: item[1])
        if SMALLEST <= size <= LARGEST
    }
    slope = np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)[0]
    return float(slope), times


def _work(vocab_size: int, length: int) -> Callable[[], None]:
    """All that a scenario asks of the core, for a random model of this size."""
    rng = np.random.default_rng(vocab_size + 10 * length)
    logits = [rng.normal(size=(vocab_size**t, vocab_size)) for t in range(length)]
    lm = ToyLM.from_logits("abcd"[:vocab_size], logits)
    reward = rng.normal(size=vocab_size**length)
    betas, temperatures = stops(*BETAS), stops(*TEMPERATURES)

    def work() -> None:
        summarise(lm, reward, betas, temperatures)
        frontier(lm, reward, betas)
        temperature_curve(lm, reward, temperatures)
        limits(lm, reward)
        tilted_token_logps(lm, reward, betas)
        soft_values(lm, reward, betas)

    return work
