"""The bytes around a file in a multipart form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4


@dataclass(frozen=True)
class UploadProgress:
    """How much of a file was sent. Starts over at 0 if the file has to be sent again."""

    bytes_sent: int
    bytes_total: int | None


@dataclass(frozen=True)
class FormFrame:
    """What comes before and after the bytes of the file."""

    content_type: str
    head: bytes
    tail: bytes

    def length_with(self, file_bytes: int | None) -> int | None:
        return None if file_bytes is None else len(self.head) + file_bytes + len(self.tail)


def _quoted(name: str) -> str:
    """Escapes a file name as browsers do: characters that would end the quoted string are percent-encoded."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def form_frame(fields: Mapping[str, str | None], file_name: str | None) -> FormFrame:
    """Fields come first, so that the server can reject them before the file is uploaded."""
    boundary = f"octavo-{uuid4()}"
    head = "".join(
        f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
        if value is not None
    )
    tail = f"--{boundary}--\r\n"
    if file_name is not None:
        head += (
            f'--{boundary}\r\ncontent-disposition: form-data; name="file"; '
            f'filename="{_quoted(file_name)}"\r\ncontent-type: application/pdf\r\n\r\n'
        )
        tail = f"\r\n{tail}"
    return FormFrame(
        content_type=f"multipart/form-data; boundary={boundary}",
        head=head.encode("utf-8", "surrogateescape"),
        tail=tail.encode(),
    )
