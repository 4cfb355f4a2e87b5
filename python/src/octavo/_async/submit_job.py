"""Submits a job, with retries that create one job only, and waits for a free job slot of the plan."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from time import monotonic
from uuid import uuid4

from .._generated.models import Job, ParserOptionsInput, Preflight
from .._request.api_request import ApiRequest
from .._request.form import UploadProgress
from .._request.retry import is_concurrency_limit, with_jitter
from ..errors import InputError, TooManyRequestsError
from .file_source import FileInput, open_file_source
from .runtime import sleep
from .transport import AsyncForm, AsyncTransport

_first_pause = 2.0
_pause_max = 15.0


@dataclass(frozen=True)
class SlotWait:
    #: The response of the server, with the number of active jobs.
    error: TooManyRequestsError
    #: Seconds.
    waited: float


def _time_text(moment: str | datetime | None) -> str | None:
    if not isinstance(moment, datetime):
        return moment
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def submit_job(
    transport: AsyncTransport,
    file: FileInput | None,
    *,
    source_job_id: str | None = None,
    options: ParserOptionsInput | None = None,
    expires_at: str | datetime | None = None,
    idempotency_key: str | None = None,
    slot_timeout: float | None = None,
    on_upload_progress: Callable[[UploadProgress], None] | None = None,
    on_slot_wait: Callable[[SlotWait], None] | None = None,
) -> Job:
    if (file is None) == (source_job_id is None):
        raise InputError("A job needs exactly one file.", "Pass either file or source_job_id.")
    form = AsyncForm(
        fields={
            "options": json.dumps(options) if options else None,
            "source_job_id": source_job_id,
            "expires_at": _time_text(expires_at),
        },
        file=None if file is None else open_file_source(file),
        on_progress=on_upload_progress,
    )
    key = idempotency_key or str(uuid4())
    request = ApiRequest("POST", "/jobs", headers={"idempotency-key": key})
    limit = transport.settings.slot_timeout if slot_timeout is None else slot_timeout
    started_at = monotonic()
    pause = _first_pause
    while True:
        try:
            job: Job = await transport.json(request, form)
            return job
        except TooManyRequestsError as error:
            waited = monotonic() - started_at
            can_send_again = form.file is None or form.file.can_reopen
            if not is_concurrency_limit(error) or waited >= limit or not can_send_again:
                raise
            if on_slot_wait is not None:
                on_slot_wait(SlotWait(error, waited))
            asked = max(error.retry_after or 0.0, pause)
        await sleep(min(with_jitter(asked), limit - waited))
        pause = min(pause * 1.5, _pause_max)


async def inspect_file(
    transport: AsyncTransport,
    file: FileInput,
    options: ParserOptionsInput | None,
    on_upload_progress: Callable[[UploadProgress], None] | None,
) -> Preflight:
    form = AsyncForm(
        fields={"options": json.dumps(options) if options else None},
        file=open_file_source(file),
        on_progress=on_upload_progress,
    )
    found: Preflight = await transport.json(ApiRequest("POST", "/preflight"), form)
    return found
