"""Every table of the explorer against the same models worked out by hand, at every stop.

The frames are looked up as the browser does, so that a column along the wrong axis, or in another
order than the picture draws it, cannot pass.
"""

from itertools import pairwise

import numpy as np
import pytest
from by_hand import ByHand, divergence, mass, mean

from widgets.sweep import Sweep
from widgets.tilt import bars, plane, readouts, tree
from widgets.tilt.explorer import TILT
from widgets.tilt.solution import Solution
from widgets.tilt.state import TiltState
from widgets.view import View

SOME_TEMPERATURES = (0.1, 0.5, 1.0, 2.0, 4.0)
SOME_BETAS = (0.05, 0.42, 1.0, 10.0)


def table(view: View, state: TiltState) -> Sweep:
    return view.contents(state.solution)[1]


@pytest.fixture
def hand(solution: Solution) -> ByHand:
    return ByHand(solution.scenario)


def close(actual: object, expected: object) -> None:
    np.testing.assert_allclose(actual, expected, rtol=1e-9, atol=1e-10)  # type: ignore[arg-type]


def test_tree_at_every_stop(state: TiltState, hand: ByHand) -> None:
    sweep, depth = table(tree.TREE, state), state.solution.scenario.lm.length
    for beta in state.stops["beta"]:
        star, frame = hand.star(beta), sweep.frame(beta=beta)
        ends = [prefix for t in range(1, depth + 1) for prefix in hand.prefixes(t)]
        reach = {prefix: mass(star, prefix) for prefix in [(), *ends]}
        close(frame["reach"], [reach[prefix] for prefix in ends])
        close(frame["edges"], [reach[prefix] / reach[prefix[:-1]] for prefix in ends])


def test_soft_values_at_every_stop(state: TiltState, hand: ByHand) -> None:
    sweep, depth = table(tree.TREE, state), state.solution.scenario.lm.length
    prefixes = [prefix for t in range(depth) for prefix in hand.prefixes(t)]
    for beta in state.stops["beta"]:
        expected = [hand.soft_value(prefix, beta) for prefix in prefixes]
        close(sweep.frame(beta=beta)["soft"], expected)


def test_the_tree_knows_the_reference(state: TiltState, hand: ByHand) -> None:
    facts, _ = tree.contents(state.solution)
    close(facts["edges"], [p for row in hand.rows.values() for p in row])
    close(facts["ref"], list(hand.ref.values()))
    assert facts["responses"] == list(state.solution.scenario.lm.responses)


def test_bars_at_every_stop(state: TiltState, hand: ByHand) -> None:
    sweep = table(bars.BARS, state)
    for beta in state.stops["beta"]:
        frame = sweep.frame(beta=beta, temperature=1)
        close(frame["star"], list(hand.star(beta).values()))
    for temperature in state.stops["temperature"]:
        frame = sweep.frame(beta=1, temperature=temperature)
        close(frame["temp"], list(hand.cooled(temperature).values()))


def test_no_bar_of_the_optimum_is_cut(state: TiltState) -> None:
    facts, sweep = bars.contents(state.solution)
    assert sweep.columns["star"].values.max() <= facts["top"] <= 1
    assert max(facts["ref"]) <= facts["top"]


def test_plane_at_every_stop(state: TiltState, hand: ByHand) -> None:
    sweep = table(plane.PLANE, state)
    wrong = state.solution.scenario.true_reward is not None
    assert ("truth" in sweep.columns) == wrong
    for beta in state.stops["beta"]:
        star, frame = hand.star(beta), sweep.frame(beta=beta, temperature=1)
        close(frame["kl"], divergence(star, hand.ref))
        close(frame["reward"], mean(star, hand.reward))
        close(frame["intercept"], hand.soft_value((), beta))
        if wrong:
            close(frame["truth"], mean(star, hand.truth))


def test_temperature_in_the_plane_at_every_stop(state: TiltState, hand: ByHand) -> None:
    sweep = table(plane.PLANE, state)
    for temperature in state.stops["temperature"]:
        cooled, frame = hand.cooled(temperature), sweep.frame(beta=1, temperature=temperature)
        close(frame["temp_kl"], divergence(cooled, hand.ref))
        close(frame["temp_reward"], mean(cooled, hand.reward))


def test_the_plane_draws_its_stops_where_the_table_has_them(state: TiltState) -> None:
    facts, sweep = plane.contents(state.solution)
    assert facts["stops"]["beta"] == state.stops["beta"].tolist()
    for name in ("kl", "reward"):
        assert facts["stops"][name].tolist() == sweep.columns[name].values.tolist()
    kl, reward = (np.array(facts["curve"][name]) for name in ("kl", "reward"))
    assert (np.diff(kl) <= 1e-12).all() and (np.diff(reward) <= 1e-12).all()
    assert facts["range"]["kl"][1] >= sweep.columns["kl"].values.max()
    low, high = facts["range"]["reward"]
    for name in ("reward", "temp_reward", "truth"):
        if name in sweep.columns:
            values = sweep.columns[name].values
            assert low - 1e-9 <= values.min() and values.max() <= high + 1e-9


def test_readouts(state: TiltState, hand: ByHand) -> None:
    sweep = table(readouts.READOUTS, state)
    for beta in SOME_BETAS:
        best = hand.star(beta)
        for temperature in SOME_TEMPERATURES:
            frame = sweep.frame(beta=beta, temperature=temperature)
            close(frame["log_z"], hand.soft_value((), beta))
            policies = {"ref": hand.ref, "star": best, "temp": hand.cooled(temperature)}
            for key, policy in policies.items():
                close(frame[f"{key}_reward"], mean(policy, hand.reward))
                close(frame[f"{key}_kl"], divergence(policy, hand.ref))
                close(frame[f"{key}_objective"], hand.objective(policy, beta))
                close(frame[f"{key}_gap"], beta * divergence(policy, best))
                short = hand.objective(best, beta) - hand.objective(policy, beta)
                close(frame[f"{key}_short"], short)
                if state.solution.peak is not None:
                    close(frame[f"{key}_truth"], mean(policy, hand.truth))


def test_identities_hold_in_the_readouts_at_every_stop(state: TiltState) -> None:
    columns = {n: column.values for n, column in table(readouts.READOUTS, state).columns.items()}
    close(columns["star_objective"], columns["log_z"])
    for key in ("ref", "star", "temp"):
        close(columns[f"{key}_short"], columns[f"{key}_gap"])
        assert columns[f"{key}_gap"].min() >= -1e-11


def test_true_rewards_are_listed_where_they_differ(state: TiltState) -> None:
    facts, sweep = readouts.contents(state.solution)
    wrong = state.solution.scenario.true_reward is not None
    assert ("true r" in facts["html"]) == ("star_truth" in sweep.columns) == wrong


def test_every_slot_of_the_page_has_a_column(state: TiltState) -> None:
    for place in ("sentence", "readouts", "guide"):
        facts, sweep = TILT.views[place].contents(state.solution)
        slots = {part.partition('"')[0] for part in facts["html"].split('data-slot="')[1:]}
        assert slots <= set(sweep.columns)


def test_no_view_fails_or_shows_a_value_that_is_not_finite(state: TiltState) -> None:
    for place, view in TILT.views.items():
        assert view.at(state.solution).failure == "", place
        for name, column in view.contents(state.solution)[1].columns.items():
            if column.values.dtype.kind == "f":
                assert np.isfinite(column.values).all(), (place, name)


def test_frames_move_little_from_stop_to_stop(state: TiltState) -> None:
    """A neighbour's frame in the wrong place would jump."""
    for view, name in ((plane.PLANE, "intercept"), (bars.BARS, "star")):
        values = table(view, state).columns[name].values
        assert max(np.abs(b - a).max() for a, b in pairwise(values)) < 0.2
