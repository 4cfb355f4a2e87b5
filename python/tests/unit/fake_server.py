"""A server in this process: answers requests from a list, the last answer again and again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx

from octavo import AsyncOctavo, Octavo

Answer = Callable[[httpx.Request], httpx.Response]

BASE_URL = "http://octavo.test"


class BrokenStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body whose connection breaks after some bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __iter__(self) -> Iterator[bytes]:
        yield self._content
        raise httpx.ReadError("connection reset")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._content
        raise httpx.ReadError("connection reset")


class FakeServer:
    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return self._next(request)

    async def answer(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        self.requests.append(request)
        return self._next(request)

    def _next(self, request: httpx.Request) -> httpx.Response:
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return answer(request)

    def client(self, **options: Any) -> Octavo:
        http = httpx.Client(transport=httpx.MockTransport(self._reading))
        return Octavo(**{"api_key": "oct_k", "base_url": BASE_URL, "http_client": http, **options})

    def async_client(self, **options: Any) -> AsyncOctavo:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.answer))
        return AsyncOctavo(**{"api_key": "oct_k", "base_url": BASE_URL, "http_client": http, **options})

    def _reading(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self(request)


def ok(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    return lambda _: httpx.Response(status, json=body, headers=headers)


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> Answer:
    body = {"detail": "No.", "code": code, "request_id": "r1"}
    return lambda _: httpx.Response(status, json=body, headers={"x-request-id": "r1", **(headers or {})})


def breaks(_: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("connection refused")


def times_out(_: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("timed out")


def job(status: str = "done", **more: Any) -> dict[str, Any]:
    return {
        "id": "j1",
        "user_id": "u",
        "status": status,
        "options": {"format": ["markdown"]},
        "page_count": 1 if status == "done" else None,
        "error_message": "It is broken." if status == "failed" else None,
        "created_at": "2026-11-17T00:00:00.000Z",
        "updated_at": "2026-11-17T00:00:01.000Z",
        "download_urls": {},
        **more,
    }


def events(*items: dict[str, Any]) -> Answer:
    frames = "".join(
        f"{'' if one.get('id') is None else 'id: ' + str(one['id']) + chr(10)}"
        f"data: {json.dumps({key: value for key, value in one.items() if key != 'id'})}\n\n"
        for one in items
    )
    return lambda _: httpx.Response(200, text=frames, headers={"content-type": "text/event-stream"})
