"""Files that the service fetches, on a service that may read from this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from octavo import BadRequestError, Octavo


@pytest.fixture
def files(facts: dict[str, Any], documents: Path) -> Iterator[str]:
    """Serves one document at any path that ends in .pdf."""
    content = (documents / "rich.pdf").read_bytes()

    class Files(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_known = self.path.endswith(".pdf")
            self.send_response(200 if is_known else 404)
            self.send_header("content-length", str(len(content) if is_known else 0))
            self.end_headers()
            if is_known:
                self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer((facts["webhookHost"], 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{facts['webhookHost']}:{server.server_port}"
    server.shutdown()


def test_the_service_fetches_the_file_of_a_url(client: Octavo, files: str) -> None:
    result = client.convert(source_url=f"{files}/in/report.pdf", format=["markdown"])
    assert "Octavo quarterly report" in (result.markdown or "")
    assert client.jobs.retrieve(result.job_id, include=["file"])["file"]["name"] == "report.pdf"
    with pytest.raises(BadRequestError, match="answered 404") as caught:
        client.convert(source_url=f"{files}/missing")
    assert caught.value.code == "source_url_failed"
