"""Webhook messages: what is genuine is accepted, and nothing else."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest

from octavo import WebhookVerificationError, unwrap_webhook

SECRET = "whsec_" + base64.b64encode(b"k" * 24).decode()
OTHER = "whsec_" + base64.b64encode(b"o" * 24).decode()
BODY = json.dumps({"type": "job.done", "timestamp": "t", "data": {"job_id": "j"}})
NOW = 1_800_000_000


def signed(secret: str = SECRET, at: int = NOW, body: str = BODY) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg_1.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = base64.b64encode(digest).decode()
    return {"Webhook-Id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


def test_a_genuine_message_gives_its_event() -> None:
    assert unwrap_webhook(BODY, signed(), SECRET, now=NOW)["type"] == "job.done"
    assert unwrap_webhook(BODY.encode(), signed(), [OTHER, SECRET], now=NOW)["type"] == "job.done"


def test_one_of_several_signatures_is_enough() -> None:
    headers = signed()
    both = f"{signed(OTHER)['webhook-signature']} v2,x {headers['webhook-signature']}"
    assert unwrap_webhook(BODY, {**headers, "webhook-signature": both}, SECRET, now=NOW)


@pytest.mark.parametrize(
    ("body", "headers", "secret"),
    [
        (BODY.replace("done", "fail"), signed(), SECRET),
        (BODY, signed(OTHER), SECRET),
        (BODY, {**signed(), "Webhook-Id": "msg_2"}, SECRET),
        (BODY, {**signed(), "webhook-signature": "v1,!!!"}, SECRET),
        (BODY, {**signed(), "webhook-signature": ""}, SECRET),
        (BODY, signed(at=NOW - 301), SECRET),
        (BODY, signed(at=NOW + 301), SECRET),
        (BODY, {**signed(), "webhook-timestamp": "1e9"}, SECRET),
        (BODY, signed(), "whsec_"),
        (BODY, signed(), "not base64"),
    ],
)
def test_anything_else_is_refused(body: str, headers: dict[str, str], secret: str) -> None:
    with pytest.raises(WebhookVerificationError):
        unwrap_webhook(body, headers, secret, now=NOW)
