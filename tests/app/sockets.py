"""A page and its socket, for the tests of what is said on it."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.request import urlopen

Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread: the browser's tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def page(server: Any) -> str:
    with urlopen(server.url, timeout=30) as response:
        return str(response.read(), "utf-8")
