"""Files in every form, sent once; slots; and refusals."""

from __future__ import annotations

import hashlib
import io
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from octavo import (
    BadRequestError,
    ConflictError,
    FileTooLargeError,
    NamedFile,
    Octavo,
    QuotaExceededError,
    TooManyRequestsError,
)


def received(client: Octavo, file: Any) -> tuple[str, str]:
    """Name and hash of the file, as the service received it."""
    job_id = client.jobs.create(file, options={"format": ["text"]})["id"]
    try:
        found = client.jobs.retrieve(job_id, include=["file"])["file"]
        return found["name"], found["sha256"]
    finally:
        client.jobs.delete(job_id)


def test_bytes_files_and_streams_arrive_as_they_are(client: Octavo, documents: Path) -> None:
    path = documents / "small.pdf"
    content = path.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    assert received(client, path) == ("small.pdf", sha256)
    assert received(client, content) == ("document.pdf", sha256)
    assert received(client, NamedFile(io.BytesIO(content), "naïve “文档”.pdf")) == ("naïve “文档”.pdf", sha256)
    assert received(client, iter([content[:100], content[100:]])) == ("document.pdf", sha256)
    with path.open("rb") as file:
        assert received(client, file) == ("small.pdf", sha256)


def test_two_submits_with_the_same_key_are_one_job(client: Octavo, documents: Path) -> None:
    key = str(uuid4())
    file = documents / "small.pdf"
    first = client.jobs.create(file, idempotency_key=key)
    assert client.jobs.create(file, idempotency_key=key)["id"] == first["id"]
    with pytest.raises(ConflictError) as caught:
        client.jobs.create(file, options={"format": ["text"]}, idempotency_key=key)
    assert caught.value.code == "idempotency_key_reused"
    client.jobs.delete(first["id"])


def test_the_file_of_a_job_is_submitted_again(client: Octavo, documents: Path) -> None:
    first = client.jobs.create(documents / "small.pdf", options={"format": ["text"]})
    expires_at = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(hours=1)
    again = client.jobs.create(
        source_job_id=first["id"], options={"format": ["html"]}, expires_at=expires_at
    )
    job = client.jobs.retrieve(again["id"], include=["retention"])
    assert job["options"]["format"] == ["html"]
    assert job["retention"]["expires_at"] == expires_at.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    client.jobs.delete(first["id"])
    client.jobs.delete(again["id"])


def test_a_file_is_inspected_before_it_is_submitted(client: Octavo, documents: Path) -> None:
    found = client.jobs.preflight(documents / "many-pages.pdf", {"pages": "1-3"})
    assert (found["pages"], found["cost"]["pages"], found["submit_now"]["status"]) == (1001, 3, 201)


def test_it_waits_for_a_slot_and_takes_it_when_it_is_free(free: Octavo, documents: Path) -> None:
    slow = (documents / "slow.pdf").read_bytes()
    held = [free.jobs.create(slow)["id"], free.jobs.create(slow)["id"]]
    with pytest.raises(TooManyRequestsError) as caught:
        free.jobs.create(slow, slot_timeout=0)
    assert (caught.value.status, caught.value.code) == (429, "concurrent_job_limit")
    assert (caught.value.retry_after or 0) > 0
    waits: list[float] = []

    def on_slot_wait(wait: Any) -> None:
        waits.append(wait.waited)
        if len(waits) == 1:
            free.jobs.delete(held[0])

    third = free.jobs.create(iter([slow]), on_slot_wait=on_slot_wait)
    assert waits
    free.jobs.delete(held[1])
    free.jobs.delete(third["id"])


def test_a_402_has_its_figures_as_numbers(free: Octavo, documents: Path) -> None:
    with pytest.raises(QuotaExceededError) as caught:
        free.jobs.create(documents / "many-pages.pdf")
    error = caught.value
    assert (error.code, error.pdf_pages, error.pages_limit, error.tier) == (
        "page_limit_reached",
        1001,
        1000,
        "free",
    )
    assert error.pages_remaining == (error.pages_limit or 0) - (error.pages_used or 0)


def test_a_400_points_at_every_fault(client: Octavo, documents: Path) -> None:
    options: Any = {"format": ["nothing"], "unknown": 1}
    with pytest.raises(BadRequestError) as caught:
        client.jobs.create(documents / "small.pdf", options=options)
    places = sorted(".".join(str(part) for part in fault["loc"]) for fault in caught.value.faults)
    assert places == ["options.format.0", "options.unknown"]


def test_a_413_arrives_although_most_of_the_file_is_still_to_be_sent(free: Octavo, documents: Path) -> None:
    with pytest.raises(FileTooLargeError) as caught:
        free.jobs.create(documents / "large.pdf")
    assert (caught.value.status, caught.value.code) == (413, "file_too_large")
