"""Webhooks: manage them, read their delivery log. `octavo.unwrap_webhook` verifies their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack

from .._generated.models import (
    ListDeliveriesQuery,
    UpdateWebhook,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryDetail,
    WebhookWithSecret,
)
from .._request.api_request import ApiRequest, path_of
from .delete_resource import delete_resource
from .lists import AsyncPage
from .transport import AsyncTransport

WebhookEventType = Literal["job.done", "job.failed"]


class AsyncWebhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        url: str,
        *,
        events: Sequence[WebhookEventType] | None = None,
        description: str | None = None,
    ) -> WebhookWithSecret:
        """All events unless you choose some. The response contains `secret`, which is never shown again."""
        given = {"url": url, "events": events, "description": description}
        body = {name: value for name, value in given.items() if value is not None}
        webhook: WebhookWithSecret = await self._post("webhooks", json=body)
        return webhook

    async def retrieve(self, webhook_id: str) -> Webhook:
        webhook: Webhook = await self._transport.json(
            ApiRequest("GET", path_of("webhooks", webhook_id))
        )
        return webhook

    async def update(self, webhook_id: str, **change: Unpack[UpdateWebhook]) -> Webhook:
        request = ApiRequest("PATCH", path_of("webhooks", webhook_id), json=change)
        webhook: Webhook = await self._transport.json(request)
        return webhook

    async def delete(self, webhook_id: str) -> None:
        await delete_resource(self._transport, path_of("webhooks", webhook_id))

    async def rotate_secret(self, webhook_id: str) -> WebhookWithSecret:
        """Creates a new secret. For 24 hours messages are signed with the old one as well."""
        webhook: WebhookWithSecret = await self._post("webhooks", webhook_id, "rotate-secret")
        return webhook

    async def test(self, webhook_id: str) -> WebhookDelivery:
        """Sends a message of the type `webhook.test`."""
        delivery: WebhookDelivery = await self._post("webhooks", webhook_id, "test")
        return delivery

    def deliveries(
        self, webhook_id: str, **query: Unpack[ListDeliveriesQuery]
    ) -> AsyncPage[WebhookDelivery]:
        """The delivery log, newest first. One page, and iteration over all deliveries."""

        first: Mapping[str, Any] = query

        async def read(page: int | None) -> Any:
            wanted = first if page is None else {**first, "page": page}
            path = path_of("webhooks", webhook_id, "deliveries")
            return await self._transport.json(ApiRequest("GET", path, query=wanted))

        return AsyncPage(read)

    async def delivery(self, webhook_id: str, delivery_id: str) -> WebhookDeliveryDetail:
        """One delivery with its payload and every attempt."""
        path = path_of("webhooks", webhook_id, "deliveries", delivery_id)
        delivery: WebhookDeliveryDetail = await self._transport.json(ApiRequest("GET", path))
        return delivery

    async def replay(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Sends a delivery again, under the same `webhook-id`."""
        delivery: WebhookDelivery = await self._post(
            "webhooks", webhook_id, "deliveries", delivery_id, "replay"
        )
        return delivery

    async def list(self) -> list[Webhook]:
        webhooks: list[Webhook] = await self._transport.json(ApiRequest("GET", "/webhooks"))
        return webhooks

    async def _post(self, *parts: str, json: object | None = None) -> Any:
        """Not retried without a response: none of these requests is idempotent."""
        request = ApiRequest("POST", path_of(*parts), json=json, is_repeatable=False)
        return await self._transport.json(request)
