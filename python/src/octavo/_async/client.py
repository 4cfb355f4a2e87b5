"""The client: one object per account and server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Unpack

import httpx

from .._generated.models import Job, ParserOptionsInput
from .._request.form import UploadProgress
from .._request.settings import resolve_settings
from ..events import JobEvent
from .account import AsyncAccount, AsyncApiKeys, AsyncRetention, AsyncService
from .conversion import AsyncConversion
from .convert_all import AsyncBatchItem, Files, convert_all
from .convert_file import ConvertSettings, convert_file
from .diffs import AsyncDiffs
from .erasures import AsyncErasures
from .events import AsyncEvents
from .file_source import FileInput
from .jobs import AsyncJobs
from .receipts import AsyncReceipts
from .shares import AsyncShares
from .submit_job import SlotWait
from .transport import AsyncTransport
from .uploads import AsyncUploads
from .usage import AsyncPlans, AsyncUsage
from .webhooks import AsyncWebhooks


class AsyncOctavo:
    """
    Use it in a `with` statement, or close it when you no longer need it. Times are in seconds:

    - `timeout`: for one step of a request (connect, send, receive); default 60
    - `idle_timeout`: how long an upload or download may make no progress; default 120
    - `max_retries`: how often a request is retried after a temporary failure; default 2
    - `slot_timeout`: how long `jobs.create` waits for a free job slot; default 600, 0 does not wait
    - `direct_uploads`: whether files of 32 MB and more go directly to the storage, where the server offers it; default
      True
    - `http_client`: your own client of httpx, for proxies or certificates; you close it
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        session_token: str | None = None,
        base_url: str | None = None,
        timeout: float | None = None,
        idle_timeout: float | None = None,
        max_retries: int | None = None,
        slot_timeout: float | None = None,
        direct_uploads: bool | None = None,
        default_headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._options: dict[str, Any] = {
            "api_key": api_key,
            "session_token": session_token,
            "base_url": base_url,
            "timeout": timeout,
            "idle_timeout": idle_timeout,
            "max_retries": max_retries,
            "slot_timeout": slot_timeout,
            "direct_uploads": direct_uploads,
            "default_headers": default_headers,
        }
        settings = resolve_settings(**self._options)
        self._owns_http = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client
        transport = AsyncTransport(settings, self._http)
        self.base_url = settings.base_url
        self.jobs = AsyncJobs(transport)
        self.uploads = AsyncUploads(transport)
        self.account = AsyncAccount(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.usage = AsyncUsage(transport)
        self.plans = AsyncPlans(transport)
        self.retention = AsyncRetention(transport)
        self.events = AsyncEvents(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.diffs = AsyncDiffs(transport)
        self.receipts = AsyncReceipts(transport)
        self.erasures = AsyncErasures(transport)
        self.shares = AsyncShares(transport)
        self.service = AsyncService(transport)

    async def __aenter__(self) -> AsyncOctavo:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes all connections."""
        if self._owns_http:
            await self._http.aclose()

    def with_options(self, **options: Any) -> AsyncOctavo:
        """The same client with some options changed. Both use the same connections."""
        kept = dict(self._options)
        if "api_key" in options or "session_token" in options:
            kept.update(api_key=None, session_token=None)
        merged: dict[str, Any] = {**kept, "http_client": self._http, **options}
        return AsyncOctavo(**merged)

    async def convert(
        self,
        file: FileInput | None = None,
        *,
        source_url: str | None = None,
        idempotency_key: str | None = None,
        wait_timeout: float | None = None,
        slot_timeout: float | None = None,
        expires_at: str | datetime | None = None,
        delete_after: bool = False,
        on_upload_progress: Callable[[UploadProgress], None] | None = None,
        on_slot_wait: Callable[[SlotWait], None] | None = None,
        on_job: Callable[[Job], None] | None = None,
        on_event: Callable[[JobEvent], None] | None = None,
        **options: Unpack[ParserOptionsInput],
    ) -> AsyncConversion:
        """
        Converts a file and returns its text results. Parser options are keyword arguments as well:
        `convert("a.pdf", format=["markdown"], pages="1-3")`. Instead of a file, `source_url` is a public https URL from
        which the server fetches it, if it offers that. `delete_after` deletes the job after its text results are
        downloaded. `on_job` is called when the job is accepted: from then on it runs on the server even if this process
        ends.
        """
        settings = ConvertSettings(
            idempotency_key=idempotency_key,
            wait_timeout=wait_timeout,
            slot_timeout=slot_timeout,
            expires_at=expires_at,
            delete_after=delete_after,
            on_upload_progress=on_upload_progress,
            on_slot_wait=on_slot_wait,
            on_job=on_job,
            on_event=on_event,
        )
        return await convert_file(self.jobs, file, options, settings, source_url)

    def convert_all(
        self,
        files: Files,
        *,
        concurrency: int | None = None,
        wait_timeout: float | None = None,
        slot_timeout: float | None = None,
        expires_at: str | datetime | None = None,
        delete_after: bool = False,
        **options: Unpack[ParserOptionsInput],
    ) -> AsyncIterator[AsyncBatchItem]:
        """
        Converts many files, as many at a time as the plan allows and at most `concurrency`, and yields results in the
        order they finish. A file that fails does not stop the others.
        """
        settings = ConvertSettings(
            wait_timeout=wait_timeout,
            slot_timeout=slot_timeout,
            expires_at=expires_at,
            delete_after=delete_after,
        )
        return convert_all(self.jobs, self.plans, files, concurrency, options, settings)
