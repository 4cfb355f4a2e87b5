"""Deletes a resource. If an earlier attempt got no response, "not found" counts as deleted."""

from __future__ import annotations

from .._request.api_request import ApiRequest
from ..errors import NotFoundError
from .transport import AsyncTransport


async def delete_resource(transport: AsyncTransport, path: str) -> None:
    try:
        await transport.json(ApiRequest("DELETE", path))
    except NotFoundError as error:
        if error.unanswered_attempts == 0:
            raise
