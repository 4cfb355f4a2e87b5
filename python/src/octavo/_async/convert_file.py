"""Converts a file in one call: submit the job, wait for it, download the text results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from .._generated.models import Job, ParserOptionsInput
from .._request.form import UploadProgress
from ..events import JobEvent
from ..formats import TEXT_FORMATS
from .conversion import AsyncConversion
from .file_source import FileInput
from .jobs import AsyncJobs
from .submit_job import SlotWait


@dataclass(frozen=True)
class ConvertSettings:
    """Settings of the client, as opposed to the parser options of the API. Times are in seconds."""

    idempotency_key: str | None = None
    wait_timeout: float | None = None
    slot_timeout: float | None = None
    expires_at: str | datetime | None = None
    delete_after: bool = False
    on_upload_progress: Callable[[UploadProgress], None] | None = None
    on_slot_wait: Callable[[SlotWait], None] | None = None
    on_job: Callable[[Job], None] | None = None
    on_event: Callable[[JobEvent], None] | None = None


async def convert_file(
    jobs: AsyncJobs,
    file: FileInput | None,
    options: ParserOptionsInput,
    settings: ConvertSettings,
    source_url: str | None = None,
) -> AsyncConversion:
    accepted = await jobs.create(
        file,
        source_url=source_url,
        options=options,
        expires_at=settings.expires_at,
        idempotency_key=settings.idempotency_key,
        slot_timeout=settings.slot_timeout,
        on_upload_progress=settings.on_upload_progress,
        on_slot_wait=settings.on_slot_wait,
    )
    if settings.on_job is not None:
        settings.on_job(accepted)
    job = await jobs.wait(
        accepted["id"],
        timeout=settings.wait_timeout,
        include=["warnings"],
        on_event=settings.on_event,
    )
    texts = {
        format: await (await jobs.download(job["id"], format)).text()
        for format in TEXT_FORMATS
        if format in job["options"]["format"]
    }
    if settings.delete_after:
        await jobs.delete(job["id"])
    return AsyncConversion(jobs, job, texts)
