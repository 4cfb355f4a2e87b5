"""Waits until a job ends, with long polling, or plain polling if the server does not support it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from time import monotonic

from .._generated.models import Job
from .._request.api_request import ApiRequest, path_of
from ..errors import JobDeletedError, JobFailedError, NotFoundError, WaitTimeoutError
from ..events import JobEvent
from .follow_stream import StreamDeadlineError
from .runtime import sleep
from .transport import AsyncTransport
from .watch_job import watch_job

#: Below the usual idle timeout of proxies.
_poll_seconds = 25
#: Enough retries to survive a restart of the server.
_poll_retries = 8
_pause_max = 5.0
DEFAULT_WAIT = 2 * 60 * 60.0


async def wait_for_job(
    transport: AsyncTransport,
    job_id: str,
    *,
    timeout: float | None = None,
    include: Sequence[str] | None = None,
    on_event: Callable[[JobEvent], None] | None = None,
) -> Job:
    limit = DEFAULT_WAIT if timeout is None else timeout
    deadline = monotonic() + limit
    if on_event is not None:
        await _follow(transport, job_id, deadline, on_event)
    # The first poll does not wait. After it, "not found" means that the job was deleted.
    job = await _poll(transport, job_id, 0, include, is_known=on_event is not None)
    pause = 1.0
    while job["status"] not in ("done", "failed"):
        left = deadline - monotonic()
        if left <= 0:
            raise WaitTimeoutError(job_id, limit, job)
        wait = min(_poll_seconds, ceil(left))
        polled_at = monotonic()
        job = await _poll(transport, job_id, wait, include, is_known=True)
        # A server without long polling responds at once.
        is_held = monotonic() - polled_at > wait * 0.5
        if job["status"] not in ("done", "failed") and not is_held:
            await sleep(max(0.0, min(pause, deadline - monotonic())))
        pause = min(pause + 1, _pause_max)
    if job["status"] == "failed":
        raise JobFailedError(job)
    return job


async def _poll(
    transport: AsyncTransport,
    job_id: str,
    wait: int,
    include: Sequence[str] | None,
    *,
    is_known: bool,
) -> Job:
    request = ApiRequest(
        "GET",
        path_of("jobs", job_id),
        query={"wait": wait or None, "include": include},
        timeout=wait + transport.settings.timeout,
        max_retries=max(_poll_retries, transport.settings.max_retries),
    )
    try:
        job: Job = await transport.json(request)
        return job
    except NotFoundError as error:
        if is_known:
            raise JobDeletedError(job_id) from error
        raise


async def _follow(
    transport: AsyncTransport, job_id: str, deadline: float, on_event: Callable[[JobEvent], None]
) -> None:
    """Ends with the last event of the job or at the deadline; the caller then polls the status."""
    try:
        async for event in watch_job(transport, job_id, deadline=deadline):
            on_event(event)
    except StreamDeadlineError:
        pass
