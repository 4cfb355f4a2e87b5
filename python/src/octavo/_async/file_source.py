"""Turns every supported kind of input file into a source that can be read, and read again for a retry."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Lock
from typing import IO, Protocol, cast

import httpx

from .._request.file_input import (
    NamedFile,
    name_from_response,
    name_of_file_object,
    open_binary,
    path_from,
    unreadable,
)
from ..errors import InputError
from .replayable_stream import AsyncReplayableStream
from .runtime import AnyIterable, is_iterable, iterate, run_blocking

#: A file as a path, bytes, a file object that is open for reading bytes, an iterable of bytes or a response of httpx.
FileContent = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | AnyIterable | httpx.Response

FileInput = FileContent | NamedFile[FileContent]

_default_name = "document.pdf"
_chunk_bytes = 128 * 1024


class AsyncFileSource(Protocol):
    name: str
    #: None if it is not known before the file was read.
    size: int | None

    @property
    def can_reopen(self) -> bool: ...

    def open(self) -> AsyncIterator[bytes]: ...


class AsyncSplittableFile(AsyncFileSource, Protocol):
    """A file of known size that can be read in parts, also several at the same time."""

    def open_part(self, offset: int, size: int) -> AsyncIterator[bytes]: ...


def _became_shorter(file: object) -> InputError:
    return InputError(
        f"{file} became shorter during the upload.", "Upload it again when it is complete."
    )


class _Bytes:
    can_reopen = True

    def __init__(self, content: memoryview, name: str) -> None:
        self.name = name
        self.size: int | None = content.nbytes
        self._content = content.cast("B")

    async def open(self) -> AsyncIterator[bytes]:
        async for chunk in self.open_part(0, len(self._content)):
            yield chunk

    async def open_part(self, offset: int, size: int) -> AsyncIterator[bytes]:
        part = self._content[offset : offset + size]
        for at in range(0, len(part), _chunk_bytes):
            yield bytes(part[at : at + _chunk_bytes])


class _Path:
    """Read in chunks during the upload, so that memory use does not depend on the size of the file."""

    can_reopen = True

    def __init__(self, path: Path, name: str | None) -> None:
        try:
            found = path.stat()
        except OSError as error:
            raise unreadable(path, error) from error
        if not path.is_file():
            raise InputError(f"{path} is not a file.", "Pass the path of a PDF.")
        self.name = name or path.name
        self.size: int | None = found.st_size
        self._path = path

    async def open(self) -> AsyncIterator[bytes]:
        async for chunk in self.open_part(0, self.size or 0):
            yield chunk

    async def open_part(self, offset: int, size: int) -> AsyncIterator[bytes]:
        try:
            file = await run_blocking(open_binary, self._path)
        except OSError as error:
            raise unreadable(self._path, error) from error
        left = size
        with file:
            await run_blocking(file.seek, offset)
            while left > 0:
                chunk = await run_blocking(file.read, min(_chunk_bytes, left))
                if not chunk:
                    raise _became_shorter(self._path)
                left -= len(chunk)
                yield chunk


class _SeekableFile:
    """A file object: read from where it stands, and again from there for a retry."""

    can_reopen = True

    def __init__(self, file: IO[bytes], name: str) -> None:
        self.name = name
        self._file = file
        self._lock = Lock()
        self._start = file.tell()
        self.size: int | None = file.seek(0, os.SEEK_END) - self._start
        file.seek(self._start)

    async def open(self) -> AsyncIterator[bytes]:
        self._file.seek(self._start)
        while chunk := await run_blocking(self._file.read, _chunk_bytes):
            yield chunk

    async def open_part(self, offset: int, size: int) -> AsyncIterator[bytes]:
        at = self._start + offset
        end = at + size
        while at < end:
            chunk = await run_blocking(self._read_at, at, min(_chunk_bytes, end - at))
            if not chunk:
                raise _became_shorter(self.name)
            at += len(chunk)
            yield chunk

    def _read_at(self, position: int, size: int) -> bytes:
        # The file has one position, and parts are read at the same time.
        with self._lock:
            self._file.seek(position)
            return self._file.read(size)


class _Stream:
    def __init__(self, chunks: AsyncIterator[bytes], name: str, length: int | None = None) -> None:
        self.name = name
        self.size = length
        self._replay = AsyncReplayableStream(chunks)

    @property
    def can_reopen(self) -> bool:
        return self._replay.can_reopen

    def open(self) -> AsyncIterator[bytes]:
        return self._replay.open()


async def _chunks_of(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := await run_blocking(file.read, _chunk_bytes):
        yield chunk


def _from_response(response: httpx.Response, name: str | None) -> AsyncFileSource:
    if not response.is_success:
        raise InputError(
            f"The response to upload has status {response.status_code}.",
            "Check that the file was fetched successfully before you pass the response on.",
        )
    file_name = name or name_from_response(response) or _default_name
    if response.is_closed:
        return _Bytes(memoryview(response.content), file_name)
    length = response.headers.get("content-length", "")
    is_plain = "content-encoding" not in response.headers
    known = int(length) if is_plain and length.isdigit() else None
    return _Stream(response.aiter_bytes(), file_name, known)


def splittable(file: AsyncFileSource) -> AsyncSplittableFile | None:
    """None for a stream."""
    return file if isinstance(file, (_Bytes, _Path, _SeekableFile)) else None


def open_file_source(file: FileInput, name: str | None = None) -> AsyncFileSource:
    if isinstance(file, NamedFile):
        return open_file_source(cast(FileContent, file.content), name or file.name)
    if isinstance(file, (str, os.PathLike)):
        return _Path(path_from(file), name)
    if isinstance(file, (bytes, bytearray, memoryview)):
        return _Bytes(memoryview(file), name or _default_name)
    if isinstance(file, httpx.Response):
        return _from_response(file, name)
    if hasattr(file, "read"):
        readable = cast(IO[bytes], file)
        file_name = name or name_of_file_object(readable) or _default_name
        if readable.seekable():
            return _SeekableFile(readable, file_name)
        return _Stream(_chunks_of(readable), file_name)
    if is_iterable(file):
        return _Stream(iterate(cast(AnyIterable, file)), name or _default_name)
    raise InputError(
        "This input is not a file.",
        "Pass a path, bytes, a file object, an iterable of bytes or a response, or a NamedFile.",
    )
