"""Events of jobs, as the event streams send them."""

from __future__ import annotations

from typing import Literal, TypedDict

JobStatus = Literal["pending", "processing", "done", "failed"]


class JobState(TypedDict):
    job_id: str
    status: JobStatus
    page_count: int | None
    error_message: str | None


class JobProgressData(TypedDict):
    job_id: str
    stage: Literal["queued", "fetch", "read", "layout", "write", "store", "finished"]
    pages_done: int
    pages_total: int


class JobStateEvent(TypedDict):
    #: Sequence number within the account; None for events that are not stored.
    id: int | None
    type: Literal["job.created", "job.pending", "job.processing", "job.done", "job.failed", "job.deleted"]
    timestamp: str
    data: JobState


class JobProgressEvent(TypedDict):
    id: int | None
    type: Literal["job.progress"]
    timestamp: str
    data: JobProgressData


class StreamResetEvent(TypedDict):
    """Some events are no longer stored: read the jobs again."""

    id: int | None
    type: Literal["stream.reset"]
    timestamp: str
    data: dict[str, object]


JobEvent = JobStateEvent | JobProgressEvent
AccountEvent = JobStateEvent | JobProgressEvent | StreamResetEvent
