"""The blocking counterparts of what the event loop offers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Item = TypeVar("Item")

#: What can be read piece by piece.
AnyIterable = Iterable[bytes]


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def run_blocking(
    function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    return function(*args, **kwargs)


def run_together(worker: Callable[[], None], count: int) -> None:
    """Runs a function in several threads, and waits for all of them; after an interruption it does not wait."""
    threads = ThreadPoolExecutor(count)
    try:
        for running in [threads.submit(worker) for _ in range(count)]:
            running.result()
    finally:
        threads.shutdown(wait=False)


def is_iterable(value: object) -> bool:
    return isinstance(value, Iterable)


def iterate(source: AnyIterable) -> Iterator[bytes]:
    yield from source
