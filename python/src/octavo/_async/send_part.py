"""Sends one part of a file to a signed URL of the storage, without credentials."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx

from ..errors import ConnectionFailedError, ConnectionTimeoutError
from .transport import AsyncTransport

_next_step = "Check that this machine reaches the storage, or send forms instead with direct_uploads=False."


async def send_part(
    transport: AsyncTransport, url: str, content: AsyncIterator[bytes], size: int
) -> None:
    host = urlsplit(url).netloc
    idle_timeout = transport.settings.idle_timeout
    request = transport.http.build_request(
        "PUT",
        url,
        headers={"content-length": str(size)},
        content=content,
        timeout=httpx.Timeout(idle_timeout, connect=min(idle_timeout, transport.settings.timeout)),
    )
    # A client of httpx that was passed in may add them to every request.
    for name in ("authorization", "x-api-key", "cookie"):
        request.headers.pop(name, None)
    try:
        response = await transport.http.send(request, follow_redirects=False, auth=lambda same: same)
    except httpx.TimeoutException as error:
        raise ConnectionTimeoutError(
            f"The storage at {host} did not answer in time.", _next_step
        ) from error
    except httpx.TransportError as error:
        raise ConnectionFailedError(f"The connection to the storage at {host} failed.", _next_step) from error
    if not response.is_success:
        raise ConnectionFailedError(f"The storage at {host} answered {response.status_code}.", _next_step)
