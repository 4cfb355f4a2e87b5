"""A download resumes after a broken connection, and never mixes two versions of a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fake_server import Answer, BrokenStream, FakeServer, refusal

from octavo import ConnectionFailedError, InputError, NotFoundError
from octavo._request.file_name import file_name_from
from octavo._request.image_links import relink_images

pytestmark = pytest.mark.usefixtures("no_pauses")

WHOLE = b"0123456789"
HEADERS = {
    "etag": '"v1"',
    "content-type": "text/plain",
    "content-disposition": 'attachment; filename="a.txt"',
}


def breaks_after_4(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, stream=BrokenStream(WHOLE[:4]), headers=HEADERS)


def rest_from(start: int) -> Answer:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.headers["range"] == f"bytes={start}-"
        assert request.headers["if-range"] == '"v1"'
        return httpx.Response(206, content=WHOLE[start:], headers=HEADERS)

    return answer


def test_it_requests_the_rest_of_the_same_version() -> None:
    server = FakeServer(breaks_after_4, rest_from(4))
    download = server.client().jobs.download("j", "text")
    assert (download.file_name, download.info.etag, download.info.media_type) == ("a.txt", '"v1"', "text/plain")
    assert download.text() == "0123456789"
    assert len(server.requests) == 2


def test_the_asynchronous_client_resumes_as_well() -> None:
    async def run() -> str:
        async with server.async_client() as client:
            return await (await client.jobs.download("j", "text")).text()

    server = FakeServer(breaks_after_4, rest_from(4))
    assert asyncio.run(run()) == "0123456789"


def test_it_raises_if_the_file_has_changed() -> None:
    changed: Answer = lambda _: httpx.Response(200, content=WHOLE, headers={**HEADERS, "etag": '"v2"'})
    with pytest.raises(ConnectionFailedError, match="changed"):
        FakeServer(breaks_after_4, changed).client().jobs.download("j", "text").text()


def test_it_gives_up_after_several_attempts_without_data() -> None:
    nothing: Answer = lambda _: httpx.Response(206, stream=BrokenStream(b""), headers=HEADERS)
    server = FakeServer(breaks_after_4, nothing)
    with pytest.raises(ConnectionFailedError):
        server.client().jobs.download("j", "text").text()
    assert len(server.requests) == 3


def test_it_raises_if_the_job_was_deleted_in_the_meantime() -> None:
    with pytest.raises(NotFoundError, match=r"jobs\.list"):
        FakeServer(breaks_after_4, refusal(404, "job_not_found")).client().jobs.download("j", "text").text()


def test_a_part_of_a_file_is_not_resumed() -> None:
    part: Answer = lambda _: httpx.Response(206, stream=BrokenStream(b"01"), headers=HEADERS)
    server = FakeServer(part)
    with pytest.raises(ConnectionFailedError):
        server.client().jobs.download("j", "text", range="bytes=0-5").text()
    assert len(server.requests) == 1


def test_a_saved_file_has_its_name_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.txt"
    download = FakeServer(breaks_after_4, rest_from(4)).client().jobs.download("j", "text")
    assert download.save(path) == path
    assert path.read_bytes() == WHOLE
    assert [one.name for one in path.parent.iterdir()] == ["a.txt"]


def test_a_failed_save_leaves_nothing_behind(tmp_path: Path) -> None:
    server = FakeServer(breaks_after_4, refusal(404, "job_not_found"))
    with pytest.raises(NotFoundError):
        server.client().jobs.download("j", "text").save(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_download_is_read_once() -> None:
    answer: Answer = lambda _: httpx.Response(200, content=WHOLE, headers=HEADERS)
    download = FakeServer(answer).client().jobs.download("j", "text")
    assert download.content() == WHOLE
    with pytest.raises(InputError, match="already read"):
        download.content()


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (None, "fallback"),
        ('attachment; filename="a \\"b\\".md"', "a _b_.md"),
        ("attachment; filename*=utf-8''d%C3%A9j%C3%A0.md; filename=x", "déjà.md"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename=".."', "download"),
        ("attachment", "fallback"),
    ],
)
def test_a_file_name_cannot_lead_elsewhere(header: str | None, name: str) -> None:
    assert file_name_from(header, "fallback") == name


def test_links_lead_to_the_saved_images() -> None:
    markdown = "![](images/a.png) ![](images/other.png)"
    assert relink_images(markdown, "markdown", ["a.png"], "a b-images") == (
        "![](a%20b-images/a.png) ![](images/other.png)"
    )
    assert relink_images('<img src="images/a.png">', "html", ["a.png"], "x") == '<img src="x/a.png">'
    assert relink_images('{"image": "images/a.png"}', "json", ["a.png"], 'a"b') == '{"image": "a\\"b/a.png"}'
