"""Sends the missing parts of an upload, a few at a time, and continues after a failure with what has not arrived."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from .._generated.models import Upload, UploadPart
from .._request.api_request import ApiRequest, path_of
from .._request.form import UploadProgress
from .._request.retry import delay_before_retry
from ..errors import ConnectionFailedError, OctavoError
from .file_source import AsyncSplittableFile
from .runtime import run_together, sleep
from .send_part import send_part
from .transport import AsyncTransport

_parts_at_once = 3

OnProgress = Callable[[UploadProgress], None]


class _Progress:
    """Parts are sent at the same time; calls do not overlap. A part that is sent again starts over at 0."""

    def __init__(self, upload: Upload, on_progress: OnProgress | None) -> None:
        self._total = upload["bytes"]
        self._on_progress = on_progress
        self._lock = Lock()
        self._sent = {part["number"]: part["bytes"] for part in upload["parts"] if part["uploaded"]}

    def set(self, number: int, sent: int) -> None:
        with self._lock:
            self._sent[number] = sent
            if self._on_progress is not None:
                self._on_progress(UploadProgress(sum(self._sent.values()), self._total))


@dataclass(frozen=True)
class _Round:
    #: The first one; None if all parts were sent.
    failure: OctavoError | None
    parts_sent: int


async def _content_of(
    file: AsyncSplittableFile, part: UploadPart, progress: _Progress
) -> AsyncIterator[bytes]:
    sent = 0
    async for chunk in file.open_part(part["offset"], part["bytes"]):
        yield chunk
        sent += len(chunk)
        progress.set(part["number"], sent)


async def _send_parts(
    transport: AsyncTransport,
    parts: Sequence[UploadPart],
    file: AsyncSplittableFile,
    progress: _Progress,
) -> _Round:
    """Takes no further part after a failure; those that are under way are awaited."""
    waiting = deque(parts)
    failures: list[OctavoError] = []
    sent: list[int] = []

    async def send_next() -> None:
        while not failures:
            try:
                part = waiting.popleft()
            except IndexError:
                return
            try:
                content = _content_of(file, part, progress)
                await send_part(transport, part["url"] or "", content, part["bytes"])
                sent.append(part["number"])
            except OctavoError as error:
                failures.append(error)

    try:
        await run_together(send_next, _parts_at_once)
    finally:
        # After an interruption, no further part is taken.
        waiting.clear()
    return _Round(failures[0] if failures else None, len(sent))


async def send_upload(
    transport: AsyncTransport,
    upload: Upload,
    file: AsyncSplittableFile,
    on_progress: OnProgress | None = None,
) -> None:
    """Failures in a row count, so that a long upload over a bad line ends only when nothing arrives any more."""
    progress = _Progress(upload, on_progress)
    failures_in_row = 0
    current = upload
    while True:
        missing = [part for part in current["parts"] if not part["uploaded"]]
        done = await _send_parts(transport, missing, file, progress)
        if done.failure is None:
            return
        failures_in_row = 0 if done.parts_sent > 0 else failures_in_row + 1
        is_temporary = isinstance(done.failure, ConnectionFailedError)
        if not is_temporary or failures_in_row > transport.settings.max_retries:
            raise done.failure
        await sleep(delay_before_retry(failures_in_row, None) or 0.0)
        current = await transport.json(ApiRequest("GET", path_of("uploads", upload["id"])))
