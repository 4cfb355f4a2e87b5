"""The account of the credentials, its retention setting, its keys, and the health of the server."""

from __future__ import annotations

from .._generated import models
from .._generated.models import AccountSettings, ApiKey, ClosedAccount, Health, NewApiKey, Readiness
from .._request.api_request import ApiRequest, path_of
from .delete_resource import delete_resource
from .transport import AsyncTransport


class AsyncAccount:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def me(self) -> models.Account:
        account: models.Account = await self._transport.json(ApiRequest("GET", "/auth/me"))
        return account

    async def delete(self, email: str) -> ClosedAccount:
        """Deletes the account with everything in it, for good. Needs a session; `email` confirms it."""
        request = ApiRequest("POST", "/account/deletion", json={"email": email}, is_repeatable=False)
        closed: ClosedAccount = await self._transport.json(request)
        return closed


class AsyncRetention:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(self) -> AccountSettings:
        """How many days new jobs are kept; None keeps them until they are deleted."""
        settings: AccountSettings = await self._transport.json(ApiRequest("GET", "/account/settings"))
        return settings

    async def update(self, *, retention_days: int | None) -> AccountSettings:
        """Applies to new jobs. Use `jobs.update` to change the expiry of an existing job."""
        body = {"retention_days": retention_days}
        request = ApiRequest("PATCH", "/account/settings", json=body)
        settings: AccountSettings = await self._transport.json(request)
        return settings


class AsyncApiKeys:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, name: str) -> NewApiKey:
        """The response contains `raw_key`, which is never shown again."""
        request = ApiRequest("POST", "/api-keys", json={"name": name}, is_repeatable=False)
        key: NewApiKey = await self._transport.json(request)
        return key

    async def revoke(self, key_id: str) -> None:
        """Requests with this key are rejected from now on. Revoking a key twice is not an error."""
        await delete_resource(self._transport, path_of("api-keys", key_id))

    async def list(self) -> list[ApiKey]:
        keys: list[ApiKey] = await self._transport.json(ApiRequest("GET", "/api-keys"))
        return keys


class AsyncService:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def health(self) -> Health:
        """Whether the API is up and can reach its database; raises ServiceUnavailableError otherwise."""
        health: Health = await self._transport.json(ApiRequest("GET", "/health"))
        return health

    async def live(self) -> Health:
        """Whether the API process is running."""
        health: Health = await self._transport.json(ApiRequest("GET", "/livez"))
        return health

    async def ready(self) -> Readiness:
        """Whether all dependencies of the API are available."""
        readiness: Readiness = await self._transport.json(ApiRequest("GET", "/readyz"))
        return readiness
