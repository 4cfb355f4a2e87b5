"""Large files sent directly to the storage of a service that offers it: intact, also over a bad line."""

from __future__ import annotations

import asyncio
import hashlib
import re
from pathlib import Path
from threading import Lock
from typing import Any

import httpx
import pytest

from octavo import AsyncOctavo, Octavo
from octavo.types import Job

SIZE = 40 * 1024 * 1024


@pytest.fixture(scope="module")
def large(documents: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A document of 40 MB: blanks before the table of objects, which moves."""
    small = (documents / "small.pdf").read_bytes()
    table = small.rindex(b"\nxref\n") + 1
    tail_bytes = len(re.sub(rb"startxref\n\d+", b"startxref\n%d" % SIZE, small[table:]))
    moved = SIZE - tail_bytes
    tail = re.sub(rb"startxref\n\d+", b"startxref\n%d" % moved, small[table:])
    path = tmp_path_factory.mktemp("large") / "large.pdf"
    path.write_bytes(small[:table].ljust(moved) + tail)
    assert path.stat().st_size == SIZE
    return path


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def file_of(client: Octavo, job: Job) -> tuple[str, str]:
    found = client.jobs.retrieve(job["id"], include=["file"])["file"]
    return found["name"], found["sha256"]


class BadLine(httpx.HTTPTransport):
    """Breaks some requests with a body after they were begun."""

    def __init__(self, broken: set[int]) -> None:
        super().__init__()
        self._lock = Lock()
        self._broken = broken
        self.puts = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "PUT":
            with self._lock:
                self.puts += 1
                is_broken = self.puts in self._broken
            if is_broken:
                request.stream = _CutStream(request.stream)
        return super().handle_request(request)


class _CutStream(httpx.SyncByteStream):
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __iter__(self) -> Any:
        for count, chunk in enumerate(self._stream):
            if count == 3:
                raise httpx.WriteError("connection reset")
            yield chunk


def test_a_large_file_arrives_intact_over_a_bad_line(facts: dict[str, Any], large: Path) -> None:
    line = BadLine(broken={1, 4, 5})
    with httpx.Client(transport=line) as http:
        client = Octavo(api_key=facts["apiKey"], base_url=facts["baseUrl"], http_client=http)
        job = client.jobs.create(large, options={"format": ["text"]})
        assert file_of(client, job) == ("large.pdf", sha256_of(large))
        client.jobs.delete(job["id"])
    # Five parts of 8 MiB, and the broken ones again.
    assert line.puts == 8


def test_the_asynchronous_client_uploads_directly(
    facts: dict[str, Any], client: Octavo, large: Path
) -> None:
    methods: list[str] = []

    async def note(request: httpx.Request) -> None:
        methods.append(request.method)

    async def run() -> Job:
        async with httpx.AsyncClient(event_hooks={"request": [note]}) as http:
            uploader = AsyncOctavo(api_key=facts["apiKey"], base_url=facts["baseUrl"], http_client=http)
            with large.open("rb") as file:
                return await uploader.jobs.create(file, options={"format": ["text"]})

    job = asyncio.run(run())
    assert sorted(methods) == ["POST", "POST", *["PUT"] * 5]
    assert file_of(client, job) == ("large.pdf", sha256_of(large))
    client.jobs.delete(job["id"])


def test_an_interrupted_upload_is_continued_and_becomes_one_job(client: Octavo, large: Path) -> None:
    made = client.uploads.create(file_name="März.pdf", bytes=SIZE, sha256=sha256_of(large))
    first = made["parts"][0]
    content = large.read_bytes()[: first["bytes"]]
    assert httpx.put(first["url"] or "", content=content).status_code == 200
    upload = client.uploads.retrieve(made["id"])
    assert [part["uploaded"] for part in upload["parts"]] == [True, False, False, False, False]
    client.uploads.send(upload, large)
    job = client.jobs.create(upload_id=made["id"], options={"format": ["text"]})
    assert client.uploads.retrieve(made["id"])["job_id"] == job["id"]
    assert file_of(client, job) == ("März.pdf", sha256_of(large))
    client.jobs.delete(job["id"])
