"""The blocking counterparts of what the event loop offers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
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


def is_iterable(value: object) -> bool:
    return isinstance(value, Iterable)


def iterate(source: AnyIterable) -> Iterator[bytes]:
    yield from source
