"""The errors of the client. A message says what happened, then what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._generated.error_codes import ErrorCode
from ._generated.models import ErrorError, Job


class OctavoError(Exception):
    """The base class of all errors of this package."""

    def __init__(self, summary: str, next_step: str) -> None:
        super().__init__(f"{summary} {next_step}")
        self.next_step = next_step
        """What to do next: the sentence that the message ends with."""


class ConfigurationError(OctavoError):
    """The client was configured incorrectly. No request was sent."""


class InputError(OctavoError):
    """An input file cannot be read, or a result was not asked for."""


class DocumentSchemaError(OctavoError):
    """A json result has a schema that this version of the client does not read."""


class ConnectionFailedError(OctavoError):
    """No response: the connection failed or broke, and retries did not help."""


class ConnectionTimeoutError(ConnectionFailedError):
    """No response in time."""


class RedirectError(OctavoError):
    """The server responded with a redirect, which is never followed: it would send credentials to another origin."""


class WebhookVerificationError(OctavoError):
    """A webhook message has an invalid signature or is too old."""


@dataclass(frozen=True)
class ErrorDetails:
    """Everything an error response says."""

    status: int
    #: Error code of the API; None if the response came from something else, such as a proxy.
    code: ErrorCode | None
    detail: Any
    faults: Sequence[ErrorError]
    request_id: str | None
    #: Seconds.
    retry_after: float | None
    headers: Mapping[str, str]
    #: How often the request was sent, including this time.
    attempts: int
    #: Earlier attempts without a response, which the server may have processed.
    unanswered_attempts: int


class ApiError(OctavoError):
    """An error response of the API. There is one subclass for each status."""

    def __init__(self, details: ErrorDetails, summary: str, next_step: str) -> None:
        super().__init__(summary, next_step)
        self.status = details.status
        self.code = details.code
        #: As sent by the server: a sentence, or for 402 an object with the numbers of pages.
        self.detail = details.detail
        #: The invalid fields of a 400, each with its location, such as `["options", "format", 0]`.
        self.faults = details.faults
        #: Include it when you report a problem.
        self.request_id = details.request_id
        self.retry_after = details.retry_after
        self.headers = details.headers
        self.attempts = details.attempts
        self.unanswered_attempts = details.unanswered_attempts


class BadRequestError(ApiError):
    """400"""


class AuthenticationError(ApiError):
    """401"""


class QuotaExceededError(ApiError):
    """402: not enough pages left this month."""

    def __init__(self, details: ErrorDetails, summary: str, next_step: str) -> None:
        super().__init__(details, summary, next_step)
        figures: dict[str, Any] = details.detail if isinstance(details.detail, dict) else {}
        #: Pages the submitted file would cost.
        self.pdf_pages: int | None = figures.get("pdf_pages")
        self.pages_remaining: int | None = figures.get("pages_remaining")
        self.pages_used: int | None = figures.get("pages_used")
        self.pages_limit: int | None = figures.get("pages_limit")
        self.tier: str | None = figures.get("tier")


class PlanError(ApiError):
    """403: not included in the plan, or a limit of the plan is reached."""


class NotFoundError(ApiError):
    """404"""


class RequestTimeoutError(ApiError):
    """408"""


class ConflictError(ApiError):
    """409"""


class FileTooLargeError(ApiError):
    """413"""


class UnsupportedMediaTypeError(ApiError):
    """415"""


class RangeNotSatisfiableError(ApiError):
    """416"""


class TooManyRequestsError(ApiError):
    """429. Code `concurrent_job_limit`: the account has as many active jobs as its plan allows."""


class ServerError(ApiError):
    """500 and above"""


class ServiceUnavailableError(ServerError):
    """503"""


class JobFailedError(OctavoError):
    """The job failed. Nothing was charged; `job["error_message"]` has the reason."""

    def __init__(self, job: Job) -> None:
        super().__init__(
            f"Job {job['id']} failed: {job['error_message'] or 'the server gave no reason.'}",
            "No pages were charged. Fix the cause, then submit the file again.",
        )
        self.job = job
        self.job_id = job["id"]


class WaitTimeoutError(OctavoError):
    """The wait timed out. The job itself keeps running."""

    def __init__(self, job_id: str, waited: float, job: Job | None) -> None:
        status = f" ({job['status']})" if job else ""
        super().__init__(
            f"Job {job_id} was not finished after {round(waited)} s{status}.",
            f"The job keeps running: wait again with jobs.wait('{job_id}').",
        )
        self.job_id = job_id
        #: The job as last seen.
        self.job = job


class JobDeletedError(OctavoError):
    """The job was deleted or expired before it finished."""

    def __init__(self, job_id: str) -> None:
        super().__init__(
            f"Job {job_id} was deleted before it finished.",
            "Submit the file again if you still need it.",
        )
        self.job_id = job_id
