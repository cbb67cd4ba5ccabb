"""What a browser has said and nobody has taken yet: only what still counts of it."""

from collections import deque
from typing import Any, Final

# A page has at most a draw or two under way; of more, the oldest are not wanted any more.
MOST_WAITING: Final = 8


class Inbox:
    """Messages in their order, less those that a later one has overtaken.

    Of values set one after the other, the last counts. A run that is begun leaves nothing of what
    was asked for of the one before.
    """

    def __init__(self) -> None:
        self._waiting: deque[Any] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, message: Any) -> None:
        """Take in a message; it may take the place of others."""
        if _is(message, "start"):
            self._waiting = deque(m for m in self._waiting if not _is(m, "start", "draw"))
        self._waiting.append(message)
        self._merge()
        if len(self._waiting) > MOST_WAITING:
            self._drop()

    def next(self) -> Any:
        """Take out the oldest."""
        return self._waiting.popleft()

    def _merge(self) -> None:
        """One message for those at the end that only set values."""
        while len(self._waiting) > 1 and _sets(self._waiting[-1]) and _sets(self._waiting[-2]):
            later = self._waiting.pop()
            self._waiting[-1] = {"set": self._waiting[-1]["set"] | later["set"]}

    def _drop(self) -> None:
        """The oldest that sets nothing, for a value that was set must not be lost."""
        at = next((i for i, m in enumerate(self._waiting) if not _sets(m)), 0)
        del self._waiting[at]


def _is(message: Any, *names: str) -> bool:
    return isinstance(message, dict) and any(name in message for name in names)


def _sets(message: Any) -> bool:
    return isinstance(message, dict) and isinstance(message.get("set"), dict) and len(message) == 1
