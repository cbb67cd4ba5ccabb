"""Fixtures shared by the tests of the controls and pictures: a state for every scenario."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from models.scenarios import SCENARIOS
from widgets.tilt.solution import Solution
from widgets.tilt.state import TiltState


@pytest.fixture(params=SCENARIOS)
def state(request: pytest.FixtureRequest) -> TiltState:
    return TiltState(scenario=request.param)


@pytest.fixture
def solution(state: TiltState) -> Solution:
    return state.solution
