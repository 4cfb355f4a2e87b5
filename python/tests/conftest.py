"""Clients of the running service and documents to send; and clients that make no pauses."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo import Octavo
from octavo.types import Job


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The pauses that the client would have made, in seconds."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    for name in ("transport", "download", "follow_stream", "watch_job", "wait_for_job", "submit_job", "send_upload"):
        monkeypatch.setattr(f"octavo._sync.{name}.sleep", pauses.append)
        monkeypatch.setattr(f"octavo._async.{name}.sleep", pause)
    yield pauses


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "my report.pdf"
    path.write_bytes(b"%PDF-1.7 content")
    return path


@pytest.fixture(scope="session")
def facts() -> dict[str, Any]:
    """Address and credentials of the service, from the end-to-end suite that starts it."""
    found: dict[str, Any] = json.loads(os.environ["OCTAVO_PYTHON_FACTS"])
    return found


@pytest.fixture(scope="session")
def documents() -> Path:
    return Path(os.environ["OCTAVO_PYTHON_DOCUMENTS"])


@pytest.fixture(scope="session")
def client(facts: dict[str, Any]) -> Iterator[Octavo]:
    with Octavo(api_key=facts["apiKey"], base_url=facts["baseUrl"]) as client:
        yield client


@pytest.fixture(scope="session")
def free(facts: dict[str, Any]) -> Iterator[Octavo]:
    """An account with two slots and 1,000 pages."""
    with Octavo(session_token=facts["freeSession"], base_url=facts["baseUrl"]) as client:
        yield client


@pytest.fixture(scope="session")
def done(client: Octavo, documents: Path) -> Job:
    """A converted document with headings, a table and an image."""
    job = client.jobs.create(documents / "rich.pdf", options={"format": ["markdown", "images"]})
    return client.jobs.wait(job["id"], timeout=120)
