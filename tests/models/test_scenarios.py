"""The registry, and what each scenario promises its reader."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from models.frontier import frontier, true_reward_peak
from models.scenarios import SCENARIOS, VERIFIER_SEED, Scenario


def test_menu_order() -> None:
    assert list(SCENARIOS) == ["worked", "likely-is-good", "blind-spot", "flattery", "verifier"]
    assert len({s.title for s in SCENARIOS.values()}) == 5


def test_every_scenario_is_complete(scenario: Scenario) -> None:
    assert SCENARIOS[scenario.key] is scenario
    assert scenario.title and scenario.summary.endswith((".", "”."))
    assert scenario.reward.shape == (scenario.lm.vocab_size**scenario.lm.length,)
    assert np.isfinite(scenario.lm.response_logps()).all()


def test_every_scenario_is_frozen(scenario: Scenario) -> None:
    with pytest.raises(ValueError, match="read-only"):
        scenario.reward[0] = 9
    with pytest.raises(FrozenInstanceError):
        scenario.title = "other"  # type: ignore[misc]
    if scenario.true_reward is not None:
        with pytest.raises(ValueError, match="read-only"):
            scenario.true_reward[0] = 9


def test_a_scenario_keeps_its_own_copy_of_the_reward() -> None:
    source = np.array([0.0, 1.0, 0.0, 2.0])
    mine = replace(SCENARIOS["worked"], reward=source)
    source[:] = 7
    assert mine.reward.tolist() == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("key", "probs", "rewards"),
    [
        (
            "worked",
            [[0.7, 0.3], [0.6, 0.4], [0.5, 0.5]],
            {"aa": 0, "ab": 1, "ba": 0, "bb": 2},
        ),
        (
            "likely-is-good",
            [[0.5, 0.3, 0.2], [0.6, 0.3, 0.1], [0.5, 0.3, 0.2], [0.4, 0.3, 0.3]],
            {"aa": 0.9, "ab": 1, "ac": 0.3, "ba": 0.5, "bb": 0.4, "bc": 0.2, "ca": 0.3, "cb": 0.1}
            | {"cc": 0},
        ),
        (
            "blind-spot",
            [[0.5, 0.4, 0.1], [0.6, 0.3, 0.1], [0.3, 0.6, 0.1], [0.3, 0.5, 0.2]],
            {"aa": 0.3, "ab": 0.3, "ac": 0.3, "ba": 0.3, "bb": 1, "bc": 0.9, "ca": 0, "cb": 0}
            | {"cc": 1.6},
        ),
    ],
)
def test_published_tables(key: str, probs: list[list[float]], rewards: dict[str, float]) -> None:
    s = SCENARIOS[key]
    np.testing.assert_allclose(np.exp(np.concatenate(s.lm.logps)), probs, atol=1e-15)
    assert dict(zip(s.lm.responses, s.reward, strict=True)) == rewards


def test_worked_best_response_is_as_rare_as_any_and_starts_with_the_rarer_token() -> None:
    s = SCENARIOS["worked"]
    probs, best = s.lm.response_probs(), int(s.reward.argmax())
    assert s.lm.responses[best] == "bb"
    assert probs[best] == pytest.approx(probs.min(), abs=1e-15)
    assert s.lm.logps[0][0, 1] < s.lm.logps[0][0, 0]


def test_blind_spot_is_one_response() -> None:
    s = SCENARIOS["blind-spot"]
    assert s.true_reward is not None
    wrong = np.flatnonzero(s.reward != s.true_reward)
    assert [s.lm.responses[i] for i in wrong] == ["cc"]
    assert s.true_reward[wrong[0]] == 0


def test_flattery_peaks_in_the_middle_and_collapses() -> None:
    s = SCENARIOS["flattery"]
    assert s.true_reward is not None
    assert (s.lm.vocab_size, s.lm.length) == (3, 2)
    assert all(len(word) <= 8 for word in s.lm.vocab)
    assert s.lm.responses[int(s.reward.argmax())] == "genius genius"
    assert s.lm.responses[int(s.true_reward.argmax())] == "sweet wordy"
    start = float(s.lm.response_probs() @ s.true_reward)
    peak = true_reward_peak(s.lm, s.reward, s.true_reward, 0.05, 10)
    assert 0.3 < peak.beta < 0.8
    assert peak.true_reward > start + 0.15
    collapsed = frontier(s.lm, s.reward, [0.05], s.true_reward).true_reward
    assert collapsed is not None and collapsed[0] < 0.05 * start


def test_verifier_pays_for_exactly_two_zeros() -> None:
    s = SCENARIOS["verifier"]
    assert len(s.lm.responses) == 64
    assert sum(len(s.lm.prefixes(t)) for t in range(3)) == 21
    paid = [y for y, r in zip(s.lm.responses, s.reward, strict=True) if r == 1]
    assert paid == [y for y in s.lm.responses if y.count("0") == 2]
    assert set(s.reward) == {0, 1}
    assert s.lm.response_probs() @ s.reward == pytest.approx(0.083, abs=0.001)


def test_verifier_logits_come_from_the_seed() -> None:
    rng = np.random.default_rng(VERIFIER_SEED)
    for t, layer in enumerate(SCENARIOS["verifier"].lm.logps):
        logits = rng.normal(size=(4**t, 4))
        probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        np.testing.assert_allclose(np.exp(layer), probs, rtol=1e-13)
