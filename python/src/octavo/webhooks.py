"""Verifies a webhook message as specified by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from time import time
from typing import cast

from ._generated.models import JobDoneMessage, JobFailedMessage, WebhookTestMessage
from .errors import WebhookVerificationError


WebhookEvent = JobDoneMessage | JobFailedMessage | WebhookTestMessage

_default_tolerance = 300.0
_verify_next = (
    "Reject the message. Check that the secret belongs to this webhook and that the body is passed unchanged."
)


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and value:
            return value
    raise WebhookVerificationError(f"The header {name} is missing.", _verify_next)


def _bytes_from_64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _key_from(secret: str) -> bytes:
    key = _bytes_from_64(secret.removeprefix("whsec_"))
    if not key:
        raise WebhookVerificationError(
            "The webhook secret is not valid.", "Pass it exactly as you received it: whsec_…"
        )
    return key


def _check_age(timestamp: str, tolerance: float, now: float | None) -> None:
    is_number = timestamp.isascii() and timestamp.isdigit()
    if is_number and abs((time() if now is None else now) - int(timestamp)) <= tolerance:
        return
    raise WebhookVerificationError(
        "The timestamp of the message is too old or in the future.",
        "Reject the message. If this happens with new messages, correct the clock of this machine.",
    )


def unwrap_webhook(
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = _default_tolerance,
    now: float | None = None,
) -> WebhookEvent:
    """
    Verifies signature and age of a message and returns its event; raises WebhookVerificationError otherwise. Pass the
    body as it was received. `tolerance` is in seconds, `now` a Unix time.
    """
    timestamp = _header(headers, "webhook-timestamp")
    _check_age(timestamp, tolerance, now)
    content = body.encode() if isinstance(body, str) else body
    signed = f"{_header(headers, 'webhook-id')}.{timestamp}.".encode() + content
    given = [
        _bytes_from_64(entry.removeprefix("v1,"))
        for entry in _header(headers, "webhook-signature").split(" ")
        if entry.startswith("v1,")
    ]
    for key in [_key_from(one) for one in ([secret] if isinstance(secret, str) else secret)]:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(one is not None and hmac.compare_digest(one, expected) for one in given):
            return cast(WebhookEvent, json.loads(content))
    raise WebhookVerificationError("The signature does not match.", _verify_next)
