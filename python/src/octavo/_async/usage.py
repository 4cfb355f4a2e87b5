"""Page usage of the account, and the plans."""

from __future__ import annotations

from .._generated import models
from .._request.api_request import ApiRequest, path_of
from .transport import AsyncTransport


class AsyncUsage:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(self, *, from_: str | None = None, to: str | None = None) -> models.Usage:
        """Usage by day and by key, both days inclusive (`2026-11-01`); default the current month."""
        request = ApiRequest("GET", "/usage", query={"from": from_, "to": to})
        usage: models.Usage = await self._transport.json(request)
        return usage

    async def of_job(self, job_id: str) -> models.Ledger:
        """The page ledger of one job: reserved, charged, released."""
        ledger: models.Ledger = await self._transport.json(
            ApiRequest("GET", path_of("jobs", job_id, "ledger"))
        )
        return ledger


class AsyncPlans:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> models.Plans:
        plans: models.Plans = await self._transport.json(ApiRequest("GET", "/plans"))
        return plans

    async def current(self) -> models.PlansPlan | None:
        """The plan of the account."""
        plans = await self.list()
        return next((plan for plan in plans["plans"] if plan["tier"] == plans["current"]), None)
