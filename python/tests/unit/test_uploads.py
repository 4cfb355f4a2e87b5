"""Uploads: kinds of files, one job for all retries, and waiting for a slot."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fake_server import FakeServer, breaks, job, ok, refusal

from octavo import BadRequestError, InputError, NamedFile, Octavo, TooManyRequestsError, UploadProgress

pytestmark = pytest.mark.usefixtures("no_pauses")

CONTENT = b"%PDF-1.7 content"


def sent_file(request: httpx.Request) -> tuple[str, bytes]:
    """The name and the bytes of the file in a form."""
    found = re.search(rb'filename="([^"]*)"\r\n[^\r]*\r\n\r\n(.*)\r\n--octavo-', request.content, re.DOTALL)
    assert found is not None
    return found[1].decode(), found[2]


def chunks() -> Iterator[bytes]:
    yield CONTENT[:4]
    yield CONTENT[4:]


class Unseekable(io.BytesIO):
    def seekable(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("file", "name"),
    [
        (CONTENT, "document.pdf"),
        (bytearray(CONTENT), "document.pdf"),
        (memoryview(CONTENT), "document.pdf"),
        (io.BytesIO(CONTENT), "document.pdf"),
        (Unseekable(CONTENT), "document.pdf"),
        (chunks(), "document.pdf"),
        (NamedFile(chunks(), "a.pdf"), "a.pdf"),
        (NamedFile(CONTENT, 'a"b\n“文档”.pdf'), "a%22b%0A“文档”.pdf"),
        (httpx.Response(200, content=CONTENT, request=httpx.Request("GET", "http://a.test/b%20c.pdf")), "b c.pdf"),
    ],
)
def test_every_kind_of_file_is_sent_as_it_is(file: Any, name: str) -> None:
    server = FakeServer(ok(job("pending"), 201))
    server.client().jobs.create(file)
    assert sent_file(server.requests[0]) == (name, CONTENT)


def test_a_path_is_sent_with_its_name_and_length(pdf: Path) -> None:
    server = FakeServer(ok(job("pending"), 201))
    client = server.client()
    client.jobs.create(str(pdf))
    client.jobs.create(pdf)
    client.jobs.create(pdf.as_uri())
    with pdf.open("rb") as file:
        client.jobs.create(file)
    assert {sent_file(request) for request in server.requests} == {("my report.pdf", CONTENT)}
    for request in server.requests:
        assert int(request.headers["content-length"]) == len(request.content)


def test_the_asynchronous_client_takes_asynchronous_iterables(pdf: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield CONTENT[:3]
        yield CONTENT[3:]

    async def run() -> None:
        async with server.async_client() as client:
            await client.jobs.create(NamedFile(pieces(), "a.pdf"))
            await client.jobs.create(pdf)
            await client.jobs.create(chunks())

    server = FakeServer(ok(job("pending"), 201))
    asyncio.run(run())
    assert [sent_file(request)[1] for request in server.requests] == [CONTENT] * 3


def test_what_is_wrong_with_a_path_is_said(tmp_path: Path) -> None:
    client = FakeServer(ok({})).client()
    with pytest.raises(InputError, match="^/no/such.pdf does not exist. Check the path and its permissions.$"):
        client.convert("/no/such.pdf")
    with pytest.raises(InputError, match="is not a file"):
        client.convert(tmp_path)
    with pytest.raises(InputError, match=r"httpx.get\(url\)"):
        client.convert("https://a.test/b.pdf")
    with pytest.raises(InputError, match="not a file"):
        client.convert(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="status 404"):
        client.convert(httpx.Response(404))


def test_retries_have_the_same_idempotency_key_and_the_whole_file(pdf: Path) -> None:
    server = FakeServer(breaks, refusal(503, "service_unavailable"), ok(job("pending"), 201))
    server.client().jobs.create(pdf)
    keys = {request.headers["idempotency-key"] for request in server.requests}
    assert len(server.requests) == 3
    assert len(keys) == 1
    assert sent_file(server.requests[2])[1] == CONTENT


def test_two_submits_have_two_keys_unless_you_pass_one(pdf: Path) -> None:
    server = FakeServer(ok(job("pending"), 201))
    client = server.client()
    client.jobs.create(pdf)
    client.jobs.create(pdf)
    client.jobs.create(pdf, idempotency_key="mine")
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_a_stream_is_sent_again_while_little_of_it_was_read() -> None:
    server = FakeServer(refusal(503, "service_unavailable"), ok(job("pending"), 201))
    server.client().jobs.create(chunks())
    assert sent_file(server.requests[1])[1] == CONTENT


def test_a_long_stream_is_not_sent_again() -> None:
    def long() -> Iterator[bytes]:
        for _ in range(17):
            yield bytes(1024 * 1024)

    server = FakeServer(refusal(503, "service_unavailable"), ok(job("pending"), 201))
    with pytest.raises(Exception, match="No\\."):
        server.client().jobs.create(long())
    assert len(server.requests) == 1


def test_a_job_needs_exactly_one_file(pdf: Path) -> None:
    client = FakeServer(ok({})).client()
    with pytest.raises(InputError):
        client.jobs.create()
    with pytest.raises(InputError):
        client.jobs.create(pdf, source_job_id="j")
    with pytest.raises(InputError):
        client.jobs.create(pdf, source_url="https://a.test/b.pdf")
    with pytest.raises(InputError):
        client.jobs.create(source_job_id="j", source_url="https://a.test/b.pdf")
    with pytest.raises(InputError):
        client.convert()


def test_a_url_is_passed_on_and_fetched_by_the_server() -> None:
    url = "https://a.test/b.pdf?token=secret"
    server = FakeServer(ok(job("pending"), 201), ok(job()), lambda _: httpx.Response(200, text="# B"))
    assert server.client().convert(source_url=url, format=["markdown"]).markdown == "# B"
    content = server.requests[0].content.decode()
    assert f'name="source_url"\r\n\r\n{url}\r\n' in content
    assert 'name="file"' not in content
    assert {request.url.host for request in server.requests} == {"octavo.test"}


def test_a_url_that_the_server_cannot_fetch_is_not_tried_again() -> None:
    server = FakeServer(refusal(400, "source_url_failed"))
    with pytest.raises(BadRequestError) as caught:
        server.client().jobs.create(source_url="https://a.test/b.pdf")
    assert caught.value.code == "source_url_failed"
    assert len(server.requests) == 1


def test_options_come_before_the_file(pdf: Path) -> None:
    server = FakeServer(ok(job("pending"), 201))
    server.client().jobs.create(pdf, options={"format": ["text"], "pages": "1-3"})
    content = server.requests[0].content
    assert b'{"format": ["text"], "pages": "1-3"}' in content
    assert content.index(b'name="options"') < content.index(b'name="file"')


def test_progress_reaches_the_size_of_the_file() -> None:
    seen: list[UploadProgress] = []
    server = FakeServer(ok(job("pending"), 201))
    server.client().jobs.create(bytes(300_000), on_upload_progress=seen.append)
    assert len(seen) > 1
    assert seen[-1] == UploadProgress(300_000, 300_000)


def test_it_waits_for_a_free_slot(no_pauses: list[float]) -> None:
    full = refusal(429, "concurrent_job_limit", {"retry-after": "3"})
    waits: list[object] = []
    server = FakeServer(full, full, ok(job("pending"), 201))
    server.client().jobs.create(CONTENT, on_slot_wait=waits.append)
    assert len(waits) == 2
    assert len(no_pauses) == 2
    assert all(pause >= 3 for pause in no_pauses)


def test_it_does_not_wait_for_a_slot_if_told_so(no_pauses: list[float]) -> None:
    server = FakeServer(refusal(429, "concurrent_job_limit", {"retry-after": "3"}))
    client: Octavo = server.client(slot_timeout=0)
    with pytest.raises(TooManyRequestsError):
        client.jobs.create(CONTENT)
    assert no_pauses == []
