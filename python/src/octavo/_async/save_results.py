"""Saves the results of a job into a directory, with image links that point to the saved images."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Literal, Protocol

from .._generated.models import ImageListItem, Job
from .._request.file_name import safe_name
from .._request.image_links import relink_images
from ..formats import FORMAT_FILES, IMAGE_DIRECTORY_SUFFIX, Format, formats_of
from .download import AsyncDownload, FileInfo, save_chunks


class AsyncResultReader(Protocol):
    """The calls of `client.jobs` that saving needs, declared here because `jobs` itself imports this file."""

    async def download(self, job_id: str, format: Format) -> AsyncDownload: ...

    async def images(self, job_id: str) -> Sequence[ImageListItem]: ...

    async def image(self, job_id: str, name: str) -> AsyncDownload: ...

    async def source_info(self, job_id: str) -> FileInfo: ...


async def save_results(
    jobs: AsyncResultReader,
    job: Job,
    directory: Path,
    *,
    formats: Sequence[Format] | None,
    stem: str | None,
    images_as: Literal["folder", "zip"],
) -> dict[Format, Path]:
    wanted = formats_of(job) if formats is None else formats
    base = await _stem_of(jobs, job) if stem is None else safe_name(stem)
    folder = f"{base}{IMAGE_DIRECTORY_SUFFIX}"
    has_folder = images_as == "folder" and "images" in wanted
    names = [safe_name(image["name"]) for image in await jobs.images(job["id"])] if has_folder else []
    saved: dict[Format, Path] = {}
    for format in wanted:
        path = directory / f"{base}{FORMAT_FILES[format].suffix}"
        if format == "images" and has_folder:
            saved[format] = await _save_images(jobs, job["id"], names, directory / folder)
        elif names and (format == "markdown" or format == "html" or format == "json"):
            text = await (await jobs.download(job["id"], format)).text()
            saved[format] = await save_chunks(_once(relink_images(text, format, names, folder)), path)
        else:
            saved[format] = await (await jobs.download(job["id"], format)).save(path)
    return saved


async def _stem_of(jobs: AsyncResultReader, job: Job) -> str:
    info = await jobs.source_info(job["id"])
    return re.sub(r"\.pdf$", "", info.file_name, flags=re.IGNORECASE) or job["id"]


async def _once(text: str) -> AsyncIterator[bytes]:
    yield text.encode()


async def _save_images(
    jobs: AsyncResultReader, job_id: str, names: Sequence[str], folder: Path
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        await (await jobs.image(job_id, name)).save(folder / name)
    return folder
