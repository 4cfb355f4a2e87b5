"""Webhooks on a service that may post to this machine."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import Any

import pytest

from octavo import Octavo, WebhookVerificationError, unwrap_webhook


def test_a_webhook_is_managed_and_its_messages_verified(client: Octavo, facts: dict[str, Any]) -> None:
    received: Queue[tuple[bytes, dict[str, str]]] = Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.put((body, dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer((facts["webhookHost"], 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    webhook = client.webhooks.create(f"http://{facts['webhookHost']}:{server.server_port}/hook")
    try:
        delivery = client.webhooks.test(webhook["id"])
        body, headers = received.get(timeout=120)
        event = unwrap_webhook(body, headers, webhook["secret"])
        assert event["type"] == "webhook.test"
        with pytest.raises(WebhookVerificationError):
            unwrap_webhook(body + b" ", headers, webhook["secret"])
        assert client.webhooks.delivery(webhook["id"], delivery["id"])["id"] == delivery["id"]
        assert [one["id"] for one in client.webhooks.deliveries(webhook["id"])] == [delivery["id"]]
        rotated = client.webhooks.rotate_secret(webhook["id"])
        client.webhooks.replay(webhook["id"], delivery["id"])
        again, headers = received.get(timeout=120)
        assert unwrap_webhook(again, headers, rotated["secret"])
        assert unwrap_webhook(again, headers, webhook["secret"])
        changed = client.webhooks.update(webhook["id"], enabled=False, events=["job.done"])
        assert (changed["enabled"], changed["events"]) == (False, ["job.done"])
        assert client.webhooks.retrieve(webhook["id"])["enabled"] is False
        assert webhook["id"] in [one["id"] for one in client.webhooks.list()]
    finally:
        client.webhooks.delete(webhook["id"])
        server.shutdown()
