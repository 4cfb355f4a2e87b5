"""What the event loop offers: pauses, and threads for calls that block."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Item = TypeVar("Item")

#: What can be read piece by piece.
AnyIterable = AsyncIterable[bytes] | Iterable[bytes]


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def run_blocking(
    function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Runs a function that waits for a disk, so that the event loop goes on meanwhile."""
    return await asyncio.to_thread(function, *args, **kwargs)


async def run_together(worker: Callable[[], Awaitable[None]], count: int) -> None:
    """Runs a function several times at once, and waits for all of them."""
    await asyncio.gather(*(worker() for _ in range(count)))


def is_iterable(value: object) -> bool:
    return isinstance(value, (AsyncIterable, Iterable))


async def iterate(source: AnyIterable) -> AsyncIterator[bytes]:
    if isinstance(source, AsyncIterable):
        async for chunk in source:
            yield chunk
        return
    iterator = iter(source)

    def read_next() -> bytes | None:
        return next(iterator, None)

    while (following := await asyncio.to_thread(read_next)) is not None:
        yield following
