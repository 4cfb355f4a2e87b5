"""Which responses are worth a retry, and how long to wait before it. Times are in seconds."""

from __future__ import annotations

from collections.abc import Callable
from random import random

from ..errors import ApiError, ConnectionFailedError

_first_delay = 0.5
_delay_max = 8.0
#: A longer Retry-After is reported to the caller instead of waiting silently.
_retry_after_max = 60.0
_repeatable_statuses = frozenset({408, 429, 500, 502, 503, 504})


def is_concurrency_limit(error: ApiError) -> bool:
    """`jobs.create` handles these itself: it waits for a slot; quick retries would not help."""
    return error.code in ("concurrent_job_limit", "too_many_uploads")


def with_jitter(delay: float, rand: Callable[[], float] = random) -> float:
    """Adds up to 25 %, so that clients that fail together do not retry together."""
    return delay * (1 + rand() * 0.25)


def delay_before_retry(
    retries_done: int, asked: float | None, rand: Callable[[], float] = random
) -> float | None:
    """None if the server asks for more than a minute."""
    if asked is not None:
        return None if asked > _retry_after_max else with_jitter(asked, rand)
    return with_jitter(min(_first_delay * 2.0**retries_done, _delay_max), rand)


def may_help(error: Exception, is_repeatable: bool) -> bool:
    """
    A request that was turned away with 429, or 503 and Retry-After, had no effect: even one that is not idempotent may
    be retried.
    """
    if not isinstance(error, ApiError):
        return isinstance(error, ConnectionFailedError) and is_repeatable
    if is_concurrency_limit(error):
        return False
    is_turned_away = error.status == 429 or (error.status == 503 and error.retry_after is not None)
    return is_turned_away or (is_repeatable and error.status in _repeatable_statuses)


def may_have_been_processed(error: Exception) -> bool:
    """Without a response, or after a timeout or server error, the server may have processed the request."""
    return not isinstance(error, ApiError) or error.status == 408 or error.status >= 500
