"""Waiting, watching and lists."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from fake_server import Answer, FakeServer, breaks, events, job, ok, refusal

from octavo import InputError, JobDeletedError, JobFailedError, NotFoundError, WaitTimeoutError
from octavo._request.event_frames import Frame, FrameParser

pytestmark = pytest.mark.usefixtures("no_pauses")


def state(number: int, status: str) -> dict[str, Any]:
    data = {"job_id": "j1", "status": status, "page_count": None, "error_message": None}
    return {"id": number, "type": f"job.{status}", "timestamp": "2026-11-17T00:00:00Z", "data": data}


def test_it_waits_until_the_job_is_done() -> None:
    server = FakeServer(ok(job("pending")), ok(job("processing")), ok(job("done")))
    assert server.client().jobs.wait("j1")["status"] == "done"
    assert "wait" not in server.requests[0].url.params
    assert server.requests[1].url.params["wait"] == "25"


def test_a_failed_job_raises_its_reason() -> None:
    with pytest.raises(JobFailedError, match="It is broken.") as caught:
        FakeServer(ok(job("failed"))).client().jobs.wait("j1")
    assert caught.value.job_id == "j1"


def test_the_wait_ends_at_its_timeout_and_names_the_job() -> None:
    with pytest.raises(WaitTimeoutError) as caught:
        FakeServer(ok(job("processing"))).client().jobs.wait("j1", timeout=0)
    assert "jobs.wait('j1')" in caught.value.next_step


def test_a_job_that_disappears_was_deleted() -> None:
    client = FakeServer(ok(job("pending")), refusal(404, "job_not_found")).client()
    with pytest.raises(JobDeletedError):
        client.jobs.wait("j1")
    with pytest.raises(NotFoundError):
        FakeServer(refusal(404, "job_not_found")).client().jobs.wait("j1")


def test_a_wait_survives_a_restart_of_the_server() -> None:
    server = FakeServer(*[breaks] * 8, ok(job("done")))
    assert server.client(max_retries=0).jobs.wait("j1")["status"] == "done"


def test_a_stream_goes_on_after_the_last_event_received() -> None:
    server = FakeServer(events(state(7, "pending")), events(state(8, "processing"), state(9, "done")))
    seen = [event["id"] for event in server.client().jobs.watch("j1")]
    assert seen == [7, 8, 9]
    assert server.requests[1].headers["last-event-id"] == "7"


def test_it_polls_where_there_is_no_stream() -> None:
    blocked: Answer = lambda _: httpx.Response(200, text="<html>")
    server = FakeServer(blocked, blocked, ok(job("pending")), ok(job("processing")), ok(job("done")))
    seen = [event["type"] for event in server.client().jobs.watch("j1")]
    assert seen == ["job.pending", "job.processing", "job.done"]


def test_events_are_reported_while_waiting() -> None:
    seen: list[str] = []
    server = FakeServer(events(state(1, "pending"), state(2, "done")), ok(job("done")))
    server.client().jobs.wait("j1", on_event=lambda event: seen.append(event["type"]))
    assert seen == ["job.pending", "job.done"]


def test_frames_may_be_cut_anywhere() -> None:
    text = ": hi\r\n\r\nid: 1\r\ndata: {\"a\":\r\ndata: \"é\"}\r\n\r\ndata: x\n\n".encode()
    for size in (1, 2, 3, 100):
        parser = FrameParser()
        frames = [
            frame for at in range(0, len(text), size) for frame in parser.feed(text[at : at + size])
        ]
        assert frames == [Frame("1", '{"a":\n"é"}'), Frame(None, "x")]


def page(number: int, ids: list[str]) -> Answer:
    return ok({"items": [{"id": one} for one in ids], "total": 5, "page": number, "page_size": 2})


def test_a_list_is_one_page_and_all_items_none_of_them_twice() -> None:
    server = FakeServer(page(1, ["a", "b"]), page(2, ["b", "c"]), page(3, ["d"]))
    first = server.client().jobs.list(page_size=2)
    assert ([one["id"] for one in first.items], first.total, first.has_next_page()) == (["a", "b"], 5, True)
    assert [one["id"] for one in first] == ["a", "b", "c", "d"]
    assert server.requests[2].url.params["page"] == "3"


def test_an_asynchronous_list_is_awaited_or_iterated() -> None:
    async def run() -> tuple[int, list[str]]:
        async with server.async_client() as client:
            total = (await client.jobs.list()).total
            return total, [one["id"] async for one in client.jobs.list()]

    server = FakeServer(page(1, ["a", "b"]), page(1, ["a", "b"]), page(2, ["c", "d"]), page(3, ["e"]))
    assert asyncio.run(run()) == (5, ["a", "b", "c", "d", "e"])


def test_reading_goes_on_with_a_cursor_in_place_of_pages() -> None:
    part = {"content": "a", "next_cursor": "c1"}
    server = FakeServer(ok(part), ok({**part, "content": "b", "next_cursor": None}))
    parts = server.client().jobs.read("j1", pages="1-9", max_tokens=100)
    assert parts.body["content"] == "a"
    assert [one["content"] for one in parts] == ["a", "b"]
    assert dict(server.requests[1].url.params) == {"max_tokens": "100", "cursor": "c1"}


def test_quotes_are_sent_with_what_is_known_about_them() -> None:
    server = FakeServer(ok({"items": []}))
    server.client().jobs.locate("j1", ["a", {"exact": "b", "page": 2}], limit=1)
    assert server.requests[0].content == b'{"quotes": [{"exact": "a"}, {"exact": "b", "page": 2}], "limit": 1}'


def test_a_format_that_was_not_asked_for_says_so() -> None:
    server = FakeServer(
        ok(job("pending"), 201), ok(job("done")), lambda _: httpx.Response(200, text="# Title")
    )
    conversion = server.client().convert(b"%PDF-")
    assert conversion.markdown == "# Title"
    with pytest.raises(InputError, match="html is not among the formats"):
        conversion.html
