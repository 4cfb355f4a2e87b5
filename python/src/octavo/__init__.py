"""The Python client of Octavo: PDF to markdown, json, html, text, tagged PDF and images."""

from ._async.client import AsyncOctavo
from ._async.conversion import AsyncConversion
from ._async.convert_all import AsyncBatchItem
from ._async.download import AsyncDownload
from ._async.lists import AsyncCursorList, AsyncPage
from ._request.file_input import NamedFile
from ._request.form import UploadProgress
from ._sync.client import Octavo
from ._sync.conversion import Conversion
from ._sync.convert_all import BatchItem
from ._sync.download import Download, FileInfo
from ._sync.lists import CursorList, Page
from ._sync.submit_job import SlotWait
from .errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConfigurationError,
    ConflictError,
    ConnectionFailedError,
    ConnectionTimeoutError,
    DocumentSchemaError,
    FileTooLargeError,
    InputError,
    JobDeletedError,
    JobFailedError,
    NotFoundError,
    OctavoError,
    PlanError,
    QuotaExceededError,
    RangeNotSatisfiableError,
    RedirectError,
    RequestTimeoutError,
    ServerError,
    ServiceUnavailableError,
    TooManyRequestsError,
    UnsupportedMediaTypeError,
    WaitTimeoutError,
    WebhookVerificationError,
)
from .formats import FORMAT_FILES, TEXT_FORMATS, formats_of
from .webhooks import unwrap_webhook

__all__ = [
    "FORMAT_FILES",
    "TEXT_FORMATS",
    "ApiError",
    "AsyncBatchItem",
    "AsyncConversion",
    "AsyncCursorList",
    "AsyncDownload",
    "AsyncOctavo",
    "AsyncPage",
    "AuthenticationError",
    "BadRequestError",
    "BatchItem",
    "ConfigurationError",
    "ConflictError",
    "ConnectionFailedError",
    "ConnectionTimeoutError",
    "Conversion",
    "CursorList",
    "DocumentSchemaError",
    "Download",
    "FileInfo",
    "FileTooLargeError",
    "InputError",
    "JobDeletedError",
    "JobFailedError",
    "NamedFile",
    "NotFoundError",
    "Octavo",
    "OctavoError",
    "Page",
    "PlanError",
    "QuotaExceededError",
    "RangeNotSatisfiableError",
    "RedirectError",
    "RequestTimeoutError",
    "ServerError",
    "ServiceUnavailableError",
    "SlotWait",
    "TooManyRequestsError",
    "UnsupportedMediaTypeError",
    "UploadProgress",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "formats_of",
    "unwrap_webhook",
]
