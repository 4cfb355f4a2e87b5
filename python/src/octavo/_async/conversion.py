"""A finished conversion: text results, the parsed JSON tree, and the other formats on demand."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from .._generated.models import Job, JobWarning
from .._request.document import parse_document
from ..errors import InputError
from ..formats import Format, TextFormat
from .download import AsyncDownload
from .jobs import AsyncJobs


class AsyncConversion:
    def __init__(self, jobs: AsyncJobs, job: Job, texts: Mapping[TextFormat, str]) -> None:
        self.job = job
        self.job_id = job["id"]
        self.page_count = job["page_count"] or 0
        #: Problems found during the conversion, such as pages that contain only an image.
        self.warnings: Sequence[JobWarning] = job.get("warnings", [])
        self.formats: Sequence[Format] = job["options"]["format"]
        self._jobs = jobs
        self._texts = texts
        self._document: dict[str, Any] | None = None

    @property
    def markdown(self) -> str:
        return self._text("markdown")

    @property
    def html(self) -> str:
        return self._text("html")

    @property
    def text(self) -> str:
        return self._text("text")

    @property
    def json(self) -> dict[str, Any]:
        """The document as a tree, in the schema `octavo-document/1`."""
        if self._document is None:
            self._document = parse_document(self._text("json"))
        return self._document

    async def download(self, format: Format) -> AsyncDownload:
        """Downloads one of the formats, including the tagged PDF, the annotated PDF and the images."""
        return await self._jobs.download(self.job_id, format)

    async def save(
        self,
        directory: str | os.PathLike[str],
        *,
        formats: Sequence[Format] | None = None,
        stem: str | None = None,
        images: Literal["folder", "zip"] = "folder",
    ) -> dict[Format, Path]:
        """Writes every format into a directory, as `jobs.save` does."""
        return await self._jobs.save(self.job, directory, formats=formats, stem=stem, images=images)

    def _text(self, format: TextFormat) -> str:
        if format in self._texts:
            return self._texts[format]
        raise InputError(
            f"{format} is not among the formats of this conversion.",
            f'Pass format=["{format}"], or add it with jobs.write_outputs.',
        )
