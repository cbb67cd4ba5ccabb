"""What is computed once for all sessions of a process, as far as it fits into a bound of bytes.

Links and typed values make as many solutions as anybody asks for. So all caches are one, which
forgets what was used longest ago once it holds more than ``MOST_BYTES``.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial, wraps
from sys import getsizeof
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np
from cachetools import LRUCache, cached
from cachetools.keys import hashkey

# The opening state of every scenario and position takes a tenth of it.
MOST_BYTES: Final = 32 * 2**20

P = ParamSpec("P")
T = TypeVar("T")

# Of what its user gave, a value is small beside these; ``type`` and modules belong to nobody.
_PLAIN = (str, bytes, int, float, type, type(None))


def size_of(value: Any) -> int:
    """The bytes that a value holds: its arrays and texts, and the objects that lead to them."""
    return _size(value, set())


def _size(value: Any, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        # A part of an array keeps all of it.
        return getsizeof(value) + (_size(value.base, seen) if value.base is not None else 0)
    return getsizeof(value) + sum(_size(part, seen) for part in _parts(value))


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, _PLAIN) or callable(value):
        return ()
    if isinstance(value, Mapping):
        return (*value, *value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return value
    return vars(value).values() if hasattr(value, "__dict__") else ()


_held: LRUCache[Hashable, Any] = LRUCache(MOST_BYTES, getsizeof=size_of)
_lock = RLock()


def shared(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function of hashable arguments returns, for all that ask for the same."""

    @cached(_held, key=partial(hashkey, function), lock=_lock)
    def kept(*args: P.args, **named: P.kwargs) -> tuple[Any, T]:
        # What it was asked with is kept by the key, and may be large, too.
        return (args, named), function(*args, **named)

    @wraps(function)
    def asked(*args: P.args, **named: P.kwargs) -> T:
        return kept(*args, **named)[1]

    return asked


def held_bytes() -> int:
    """How much is kept now."""
    return int(_held.currsize)
