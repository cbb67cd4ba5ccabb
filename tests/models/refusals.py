"""What every refusal has in common, and the model that is asked for what it refuses."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from models.scenarios import SCENARIOS

WORKED = SCENARIOS["worked"]
LM, REF, REWARD = WORKED.lm, WORKED.lm.response_logps(), WORKED.reward
INF, NAN = np.inf, np.nan


def refused(call: Callable[[], Any], *fragments: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    assert " must be " in message and "; got " in message
    for fragment in fragments:
        assert fragment in message, message
