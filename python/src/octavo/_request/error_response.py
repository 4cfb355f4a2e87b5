"""Turns an error response into the error class of its status."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, cast

from .. import errors
from .._generated.error_codes import ERROR_CODES, ErrorCode

_classes: dict[int, type[errors.ApiError]] = {
    400: errors.BadRequestError,
    401: errors.AuthenticationError,
    402: errors.QuotaExceededError,
    403: errors.PlanError,
    404: errors.NotFoundError,
    408: errors.RequestTimeoutError,
    409: errors.ConflictError,
    413: errors.FileTooLargeError,
    415: errors.UnsupportedMediaTypeError,
    416: errors.RangeNotSatisfiableError,
    429: errors.TooManyRequestsError,
    503: errors.ServiceUnavailableError,
}

#: What to do in terms of this package instead of HTTP.
_next_steps: dict[ErrorCode, str] = {
    "invalid_request": "Fix the fields listed in the attribute `faults` of this error.",
    "unauthorized": "Check api_key (or OCTAVO_API_KEY): the key must be complete and not revoked. "
    "A session token may have expired.",
    "page_limit_reached": "Wait until the first of the month (UTC), select fewer pages with the "
    "option pages, or upgrade your plan.",
    "plan_required": "API keys are available on Pro and Business. Upgrade your plan, or use a "
    "session token.",
    "job_not_found": "Check the id. jobs.list() lists the jobs of the account.",
    "api_key_not_found": "Check the id. api_keys.list() lists the keys of the account.",
    "webhook_not_found": "Check the id. webhooks.list() lists the webhooks of the account.",
    "webhook_delivery_not_found": "Check the id. webhooks.deliveries(id) lists the deliveries.",
    "route_not_found": "Check base_url. If it is correct, the server may be older than this client.",
    "format_not_produced": "Add markdown, json, html or text with jobs.write_outputs(id, format=[…]). "
    "For other formats create a job with source_job_id.",
    "reading_not_stored": "Create a job with source_job_id; its pages are charged.",
    "document_not_stored": "Create a job with source_job_id and this format; its pages are charged.",
    "image_not_found": "Use a name from jobs.images(id).",
    "erasure_not_found": "Check the id, and delete the job with jobs.delete(id) first.",
    "erasure_not_finished": "Try again in a moment, or repeat jobs.delete(id).",
    "job_not_done": "Wait for it with jobs.wait(id) first.",
    "idempotency_key_reused": "Use another idempotency_key for another file or other options.",
    "webhook_disabled": "Enable it with webhooks.update(id, enabled=True) and try again.",
    "too_many_uploads": "Submit fewer files at once, or pass jobs.create a longer slot_timeout.",
    "concurrent_job_limit": "Wait until an active job finishes, or pass jobs.create a longer slot_timeout.",
}


def retry_after_of(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds. Accepts both forms of the header: seconds, or a date."""
    value = headers.get("retry-after", "").strip()
    if value == "":
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None


def _next_step(details: errors.ErrorDetails) -> str:
    code = details.code
    if code is not None and code != "internal_error":
        return _next_steps.get(code) or ERROR_CODES[code][1]
    report = (
        f" If it keeps happening, report the request id {details.request_id}."
        if details.request_id
        else ""
    )
    if details.status >= 500:
        return f"Try again later.{report}"
    return (
        "Check that base_url points to an Octavo server and that no proxy responds in its place."
        + report
    )


def _parse(text: str) -> dict[str, Any]:
    """Proxies in between respond in their own format, often HTML."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _message_of(detail: object, status: int) -> str:
    if isinstance(detail, str) and detail != "":
        return detail
    message = detail.get("message") if isinstance(detail, dict) else None
    if isinstance(message, str):
        return message
    return f"The server responded with status {status} and no explanation."


def error_from_response(
    status: int,
    headers: Mapping[str, str],
    text: str,
    *,
    attempts: int,
    unanswered_attempts: int,
) -> errors.ApiError:
    body = _parse(text)
    faults = body.get("errors")
    details = errors.ErrorDetails(
        status=status,
        code=cast(ErrorCode, body["code"]) if body.get("code") in ERROR_CODES else None,
        detail=body.get("detail"),
        faults=faults if isinstance(faults, list) else [],
        request_id=headers.get("x-request-id") or body.get("request_id"),
        retry_after=retry_after_of(headers, time()),
        headers=headers,
        attempts=attempts,
        unanswered_attempts=unanswered_attempts,
    )
    error_class = _classes.get(status) or (errors.ServerError if status >= 500 else errors.ApiError)
    return error_class(details, _message_of(details.detail, status), _next_step(details))
