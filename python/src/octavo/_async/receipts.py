"""Receipts: the keys that sign them, and their verification by the server."""

from __future__ import annotations

from collections.abc import Sequence

from .._generated.models import (
    Erasure,
    Receipt,
    ReceiptKeys,
    ReceiptVerification,
    VerifyReceiptFile,
)
from .._request.api_request import ApiRequest
from .transport import AsyncTransport


class AsyncReceipts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def keys(self) -> ReceiptKeys:
        """The public keys, retired ones included. Keep a copy to verify receipts offline."""
        path = "/.well-known/octavo-receipt-keys.json"
        keys: ReceiptKeys = await self._transport.json(ApiRequest("GET", path))
        return keys

    async def verify(
        self, receipt: Receipt | Erasure, files: Sequence[VerifyReceiptFile] = ()
    ) -> ReceiptVerification:
        """Checks a signature, and whether files are those of the receipt or the erasure certificate."""
        body = {"receipt": receipt, "files": list(files)}
        request = ApiRequest("POST", "/receipts/verify", json=body)
        verification: ReceiptVerification = await self._transport.json(request)
        return verification
