"""Fixtures shared by the tests of the core: every scenario, and the whole range of both sliders."""

import sys
from pathlib import Path

import numpy as np
import pytest

from models.logspace import FloatArray, log_of
from models.scenarios import SCENARIOS, Scenario

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("refusals")


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return SCENARIOS[request.param]


@pytest.fixture
def betas() -> FloatArray:
    return np.geomspace(1e-3, 1e3, 61)


@pytest.fixture
def temperatures() -> FloatArray:
    return np.geomspace(1e-2, 1e2, 41)


@pytest.fixture
def policies(scenario: Scenario) -> FloatArray:
    """Random policies over whole responses, from nearly uniform to nearly deterministic."""
    rng = np.random.default_rng(20)
    size = len(scenario.reward)
    spread = np.repeat([0.05, 0.5, 5.0], 10)
    return log_of(np.array([rng.dirichlet(np.full(size, a)) for a in spread]))
