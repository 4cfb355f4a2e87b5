"""A file on the server: metadata at once, content on demand, resumed after a broken connection."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from .._request.api_request import ApiRequest
from .._request.file_name import file_name_from
from .._request.retry import delay_before_retry
from ..errors import ConnectionFailedError, InputError
from .runtime import run_blocking, sleep
from .transport import AsyncTransport


@dataclass(frozen=True)
class FileInfo:
    #: The name the server suggests, safe to use as a file name.
    file_name: str
    media_type: str
    size: int | None
    etag: str | None
    #: 206 for a range request; 304 without a body if `if_none_match` matched.
    status: int
    headers: Mapping[str, str]


def file_info_from(response: httpx.Response, fallback_name: str) -> FileInfo:
    length = response.headers.get("content-length")
    return FileInfo(
        file_name=file_name_from(response.headers.get("content-disposition"), fallback_name),
        media_type=response.headers.get("content-type", "application/octet-stream"),
        size=None if length is None else int(length),
        etag=response.headers.get("etag"),
        status=response.status_code,
        headers=response.headers,
    )


class AsyncDownload:
    """The content can be read once."""

    def __init__(
        self, transport: AsyncTransport, request: ApiRequest, response: httpx.Response, info: FileInfo
    ) -> None:
        self.info = info
        self._transport = transport
        self._request = request
        self._response: httpx.Response | None = response

    @classmethod
    async def start(
        cls,
        transport: AsyncTransport,
        path: str,
        fallback_name: str,
        *,
        range: str | None,
        if_none_match: str | None,
    ) -> AsyncDownload:
        # Compressed on the way, a file could not be resumed by bytes.
        headers = {
            "accept": "*/*",
            "accept-encoding": "identity",
            "range": range,
            "if-none-match": if_none_match,
        }
        timeout = transport.settings.idle_timeout
        request = ApiRequest("GET", path, headers=headers, timeout=timeout)
        response = await transport.open(request)
        return cls(transport, request, response, file_info_from(response, fallback_name))

    @property
    def file_name(self) -> str:
        """The name the server suggests, safe to use as a file name."""
        return self.info.file_name

    async def chunks(self) -> AsyncIterator[bytes]:
        """The content in pieces. After a broken connection the rest of the same version is requested."""
        response = self._take()
        bytes_read = 0
        retries_done = 0
        while True:
            try:
                async for chunk in self._transport.chunks(response):
                    bytes_read += len(chunk)
                    retries_done = 0
                    yield chunk
                return
            except ConnectionFailedError:
                if not self._can_resume(retries_done):
                    raise
            await sleep(delay_before_retry(retries_done, None) or 0)
            retries_done += 1
            response = await self._resume(bytes_read)

    async def content(self) -> bytes:
        return b"".join([chunk async for chunk in self.chunks()])

    async def text(self) -> str:
        return (await self.content()).decode()

    async def json(self) -> Any:
        return json.loads(await self.content())

    async def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file to `path` and returns the path. Never leaves a partial file behind."""
        return await save_chunks(self.chunks(), Path(path))

    async def aclose(self) -> None:
        """Closes the connection without reading the rest."""
        response, self._response = self._response, None
        if response is not None:
            await response.aclose()

    def _take(self) -> httpx.Response:
        response, self._response = self._response, None
        if response is None:
            raise InputError("This download was already read.", "Start a new download.")
        return response

    def _can_resume(self, retries_done: int) -> bool:
        """Not for range requests, nor for files without an etag."""
        has_version = self.info.status == 200 and self.info.etag is not None
        return has_version and retries_done < self._transport.settings.max_retries

    async def _resume(self, bytes_read: int) -> httpx.Response:
        headers = {**self._request.headers, "range": f"bytes={bytes_read}-", "if-range": self.info.etag}
        response = await self._transport.open(replace(self._request, headers=headers))
        if response.status_code == 206:
            return response
        await response.aclose()
        raise ConnectionFailedError(
            "The file changed during the download.", "Download it again from the beginning."
        )


async def save_chunks(chunks: AsyncIterator[bytes], path: Path) -> Path:
    """The file appears under its name only when it is complete."""
    await run_blocking(path.parent.mkdir, parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{uuid4().hex[:8]}.part")
    try:
        with partial.open("xb") as file:
            async for chunk in chunks:
                await run_blocking(file.write, chunk)
        return partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
