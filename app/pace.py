"""How fast a client may talk: a page says some words in a second, a flood thousands.

A part that comes too soon is not refused: it is read later. Until then the client's own socket is
full, and nobody else waits.
"""

import asyncio
from typing import Any, Final
from weakref import WeakKeyDictionary

from widgets.budget import Bucket

# A message has three parts. A hand that types and clicks at its fastest sends ten in a second.
PARTS: Final = 3
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 30, 60

_paces: WeakKeyDictionary[Any, Bucket] = WeakKeyDictionary()


async def in_good_time(socket: Any) -> None:
    """Return when the next part from this socket may be read."""
    if socket not in _paces:
        _paces[socket] = Bucket(PARTS * MESSAGES_A_SECOND, PARTS * MESSAGES_AT_ONCE)
        # Or the parts of an answer wait for one another, a tenth of a second on some networks.
        socket.set_nodelay(True)
    pace = _paces[socket]
    pace.spend(1)
    if not pace.ready:
        await asyncio.sleep(pace.wait)
