"""Large files go directly to the storage in parts; a broken part is sent again; servers without it get a form."""

from __future__ import annotations

import asyncio
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import httpx
import pytest
from fake_server import job

from octavo import (
    ApiError,
    AsyncOctavo,
    ConnectionFailedError,
    FileTooLargeError,
    InputError,
    NamedFile,
    Octavo,
    UploadProgress,
)
from octavo.types import Upload

pytestmark = pytest.mark.usefixtures("no_pauses")

MEBIBYTE = 1024 * 1024
PART = 8 * MEBIBYTE
CONTENT = b"".join(bytes([at % 251]) * 100_000 for at in range(33 * MEBIBYTE // 100_000 + 1))[: 33 * MEBIBYTE]

#: Says how an attempt of a part fails: an exception, a status, or None.
Fault = Callable[[int, int], Exception | int | None]


class FakeService:
    """An API and its storage in this process."""

    def __init__(self, fault: Fault = lambda part, attempt: None) -> None:
        self._fault = fault
        self._lock = Lock()
        self._urls = 0
        self.routes: list[str] = []
        self.parts: list[httpx.Request] = []
        self.bodies: list[bytes] = []
        self.stored: dict[int, bytes] = {}
        self.attempts: Counter[int] = Counter()
        self.refusals: dict[str, tuple[int, str]] = {}

    def client(self, **options: Any) -> Octavo:
        http = options.pop("http_client", None) or httpx.Client(transport=self.transport())
        return Octavo(**{"api_key": "oct_k", "base_url": "https://octavo.test", "http_client": http, **options})

    def async_client(self, **options: Any) -> AsyncOctavo:
        async def handle(request: httpx.Request) -> httpx.Response:
            await request.aread()
            return self._answer(request)

        http = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        return AsyncOctavo(
            **{"api_key": "oct_k", "base_url": "https://octavo.test", "http_client": http, **options}
        )

    def transport(self) -> httpx.MockTransport:
        def handle(request: httpx.Request) -> httpx.Response:
            request.read()
            return self._answer(request)

        return httpx.MockTransport(handle)

    def whole(self) -> bytes:
        return b"".join(content for _, content in sorted(self.stored.items()))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        with self._lock:
            route = f"{request.method} {request.url.path}"
            self.routes.append(route)
            if request.url.host == "storage.test":
                return self._receive(request)
            if request.method == "POST":
                self.bodies.append(request.content)
            if route in self.refusals:
                status, code = self.refusals[route]
                return httpx.Response(status, json={"detail": "No.", "code": code, "request_id": "r"})
            if route in ("POST /uploads", "GET /uploads/u1"):
                return httpx.Response(201 if request.method == "POST" else 200, json=self._state())
            if route == "POST /jobs":
                return httpx.Response(201, json=job("pending"))
            return httpx.Response(204)

    def _receive(self, request: httpx.Request) -> httpx.Response:
        number = int(request.url.path.rsplit("/", 1)[1])
        self.parts.append(request)
        self.attempts[number] += 1
        fault = self._fault(number, self.attempts[number])
        if isinstance(fault, Exception):
            raise fault
        if fault is None:
            self.stored[number] = request.content
        return httpx.Response(fault or 200)

    def _state(self) -> Upload:
        self._urls += 1
        parts: list[Any] = [
            {
                "number": at // PART + 1,
                "offset": at,
                "bytes": min(PART, len(CONTENT) - at),
                "uploaded": at // PART + 1 in self.stored,
                "url": f"https://storage.test/part/{at // PART + 1}?urls={self._urls}",
            }
            for at in range(0, len(CONTENT), PART)
        ]
        return {
            "id": "u1",
            "status": "open",
            "file_name": "document.pdf",
            "bytes": len(CONTENT),
            "sha256": None,
            "part_bytes": PART,
            "parts": parts,
            "urls_expire_at": "2026-11-18T12:00:00.000Z",
            "job_id": None,
            "created_at": "2026-11-18T11:00:00.000Z",
            "expires_at": "2026-11-19T11:00:00.000Z",
        }


def reset() -> Exception:
    return httpx.WriteError("connection reset")


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.pdf"
    path.write_bytes(CONTENT)
    return path


def submitted_by_id(service: FakeService) -> bool:
    return b'name="upload_id"\r\n\r\nu1\r\n' in service.bodies[-1]


def test_a_large_file_is_sent_in_parts_without_credentials_and_submitted_by_its_id(large: Path) -> None:
    service = FakeService()
    seen: list[UploadProgress] = []
    made = service.client().jobs.create(large, options={"format": ["text"]}, on_upload_progress=seen.append)
    assert made["id"] == "j1"
    assert service.whole() == CONTENT
    assert json.loads(service.bodies[0]) == {"file_name": "large.pdf", "bytes": len(CONTENT)}
    assert submitted_by_id(service)
    assert b'{"format": ["text"]}' in service.bodies[-1]
    assert len(service.parts) == 5
    for part in service.parts:
        assert not {"x-api-key", "authorization", "cookie"} & set(part.headers)
        assert int(part.headers["content-length"]) == len(part.content)
        assert "transfer-encoding" not in part.headers
    assert len(seen) > 100
    assert seen[-1] == UploadProgress(len(CONTENT), len(CONTENT))


def test_the_asynchronous_client_does_the_same(large: Path) -> None:
    async def run() -> None:
        async with service.async_client() as client:
            await client.jobs.create(large)

    service = FakeService(lambda part, attempt: reset() if (part, attempt) == (2, 1) else None)
    asyncio.run(run())
    assert service.whole() == CONTENT
    assert submitted_by_id(service)
    assert service.attempts[1] == 1


@pytest.mark.parametrize("kind", ["bytes", "file object", "from the middle", "named"])
def test_every_file_that_can_be_read_in_parts_is_sent_so(kind: str, large: Path) -> None:
    service = FakeService()
    after_a_header = io.BytesIO(b"header" + CONTENT)
    after_a_header.seek(6)
    with large.open("rb") as opened:
        files: dict[str, Any] = {
            "bytes": CONTENT,
            "file object": opened,
            "from the middle": after_a_header,
            "named": NamedFile(memoryview(CONTENT), "a.pdf"),
        }
        service.client().jobs.create(files[kind])
    assert service.whole() == CONTENT
    assert submitted_by_id(service)


def test_only_broken_parts_are_sent_again_with_fresh_urls(large: Path, no_pauses: list[float]) -> None:
    def fault(part: int, attempt: int) -> Exception | int | None:
        if (part, attempt) == (2, 1):
            return reset()
        return 403 if (part, attempt) == (5, 1) else None

    service = FakeService(fault)
    service.client().jobs.create(large)
    assert service.whole() == CONTENT
    assert service.attempts[1] == 1
    assert "GET /uploads/u1" in service.routes
    again = [part for part in service.parts if part.url.path == "/part/2"][-1]
    assert again.url.params["urls"] != "1"
    assert no_pauses


def test_an_upload_goes_on_as_long_as_something_arrives(large: Path) -> None:
    # Of the parts sent with the same URLs only the first arrives, so there are more failures than retries.
    urls_with_a_part: set[str] = set()

    def fault(part: int, attempt: int) -> Exception | None:
        urls = service.parts[-1].url.params["urls"]
        if urls in urls_with_a_part:
            return reset()
        urls_with_a_part.add(urls)
        return None

    service = FakeService(fault)
    service.client(max_retries=1).jobs.create(large)
    assert service.whole() == CONTENT
    assert len(urls_with_a_part) == 5


def test_it_gives_up_when_nothing_arrives_and_deletes_the_upload(large: Path) -> None:
    service = FakeService(lambda part, attempt: None if part == 1 else reset())
    with pytest.raises(ConnectionFailedError, match="storage at storage.test failed"):
        service.client(max_retries=0).jobs.create(large)
    assert service.routes[-1] == "DELETE /uploads/u1"
    assert "POST /jobs" not in service.routes


def test_the_upload_is_deleted_when_the_job_is_refused(large: Path) -> None:
    service = FakeService()
    service.refusals["POST /jobs"] = (400, "invalid_pdf")
    with pytest.raises(ApiError) as caught:
        service.client().jobs.create(large)
    assert caught.value.code == "invalid_pdf"
    assert service.routes[-1] == "DELETE /uploads/u1"


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, "uploads_not_offered"), (404, "route_not_found"), (403, "upload_limit_reached")],
)
def test_a_form_is_sent_when_the_server_offers_no_upload(status: int, code: str, large: Path) -> None:
    service = FakeService()
    service.refusals["POST /uploads"] = (status, code)
    service.client().jobs.create(large)
    assert service.routes == ["POST /uploads", "POST /jobs"]
    assert len(service.bodies[-1]) > len(CONTENT)


def test_nothing_is_sent_when_the_size_is_refused(large: Path) -> None:
    service = FakeService()
    service.refusals["POST /uploads"] = (413, "file_too_large")
    with pytest.raises(FileTooLargeError):
        service.client().jobs.create(large)
    assert service.routes == ["POST /uploads"]


def test_a_form_is_sent_for_smaller_files_streams_and_on_request(large: Path) -> None:
    service = FakeService()
    pieces: Iterator[bytes] = iter([CONTENT])
    service.client().jobs.create(CONTENT[: 32 * MEBIBYTE - 1])
    service.client().jobs.create(pieces)
    service.client(direct_uploads=False).jobs.create(large)
    assert service.routes == ["POST /jobs"] * 3


def test_a_file_that_becomes_shorter_is_not_submitted(large: Path) -> None:
    def shorten(part: int, attempt: int) -> None:
        with large.open("r+b") as file:
            file.truncate(PART)

    service = FakeService(shorten)
    with pytest.raises(InputError, match="became shorter"):
        service.client().jobs.create(large)
    assert service.routes[-1] == "DELETE /uploads/u1"
    assert "POST /jobs" not in service.routes


def test_headers_of_your_own_http_client_do_not_reach_the_storage(large: Path) -> None:
    service = FakeService()
    headers = {"authorization": "Basic secret", "cookie": "a=b"}
    http = httpx.Client(transport=service.transport(), headers=headers, auth=("user", "secret"))
    service.client(http_client=http).jobs.create(large)
    assert service.whole() == CONTENT
    for part in service.parts:
        assert not {"x-api-key", "authorization", "cookie"} & set(part.headers)


def test_an_interrupted_upload_is_continued(large: Path) -> None:
    service = FakeService()
    client = service.client()
    upload = client.uploads.create(file_name="large.pdf", bytes=len(CONTENT))
    service.stored[1] = CONTENT[:PART]
    seen: list[UploadProgress] = []
    client.uploads.send(client.uploads.retrieve(upload["id"]), large, on_upload_progress=seen.append)
    assert service.whole() == CONTENT
    assert service.attempts[1] == 0
    assert seen[0].bytes_sent > PART
    assert client.jobs.create(upload_id=upload["id"])["id"] == "j1"
    client.uploads.delete(upload["id"])
    assert service.routes[-1] == "DELETE /uploads/u1"


def test_another_file_and_a_stream_are_refused_for_an_upload(large: Path) -> None:
    client = FakeService().client()
    upload = client.uploads.create(bytes=len(CONTENT))
    with pytest.raises(InputError, match="can be read in parts"):
        client.uploads.send(upload, CONTENT[1:])
    with pytest.raises(InputError, match="can be read in parts"):
        client.uploads.send(upload, iter([CONTENT]))


def test_a_cancelled_task_stops_sending_and_deletes_the_upload(large: Path) -> None:
    service = FakeService()

    async def run() -> None:
        started = asyncio.Event()

        async def handle(request: httpx.Request) -> httpx.Response:
            if request.url.host == "storage.test":
                started.set()
                await asyncio.sleep(60)
            await request.aread()
            return service._answer(request)

        http = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        async with service.async_client(http_client=http) as client:
            task = asyncio.create_task(client.jobs.create(large))
            await started.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert service.routes == ["POST /uploads", "DELETE /uploads/u1"]
