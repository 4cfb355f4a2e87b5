"""Jobs: submit, list, wait, download results, read, delete."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Unpack

from .._generated.models import (
    AccessibilityReport,
    DroppedList,
    ImageListItem,
    Job,
    JobExpiry,
    ListJobsQuery,
    ParserOptionsInput,
    Preflight,
    Receipt,
)
from .._request.api_request import ApiRequest, path_of
from .._request.form import UploadProgress
from ..events import JobEvent
from ..formats import Format, TextFormat
from .delete_resource import delete_resource
from .download import AsyncDownload, FileInfo, file_info_from
from .file_source import FileInput
from .job_reading import AsyncJobReading
from .lists import AsyncPage
from .save_results import save_results
from .submit_job import SlotWait, inspect_file, submit_job
from .wait_for_job import wait_for_job
from .watch_job import watch_job

JobInclude = Literal[
    "error", "file", "origin", "progress", "retention", "timing", "warnings"
]

#: The server writes for two minutes at most, after a wait.
_write_timeout = 180.0


class AsyncJobs(AsyncJobReading):
    async def create(
        self,
        file: FileInput | None = None,
        *,
        source_job_id: str | None = None,
        upload_id: str | None = None,
        source_url: str | None = None,
        options: ParserOptionsInput | None = None,
        expires_at: str | datetime | None = None,
        idempotency_key: str | None = None,
        slot_timeout: float | None = None,
        on_upload_progress: Callable[[UploadProgress], None] | None = None,
        on_slot_wait: Callable[[SlotWait], None] | None = None,
    ) -> Job:
        """
        Submits a file, with `source_job_id` the file of an earlier job again, with `upload_id` one that was uploaded
        before, or with `source_url` a file that the server fetches from a public https URL, if it offers that. Files of
        32 MB and more are uploaded directly to the storage in parts, if the server offers that. Each call has an
        idempotency key, generated or yours, so retries create one job. If no job slot is free, it waits for one, up to
        `slot_timeout` seconds.
        """
        return await submit_job(
            self._transport,
            file,
            source_job_id=source_job_id,
            upload_id=upload_id,
            source_url=source_url,
            options=options,
            expires_at=expires_at,
            idempotency_key=idempotency_key,
            slot_timeout=slot_timeout,
            on_upload_progress=on_upload_progress,
            on_slot_wait=on_slot_wait,
        )

    async def retrieve(self, job_id: str, *, include: Sequence[JobInclude] | None = None) -> Job:
        request = ApiRequest("GET", path_of("jobs", job_id), query={"include": include})
        job: Job = await self._transport.json(request)
        return job

    def list(self, **query: Unpack[ListJobsQuery]) -> AsyncPage[Job]:
        """Newest first. One page, and iteration over all jobs."""

        first: Mapping[str, Any] = query

        async def read(page: int | None) -> Any:
            wanted = first if page is None else {**first, "page": page}
            return await self._transport.json(ApiRequest("GET", "/jobs", query=wanted))

        return AsyncPage(read)

    async def wait(
        self,
        job_id: str,
        *,
        timeout: float | None = None,
        include: Sequence[JobInclude] | None = None,
        on_event: Callable[[JobEvent], None] | None = None,
    ) -> Job:
        """
        Returns the job when it is done. Raises JobFailedError if it failed, and WaitTimeoutError after `timeout`
        seconds (default two hours); the job then keeps running, and you can wait again. `on_event` is called for every
        status change and progress report.
        """
        return await wait_for_job(
            self._transport, job_id, timeout=timeout, include=include, on_event=on_event
        )

    def watch(self, job_id: str, *, last_event_id: int | None = None) -> AsyncIterator[JobEvent]:
        """Yields every status change and progress report of one job until it ends."""
        return watch_job(self._transport, job_id, last_event_id=last_event_id)

    async def download(
        self,
        job_id: str,
        format: Format,
        *,
        range: str | None = None,
        if_none_match: str | None = None,
    ) -> AsyncDownload:
        """
        Downloads a result: read it as text, JSON, bytes or in chunks, or save it. `range` is a part of the file, such as
        `bytes=0-1023`; with a known etag as `if_none_match` the response is 304 without content if nothing changed.
        """
        path = path_of("jobs", job_id, "download", format)
        return await self._download(path, f"{job_id}-{format}", range, if_none_match)

    async def write_outputs(self, job_id: str, *, format: Sequence[TextFormat]) -> Job:
        """
        Adds markdown, json, html or text to a job that is done, at no charge: they are written from the document that
        was stored with it. Other formats need a new job with `source_job_id`.
        """
        path = path_of("jobs", job_id, "outputs")
        request = ApiRequest("POST", path, json={"format": format}, timeout=_write_timeout)
        job: Job = await self._transport.json(request)
        return job

    async def receipt(self, job_id: str) -> Receipt:
        """A signed statement of what the service did with the job; check it with `receipts.verify`."""
        receipt: Receipt = await self._transport.json(
            ApiRequest("GET", path_of("jobs", job_id, "receipt"))
        )
        return receipt

    async def save(
        self,
        job: Job,
        directory: str | os.PathLike[str],
        *,
        formats: Sequence[Format] | None = None,
        stem: str | None = None,
        images: Literal["folder", "zip"] = "folder",
    ) -> dict[Format, Path]:
        """
        Saves the results of a finished job into a directory, named after the submitted file or `stem`. `folder` saves
        each image into `<stem>-images/` and rewrites the links; `zip` saves the archive.
        """
        return await save_results(
            self, job, Path(directory), formats=formats, stem=stem, images_as=images
        )

    async def download_info(self, job_id: str, format: Format) -> FileInfo:
        """Name, size and etag of a result, without downloading it."""
        return await self._info(path_of("jobs", job_id, "download", format), f"{job_id}-{format}")

    async def source(
        self, job_id: str, *, range: str | None = None, if_none_match: str | None = None
    ) -> AsyncDownload:
        """Downloads the submitted file, byte for byte."""
        path = path_of("jobs", job_id, "source")
        return await self._download(path, f"{job_id}.pdf", range, if_none_match)

    async def source_info(self, job_id: str) -> FileInfo:
        return await self._info(path_of("jobs", job_id, "source"), f"{job_id}.pdf")

    async def dropped(self, job_id: str) -> DroppedList:
        """The hidden content that was left out: page, bounding box and reason of each."""
        dropped: DroppedList = await self._transport.json(
            ApiRequest("GET", path_of("jobs", job_id, "dropped"))
        )
        return dropped

    async def accessibility(self, job_id: str) -> AccessibilityReport:
        """
        Of a job with the format `tagged-pdf`: checks before and after, what was written, and what is left to do.
        """
        report: AccessibilityReport = await self._transport.json(
            ApiRequest("GET", path_of("jobs", job_id, "accessibility"))
        )
        return report

    async def images(self, job_id: str) -> Sequence[ImageListItem]:
        """The images of a job with the format `images`, in document order."""
        body = await self._transport.json(ApiRequest("GET", path_of("jobs", job_id, "images")))
        items: Sequence[ImageListItem] = body["items"]
        return items

    async def image(
        self,
        job_id: str,
        name: str,
        *,
        range: str | None = None,
        if_none_match: str | None = None,
    ) -> AsyncDownload:
        return await self._download(path_of("jobs", job_id, "images", name), name, range, if_none_match)

    async def image_info(self, job_id: str, name: str) -> FileInfo:
        return await self._info(path_of("jobs", job_id, "images", name), name)

    async def update(self, job_id: str, *, expires_at: str | None) -> JobExpiry:
        """Changes when the job is deleted automatically; None keeps it."""
        request = ApiRequest("PATCH", path_of("jobs", job_id), json={"expires_at": expires_at})
        expiry: JobExpiry = await self._transport.json(request)
        return expiry

    async def delete(self, job_id: str) -> None:
        """Deletes the job and its files immediately, in any status."""
        await delete_resource(self._transport, path_of("jobs", job_id))

    async def preflight(
        self,
        file: FileInput,
        options: ParserOptionsInput | None = None,
        *,
        on_upload_progress: Callable[[UploadProgress], None] | None = None,
    ) -> Preflight:
        """Checks a file without creating a job: pages, scans, garbled text, cost, recommended options."""
        return await inspect_file(self._transport, file, options, on_upload_progress)

    async def _download(
        self, path: str, name: str, range: str | None, if_none_match: str | None
    ) -> AsyncDownload:
        return await AsyncDownload.start(
            self._transport, path, name, range=range, if_none_match=if_none_match
        )

    async def _info(self, path: str, fallback_name: str) -> FileInfo:
        response = await self._transport.open(ApiRequest("HEAD", path))
        await response.aclose()
        return file_info_from(response, fallback_name)
