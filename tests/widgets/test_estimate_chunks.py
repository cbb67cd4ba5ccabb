"""The frames of a run as the browser gets them: all of it real, cumulative, and written right."""

import json
from typing import Any

import browser
import numpy as np
import pytest

from models.estimators import ESTIMATORS, exact_distribution, flatten, moments
from models.runs import Frames, Run
from widgets.estimate.live import BINS, MOST_BATCHES, LiveRun, Settings, edges, exact
from widgets.estimate.positions import EIGHT
from widgets.estimate.state import EstimateState
from widgets.text import figures, percent

DEFAULT = Settings("eight", 0.3, 16, 0)
PLACES = [
    DEFAULT,
    Settings("eight", -0.7, 1, 3),
    Settings("eight", 0.9, 256, 1),
    Settings("eight", 0.0, 32, 5),
    Settings("treacherous", 0.3, 64, 2),
]


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} in a chunk")


def told(text: str) -> dict[str, Any]:
    chunk: dict[str, Any] = json.loads(text, parse_constant=refuse)
    return chunk


def column(chunk: dict[str, Any], name: str) -> Any:
    """A column of the sweep as the browser unpacks it: a row for each tick."""
    packed = chunk["sweep"]["columns"][name]
    assert packed["along"] == ["tick"]
    values = browser.column(chunk["sweep"], name)
    return values if packed["kind"] == "text" else np.reshape(values, (-1, packed["count"]))


def policies(at: Settings) -> tuple[Any, Any]:
    if at.position == "treacherous":
        return (0.99, 0.01), (0.5, 0.5)
    return flatten(EIGHT, at.f), np.array(EIGHT)


def run(at: Settings, frames: int, per_frame: int) -> Frames:
    """The frames of the core, without what the widgets make of them."""
    fresh = Run(*policies(at), at.tokens, edges(at), at.seed)
    return fresh.draw(frames, per_frame)


def says(chunk: dict[str, Any], frames: Frames) -> None:
    """A chunk says what the core says, to the last digit that is written."""
    np.testing.assert_array_equal(column(chunk, "batches")[:, 0], frames.batches)
    error = frames.standard_error
    for e, name in enumerate(ESTIMATORS):
        np.testing.assert_array_equal(column(chunk, f"{name}_counts"), frames.counts[:, e])
        assert column(chunk, f"{name}_average") == [figures(x) for x in frames.mean[:, e]]
        assert column(chunk, f"{name}_share") == [percent(x) for x in frames.below[:, e]]
        for part, values in (("error", error[:, e]), ("spread", frames.std[:, e])):
            expected = ["–" if np.isnan(x) else figures(x) for x in values]
            assert column(chunk, f"{name}_{part}") == expected


@pytest.mark.parametrize("at", PLACES)
def test_a_chunk_is_the_run_of_the_core(at: Settings) -> None:
    chunk = told(LiveRun(at).chunk(20, 7))
    assert chunk["settings"] == vars(at)
    assert (chunk["ticks"], chunk["batches"], chunk["over"]) == (20, 140, False)
    assert chunk["sweep"]["axes"]["tick"] == list(range(20))
    says(chunk, run(at, 20, 7))


@pytest.mark.parametrize("at", PLACES)
def test_counts_are_cumulative_and_sum_to_the_batches(at: Settings) -> None:
    live = LiveRun(at)
    first, second = told(live.chunk(10, 3)), told(live.chunk(5, 11))
    batches = np.concatenate([column(chunk, "batches")[:, 0] for chunk in (first, second)])
    assert batches.tolist() == [*range(3, 31, 3), *range(41, 86, 11)]
    for name in ESTIMATORS:
        counts = np.vstack([column(chunk, f"{name}_counts") for chunk in (first, second)])
        assert counts.shape == (15, BINS + 2)
        np.testing.assert_array_equal(counts.sum(axis=1), batches)
        assert (np.diff(counts, axis=0) >= 0).all()


def test_the_first_batch_has_no_spread_yet() -> None:
    chunk = told(LiveRun(DEFAULT).chunk(2, 1))
    for name in ESTIMATORS:
        for part in ("error", "spread"):
            first, second = column(chunk, f"{name}_{part}")
            assert first == "–" and float(second.replace("−", "-")) >= 0


@pytest.mark.parametrize("at", PLACES)
def test_what_is_exact_of_a_run(at: Settings) -> None:
    said, single = told(LiveRun(at).chunk(1, 1))["exact"], moments(*policies(at))
    kl = single["k1"].mean
    assert said["kl"] == pytest.approx(kl, abs=1e-15)
    assert said["mean"] == pytest.approx([single[name].mean for name in ESTIMATORS], abs=1e-15)
    assert said["edges"] == edges(at).tolist()
    outer = [-np.inf, *said["edges"], np.inf]
    bins = exact_distribution(*policies(at), at.tokens, outer)
    halves = exact_distribution(*policies(at), at.tokens, [-np.inf, kl, np.inf])
    for e, name in enumerate(ESTIMATORS):
        np.testing.assert_allclose(said["bins"][e], bins[name], atol=1e-15)
        assert said["below"][e] == percent(halves[name][0])


@pytest.mark.parametrize("tokens", [1, 16, 32, 256])
@pytest.mark.parametrize("f", [-0.7, 0.0, 0.3])
def test_the_exact_bars_are_whole(f: float, tokens: int) -> None:
    """Where both policies are the same, too."""
    for bins in exact(Settings("eight", f, tokens, 0))["bins"]:
        assert len(bins) == BINS + 2
        assert sum(bins) == pytest.approx(1, abs=1e-8)


@pytest.mark.parametrize("at", PLACES)
def test_one_scale_about_the_kl(at: Settings) -> None:
    scale, k1 = edges(at), moments(*policies(at))["k1"]
    assert len(scale) == BINS + 1
    half = 5 * k1.spread(at.tokens) or 1.0
    assert scale[-1] - scale[0] == pytest.approx(2 * half)
    # Where all estimates are the same they are no edge of a bin, but in the middle of one.
    aside = 0.0 if k1.std else half / BINS
    assert (scale[0] + scale[-1]) / 2 == pytest.approx(k1.mean - aside, abs=1e-12)
    np.testing.assert_allclose(np.diff(scale), 2 * half / BINS, rtol=1e-9)


def test_the_page_opens_with_a_run_of_400_batches() -> None:
    opening = told(EstimateState().chunk)
    whole = run(DEFAULT, 1, 400)
    assert (opening["batches"], opening["over"]) == (400, False)
    assert column(opening, "batches")[-1] == 400
    for e, name in enumerate(ESTIMATORS):
        np.testing.assert_array_equal(column(opening, f"{name}_counts")[-1], whole.counts[-1, e])
        assert column(opening, f"{name}_average")[-1] == figures(whole.mean[-1, e])


@pytest.mark.parametrize("at", PLACES)
def test_the_opening_run_is_played_on(at: Settings) -> None:
    """After the opening comes the 401st batch of the same seed, not the first of another run."""
    state = EstimateState(**vars(at))
    state.draw(1, 1)
    state.draw(3, 9)
    whole = run(at, 428, 1)
    chunk = told(state.chunk)
    assert column(chunk, "batches")[:, 0].tolist() == [410, 419, 428]
    for e, name in enumerate(ESTIMATORS):
        seen = whole.counts[[409, 418, 427], e]
        np.testing.assert_array_equal(column(chunk, f"{name}_counts"), seen)
        assert column(chunk, f"{name}_average")[-1] == figures(whole.mean[-1, e])
        assert column(chunk, f"{name}_spread")[-1] == figures(whole.std[-1, e])


def test_a_run_begun_again_is_the_same_run() -> None:
    state = EstimateState(seed=4)
    seen = []
    for _ in range(2):
        state.start(vars(Settings("eight", 0.3, 16, 4)))
        state.draw(3, 1)
        seen.append(told(state.chunk))
    assert seen[0] == seen[1]
    state.start(vars(Settings("eight", 0.3, 16, 5)))
    state.draw(3, 1)
    assert told(state.chunk)["sweep"] != seen[0]["sweep"]


def played_out(live: LiveRun, per_frame: int) -> list[dict[str, Any]]:
    """All chunks until one brings nothing, and that one."""
    chunks = [told(live.chunk(40, per_frame))]
    while chunks[-1]["ticks"]:
        chunks.append(told(live.chunk(40, per_frame)))
    return chunks


def test_a_run_ends_at_the_limit() -> None:
    *chunks, last = played_out(LiveRun(DEFAULT), 100)
    assert sum(chunk["ticks"] for chunk in chunks) == MOST_BATCHES / 100
    assert [chunk["over"] for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert (chunks[-1]["batches"], last["batches"], last["over"]) == (100_000, 100_000, True)


def test_a_run_ends_at_the_limit_whatever_its_speed() -> None:
    """After a single batch the limit is no multiple of the speed: the last frame is smaller."""
    live = LiveRun(DEFAULT)
    live.chunk(1, 1)
    *chunks, last = played_out(live, 100)
    assert [chunk["over"] for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert (chunks[-1]["batches"], last["batches"], last["over"]) == (100_000, 100_000, True)


def test_what_is_exact_is_sent_once_a_run() -> None:
    live = LiveRun(DEFAULT)
    chunks = [told(live.chunk(0, 1)), told(live.chunk(20, 1)), told(live.chunk(20, 1))]
    assert [chunk["exact"] is not None for chunk in chunks] == [True, False, False]
    assert len(json.dumps(chunks[1])) < 24_000
