"""Erasure certificates of deleted jobs."""

from __future__ import annotations

from .._generated.models import Erasure
from .._request.api_request import ApiRequest, path_of
from .transport import AsyncTransport


class AsyncErasures:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, job_id: str) -> Erasure:
        """A signed statement of what was removed with the job; check it with `receipts.verify`."""
        request = ApiRequest("GET", path_of("erasures", job_id))
        erasure: Erasure = await self._transport.json(request)
        return erasure
