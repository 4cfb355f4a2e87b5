"""Lets a stream that can be read once be read again for a retry, as long as little of it has been read."""

from __future__ import annotations

from collections.abc import AsyncIterator

from ..errors import InputError

#: The server rejects a request before it has read much, so this buffer is ample.
_kept_bytes_max = 16 * 1024 * 1024


class AsyncReplayableStream:
    def __init__(self, source: AsyncIterator[bytes]) -> None:
        self._source = source
        self._kept: list[bytes] = []
        self._bytes_read = 0

    @property
    def can_reopen(self) -> bool:
        return self._bytes_read <= _kept_bytes_max

    async def open(self) -> AsyncIterator[bytes]:
        if not self.can_reopen:
            raise InputError(
                "Too much of the stream was read to send it again.",
                "Pass a path, a file object or bytes, which can be read again.",
            )
        for chunk in list(self._kept):
            yield chunk
        async for chunk in self._source:
            self._bytes_read += len(chunk)
            if self.can_reopen:
                self._kept.append(chunk)
            else:
                self._kept.clear()
            yield chunk
