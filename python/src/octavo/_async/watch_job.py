"""Yields every change of a job, from its event stream, or by polling if the stream does not work."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any, cast

from .._generated.models import Job
from .._request.api_request import ApiRequest, path_of
from ..errors import ConnectionFailedError, NotFoundError, OctavoError
from ..events import JobEvent, JobStateEvent
from .follow_stream import follow_stream
from .runtime import sleep
from .transport import AsyncTransport

logger = logging.getLogger("octavo")

_empty_connections_max = 2
_poll_seconds = 20
_poll_pause = 1.0
_last_types = ("job.done", "job.failed", "job.deleted")


async def watch_job(
    transport: AsyncTransport,
    job_id: str,
    *,
    last_event_id: int | None = None,
    deadline: float | None = None,
) -> AsyncIterator[JobEvent]:
    status: str | None = None
    try:
        async for event in follow_stream(
            transport,
            path_of("jobs", job_id, "events"),
            last_event_id=last_event_id,
            empty_connections_max=_empty_connections_max,
            deadline=deadline,
        ):
            yield event
            if event["type"] != "job.progress":
                status = event["data"]["status"]
            if event["type"] in _last_types:
                return
        return
    except OctavoError as error:
        if not _is_stream_missing(error):
            raise
        logger.warning("no event stream of job %s, polling instead", job_id)
    async for state in _poll_events(transport, job_id, status):
        yield state


def _is_stream_missing(error: OctavoError) -> bool:
    """A proxy blocks event streams, or the server does not have them yet."""
    if isinstance(error, NotFoundError):
        return error.code != "job_not_found"
    return isinstance(error, ConnectionFailedError)


def _event_of(job: Job) -> JobStateEvent:
    event: Any = {
        "id": None,
        "type": f"job.{job['status']}",
        "timestamp": job["updated_at"],
        "data": {
            "job_id": job["id"],
            "status": job["status"],
            "page_count": job["page_count"],
            "error_message": job["error_message"],
        },
    }
    return cast(JobStateEvent, event)


async def _poll_events(
    transport: AsyncTransport, job_id: str, status: str | None
) -> AsyncIterator[JobStateEvent]:
    while True:
        # A long poll responds only when the job ends, so before processing starts plain polls are used.
        wait = _poll_seconds if status == "processing" else None
        timeout = transport.settings.timeout + _poll_seconds
        request = ApiRequest("GET", path_of("jobs", job_id), query={"wait": wait}, timeout=timeout)
        event = _event_of(await transport.json(request))
        if event["data"]["status"] != status:
            yield event
        if event["type"] in _last_types:
            return
        status = event["data"]["status"]
        await sleep(_poll_pause)
