"""What is computed once for all sessions of a process, as far as it fits into a bound of bytes.

Links and typed values make as many solutions as anybody asks for. So all caches are one, which
forgets what was used longest ago once it holds more than ``MOST_BYTES``.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial, wraps
from sys import getsizeof
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar
from weakref import finalize

import numpy as np
from cachetools import LRUCache, cached
from cachetools.keys import hashkey

# The opening states of all scenarios and positions take less than a half of it.
MOST_BYTES: Final = 32 * 2**20

P = ParamSpec("P")
T = TypeVar("T")

# Of what its user gave, a value is small beside these; ``type`` and modules belong to nobody.
_PLAIN = (str, bytes, int, float, bool, type, type(None))
# A list of more than so many of the same is not gone through.
FEW: Final = 8
# By the identity of objects that live.
_sizes: dict[int, int] = {}


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
    if type(value) in _PLAIN:
        return getsizeof(value)
    if type(value) in (list, tuple) and len(value) > FEW and type(value[0]) in _PLAIN:
        # The parts of a long list of numbers or texts are about as large as its first.
        return getsizeof(value) + len(value) * getsizeof(value[0])
    if hasattr(value, "__dict__") and not callable(value):
        return _known(value)
    return getsizeof(value) + sum(_size(part, seen) for part in _parts(value))


def _known(value: Any) -> int:
    """What a solution or a view holds is counted once: many keys and values lead to it."""
    name = id(value)
    if name not in _sizes:
        # Nothing, where it leads back to itself.
        _sizes[name] = 0
        seen = {name}
        held = getsizeof(value) + sum(_size(part, seen) for part in vars(value).values())
        _sizes[name] = held
        finalize(value, _sizes.pop, name, None)
    return _sizes[name]


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return (*value, *value.values())
    return value if isinstance(value, list | tuple | set | frozenset) else ()


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
