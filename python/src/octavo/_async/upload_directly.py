"""Uploads a large file directly to the storage before it is submitted, where the server offers it."""

from __future__ import annotations

from .._generated.models import Upload
from .._request.api_request import ApiRequest, path_of
from ..errors import ApiError, OctavoError
from .file_source import AsyncFileSource, AsyncSplittableFile, splittable
from .transport import AsyncTransport

#: For smaller files, two more requests cost more than a form.
_direct_upload_bytes_min = 32 * 1024 * 1024

#: Reasons to send the file in a form: an operator or an earlier version does not offer more, or no upload is left.
_form_codes = frozenset({"uploads_not_offered", "route_not_found", "upload_limit_reached"})


def large_file(transport: AsyncTransport, file: AsyncFileSource | None) -> AsyncSplittableFile | None:
    """The file if it should be sent directly; None if it goes into a form."""
    if file is None or not transport.settings.direct_uploads:
        return None
    source = splittable(file)
    return source if source is not None and (source.size or 0) >= _direct_upload_bytes_min else None


async def begin_direct_upload(transport: AsyncTransport, file: AsyncSplittableFile) -> Upload | None:
    """None if the file has to go into a form."""
    body = {"file_name": file.name, "bytes": file.size}
    try:
        upload: Upload = await transport.json(ApiRequest("POST", "/uploads", json=body))
        return upload
    except ApiError as error:
        if error.code in _form_codes:
            return None
        raise


async def abandon_upload(transport: AsyncTransport, upload: Upload) -> None:
    """Best effort: the server removes it after a day."""
    try:
        await transport.json(ApiRequest("DELETE", path_of("uploads", upload["id"]), max_retries=0))
    except OctavoError:
        pass
