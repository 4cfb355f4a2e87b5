"""Compares the documents of two done jobs."""

from __future__ import annotations

from typing import Literal

from .._generated.models import Diff, DiffInput
from .._request.api_request import ApiRequest
from .transport import AsyncTransport

Scope = Literal["text", "structure"]


class AsyncDiffs:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, base_job_id: str, head_job_id: str, *, scope: Scope = "text") -> Diff:
        """Added, removed, changed and moved blocks, with pages and boxes on both sides."""
        body: DiffInput = {"base_job_id": base_job_id, "head_job_id": head_job_id, "scope": scope}
        diff: Diff = await self._transport.json(ApiRequest("POST", "/diffs", json=body))
        return diff

    async def html(self, base_job_id: str, head_job_id: str, *, scope: Scope = "text") -> str:
        """The same as a page to read: html without scripts."""
        body: DiffInput = {
            "base_job_id": base_job_id,
            "head_job_id": head_job_id,
            "scope": scope,
            "format": "html",
        }
        response = await self._transport.open(ApiRequest("POST", "/diffs", json=body))
        chunks = [chunk async for chunk in self._transport.chunks(response)]
        return b"".join(chunks).decode()
