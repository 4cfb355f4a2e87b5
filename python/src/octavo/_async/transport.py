"""Sends requests with retries where they are safe, and turns every failure into an error of this package."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from .._request.api_request import ApiRequest, url_of
from .._request.error_response import error_from_response
from .._request.form import UploadProgress, form_frame
from .._request.retry import delay_before_retry, may_have_been_processed, may_help
from .._request.settings import Settings
from ..errors import (
    ConnectionFailedError,
    ConnectionTimeoutError,
    OctavoError,
    RedirectError,
)
from .file_source import AsyncFileSource
from .runtime import sleep

logger = logging.getLogger("octavo")


@dataclass(frozen=True)
class AsyncForm:
    fields: Mapping[str, str | None]
    file: AsyncFileSource | None
    on_progress: Callable[[UploadProgress], None] | None = None


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def json(self, request: ApiRequest, form: AsyncForm | None = None) -> Any:
        """The parsed body; None if it is empty."""

        async def read(response: httpx.Response) -> Any:
            content = await response.aread()
            return response.json() if content else None

        return await self._run(request, form, read)

    async def open(self, request: ApiRequest) -> httpx.Response:
        """The response as soon as its headers arrive; `chunks` reads the rest."""

        async def keep(response: httpx.Response) -> httpx.Response:
            return response

        response: httpx.Response = await self._run(request, None, keep)
        return response

    async def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        try:
            async for chunk in response.aiter_bytes():
                yield chunk
        except httpx.TransportError as error:
            raise self._connection_error(error) from error
        finally:
            await response.aclose()

    async def _run(self, request: ApiRequest, form: AsyncForm | None, read: Any) -> Any:
        unanswered = 0
        retries_done = 0
        while True:
            try:
                return await self._attempt(request, form, read, retries_done + 1, unanswered)
            except OctavoError as error:
                delay = self._delay_after(error, request, form, retries_done)
                if delay is None:
                    raise
                retries_done += 1
                unanswered += 1 if may_have_been_processed(error) else 0
                logger.warning(
                    "retrying %s %s in %.1f s: %s",
                    request.method,
                    request.path,
                    delay,
                    type(error).__name__,
                )
                await sleep(delay)

    def _delay_after(
        self, error: OctavoError, request: ApiRequest, form: AsyncForm | None, retries_done: int
    ) -> float | None:
        """None if there is no retry."""
        limit = self.settings.max_retries if request.max_retries is None else request.max_retries
        can_send_again = form is None or form.file is None or form.file.can_reopen
        if not may_help(error, request.is_repeatable) or not can_send_again or retries_done >= limit:
            return None
        return delay_before_retry(retries_done, getattr(error, "retry_after", None))

    async def _attempt(
        self, request: ApiRequest, form: AsyncForm | None, read: Any, attempts: int, unanswered: int
    ) -> Any:
        try:
            built = self._build(request, form)
            # A function as `auth` keeps httpx from adding credentials of a netrc file.
            response = await self.http.send(
                built, stream=True, follow_redirects=False, auth=lambda same: same
            )
            try:
                logger.debug("%s %s: %d", request.method, request.path, response.status_code)
                self._refuse_redirect(response)
                if response.status_code >= 400:
                    await response.aread()
                    raise error_from_response(
                        response.status_code,
                        response.headers,
                        response.text,
                        attempts=attempts,
                        unanswered_attempts=unanswered,
                    )
                return await read(response)
            except BaseException:
                await response.aclose()
                raise
        except httpx.TransportError as error:
            raise self._connection_error(error) from error

    def _build(self, request: ApiRequest, form: AsyncForm | None) -> httpx.Request:
        name, value = self.settings.credential_header
        headers = {"accept": "application/json", **self.settings.default_headers, name: value}
        headers.update({key: text for key, text in request.headers.items() if text is not None})
        limit = self.settings.timeout if request.timeout is None else request.timeout
        content: Any = None
        if form is not None:
            limit = self.settings.idle_timeout
            frame = form_frame(form.fields, form.file.name if form.file else None)
            headers["content-type"] = frame.content_type
            length = frame.length_with(form.file.size if form.file else 0)
            if length is not None:
                headers["content-length"] = str(length)
            content = _body_of(form, frame.head, frame.tail)
        return self.http.build_request(
            request.method,
            url_of(self.settings.base_url, request),
            headers=headers,
            json=request.json,
            content=content,
            timeout=httpx.Timeout(limit, connect=min(limit, self.settings.timeout)),
        )

    def _refuse_redirect(self, response: httpx.Response) -> None:
        if response.status_code not in (301, 302, 303, 307, 308):
            return
        target = urlsplit(urljoin(str(response.url), response.headers.get("location", "")))
        origin = urlsplit(self.settings.base_url)
        raise RedirectError(
            f"{origin.scheme}://{origin.netloc} responded with a redirect to "
            f"{target.scheme}://{target.netloc}. Redirects are not followed, because requests carry "
            "your credentials.",
            "Set base_url to the final URL of the server.",
        )

    def _connection_error(self, error: httpx.TransportError) -> ConnectionFailedError:
        host = urlsplit(self.settings.base_url).netloc
        if isinstance(error, httpx.TimeoutException):
            return ConnectionTimeoutError(
                f"{host} did not respond in time.",
                "Check the network, or allow more time with timeout (for uploads and downloads: "
                "idle_timeout).",
            )
        return ConnectionFailedError(
            f"The connection to {host} failed ({error or type(error).__name__}).",
            "Check base_url and the network, then try again.",
        )


async def _body_of(form: AsyncForm, head: bytes, tail: bytes) -> AsyncIterator[bytes]:
    yield head
    if form.file is not None:
        sent = 0
        async for chunk in form.file.open():
            yield chunk
            sent += len(chunk)
            if form.on_progress is not None:
                form.on_progress(UploadProgress(sent, form.file.size))
    yield tail
