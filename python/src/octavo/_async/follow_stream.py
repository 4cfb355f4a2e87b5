"""One endless event stream over many connections, each continuing after the last event received."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any

import httpx

from .._request.api_request import ApiRequest
from .._request.event_frames import FrameParser
from .._request.retry import delay_before_retry
from ..errors import ConnectionFailedError, ServerError
from .runtime import sleep
from .transport import AsyncTransport

#: The server sends a heartbeat every 15 s.
_silence_max = 45.0


class StreamDeadlineError(Exception):
    """The deadline of the caller has passed."""


async def follow_stream(
    transport: AsyncTransport,
    path: str,
    *,
    last_event_id: int | None = None,
    empty_connections_max: float = float("inf"),
    deadline: float | None = None,
) -> AsyncIterator[Any]:
    """
    Raises when as many connections in a row delivered no event as `empty_connections_max` says, or at the deadline,
    which is a time of `monotonic`.
    """
    empty_connections = 0
    while True:
        failure: Exception | None = None
        try:
            response = await _connect(transport, path, last_event_id, deadline)
            if response is None:
                return
            parser = FrameParser()
            async for chunk in transport.chunks(response):
                for frame in parser.feed(chunk):
                    event_id = None if frame.id is None else int(frame.id)
                    empty_connections = 0
                    last_event_id = last_event_id if event_id is None else event_id
                    yield {"id": event_id, **json.loads(frame.data)}
                _check(deadline)
        except (ConnectionFailedError, ServerError) as error:
            failure = error
        _check(deadline)
        empty_connections += 1
        if empty_connections >= empty_connections_max:
            raise failure or ConnectionFailedError(
                "The event stream delivers no events.", "Poll the job instead."
            )
        await sleep(delay_before_retry(empty_connections - 1, None) or 0)


def _check(deadline: float | None) -> None:
    if deadline is not None and monotonic() >= deadline:
        raise StreamDeadlineError


async def _connect(
    transport: AsyncTransport, path: str, last_event_id: int | None, deadline: float | None
) -> httpx.Response | None:
    """None if there will be no more events."""
    left = _silence_max if deadline is None else max(0.05, deadline - monotonic())
    headers = {
        "accept": "text/event-stream",
        "last-event-id": None if last_event_id is None else str(last_event_id),
    }
    request = ApiRequest("GET", path, headers=headers, timeout=min(_silence_max, left))
    response = await transport.open(request)
    media_type = response.headers.get("content-type", "")
    if response.status_code == 200 and media_type.startswith("text/event-stream"):
        return response
    await response.aclose()
    if response.status_code == 204:
        return None
    raise ConnectionFailedError("The response is not an event stream.", "Poll the job instead.")
