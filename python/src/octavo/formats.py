"""The file of each output format: what its name ends in, its media type, and whether it is text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from ._generated.models import Job

Format = Literal["markdown", "json", "html", "text", "tagged-pdf", "annotated-pdf", "images"]
TextFormat = Literal["markdown", "json", "html", "text"]


@dataclass(frozen=True)
class FormatFile:
    #: Appended to the name of the PDF without its extension.
    suffix: str
    media_type: str
    is_text: bool


FORMAT_FILES: Final[dict[Format, FormatFile]] = {
    "markdown": FormatFile(".md", "text/markdown; charset=utf-8", True),
    "json": FormatFile(".json", "application/json", True),
    "html": FormatFile(".html", "text/html; charset=utf-8", True),
    "text": FormatFile(".txt", "text/plain; charset=utf-8", True),
    "tagged-pdf": FormatFile("-tagged.pdf", "application/pdf", False),
    "annotated-pdf": FormatFile("-annotated.pdf", "application/pdf", False),
    "images": FormatFile("-images.zip", "application/zip", False),
}

#: The formats that can be added to a job that is done.
TEXT_FORMATS: Final[tuple[TextFormat, ...]] = get_args(TextFormat)

#: Ends the name of the directory that images are saved into.
IMAGE_DIRECTORY_SUFFIX: Final = "-images"


def formats_of(job: Job) -> list[Format]:
    """The formats that a done job has, those that were added later included; none before."""
    return [format for format in FORMAT_FILES if format in job["download_urls"]]
