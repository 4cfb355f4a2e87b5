"""Share links to the results of jobs, for people without an account."""

from __future__ import annotations

from typing import Unpack

from .._generated.models import CreateShare, NewShare, Share, ShareList
from .._request.api_request import ApiRequest, path_of
from .delete_resource import delete_resource
from .transport import AsyncTransport


class AsyncShares:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, job_id: str, **share: Unpack[CreateShare]) -> NewShare:
        """
        Anyone who has the link can read the result, or only the block `ref`, until the link expires or is revoked. The
        response contains the link in `url`, which is never shown again.
        """
        request = ApiRequest("POST", path_of("jobs", job_id, "shares"), json=share, is_repeatable=False)
        made: NewShare = await self._transport.json(request)
        return made

    async def revoke(self, job_id: str, share_id: str) -> None:
        """The link stops working at once."""
        await delete_resource(self._transport, path_of("jobs", job_id, "shares", share_id))

    async def list(self, job_id: str) -> list[Share]:
        """The links of a job that still work, newest first."""
        shares: ShareList = await self._transport.json(ApiRequest("GET", path_of("jobs", job_id, "shares")))
        return shares["items"]
