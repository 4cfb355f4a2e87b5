"""The objects of the API as types: `from octavo.types import Job`."""

from ._generated.error_codes import ErrorCode as ErrorCode
from ._generated.models import *  # noqa: F403
from .events import AccountEvent as AccountEvent
from .events import JobEvent as JobEvent
from .events import JobProgressEvent as JobProgressEvent
from .events import JobStateEvent as JobStateEvent
from .events import StreamResetEvent as StreamResetEvent
from .formats import Format as Format
from .formats import TextFormat as TextFormat
from .webhooks import WebhookEvent as WebhookEvent
