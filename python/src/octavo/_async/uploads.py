"""Uploads directly to the storage: for large files, and to continue one that was interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from .._generated.models import CreateUpload, Upload
from .._request.api_request import ApiRequest, path_of
from .._request.form import UploadProgress
from ..errors import InputError
from .delete_resource import delete_resource
from .file_source import FileInput, open_file_source, splittable
from .send_upload import send_upload
from .transport import AsyncTransport


class AsyncUploads:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, **upload: Unpack[CreateUpload]) -> Upload:
        """Prepares the upload of a file of this size. May be repeated: one whose response was lost ends after a day."""
        made: Upload = await self._transport.json(ApiRequest("POST", "/uploads", json=upload))
        return made

    async def retrieve(self, upload_id: str) -> Upload:
        """Which parts have arrived, and fresh URLs for the others."""
        found: Upload = await self._transport.json(ApiRequest("GET", path_of("uploads", upload_id)))
        return found

    async def delete(self, upload_id: str) -> None:
        """Removes what has arrived. A job that was made of the upload stays."""
        await delete_resource(self._transport, path_of("uploads", upload_id))

    async def send(
        self,
        upload: Upload,
        file: FileInput,
        *,
        on_upload_progress: Callable[[UploadProgress], None] | None = None,
    ) -> None:
        """
        Sends the parts that have not arrived, and sends those again that break. Then pass the id to
        `jobs.create(upload_id=…)`. To continue after a restart, pass what `retrieve` returns, and the same file.
        """
        source = splittable(open_file_source(file))
        if source is None or source.size != upload["bytes"]:
            raise InputError(
                f"The upload is for a file of {upload['bytes']} bytes that can be read in parts.",
                "Pass the same file, as a path, a file object or bytes.",
            )
        await send_upload(self._transport, upload, source, on_upload_progress)
