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
from .send_upload import send_upload
from .transport import AsyncForm, AsyncTransport
from .upload_directly import abandon_upload, begin_direct_upload, large_file

_first_pause = 2.0
_pause_max = 15.0


@dataclass(frozen=True)
class SlotWait:
    #: The response of the server, with the number of active jobs.
    error: TooManyRequestsError
    #: Seconds.
    waited: float


@dataclass(frozen=True)
class _Submission:
    key: str
    slot_timeout: float | None
    on_slot_wait: Callable[[SlotWait], None] | None


def _time_text(moment: str | datetime | None) -> str | None:
    if not isinstance(moment, datetime):
        return moment
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def submit_job(
    transport: AsyncTransport,
    file: FileInput | None,
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
    if sum(given is not None for given in (file, source_job_id, upload_id, source_url)) != 1:
        raise InputError(
            "A job needs exactly one file.",
            "Pass one of file, source_job_id, upload_id and source_url.",
        )
    source = None if file is None else open_file_source(file)
    fields = {
        "options": json.dumps(options) if options else None,
        "source_job_id": source_job_id,
        "upload_id": upload_id,
        "source_url": source_url,
        "expires_at": _time_text(expires_at),
    }
    key = idempotency_key or str(uuid4())
    submission = _Submission(key, slot_timeout, on_slot_wait)
    in_form = AsyncForm(fields, source, on_upload_progress)
    large = large_file(transport, source)
    upload = None if large is None else await begin_direct_upload(transport, large)
    if large is None or upload is None:
        return await _send_until_slot(transport, in_form, submission)
    try:
        await send_upload(transport, upload, large, on_upload_progress)
        by_id = AsyncForm({**fields, "upload_id": upload["id"]}, None)
        return await _send_until_slot(transport, by_id, submission)
    except BaseException:
        await abandon_upload(transport, upload)
        raise


async def _send_until_slot(transport: AsyncTransport, form: AsyncForm, submission: _Submission) -> Job:
    request = ApiRequest("POST", "/jobs", headers={"idempotency-key": submission.key})
    limit = submission.slot_timeout
    if limit is None:
        limit = transport.settings.slot_timeout
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
            if submission.on_slot_wait is not None:
                submission.on_slot_wait(SlotWait(error, waited))
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
