"""Names and paths of input files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, TypeVar
from urllib.parse import unquote, urlsplit

import httpx

from ..errors import InputError

Content = TypeVar("Content", covariant=True)


@dataclass(frozen=True)
class NamedFile(Generic[Content]):
    """A file with an explicit name, for bytes and streams that have none."""

    content: Content
    name: str


def unreadable(path: Path, error: OSError) -> InputError:
    if isinstance(error, FileNotFoundError):
        why = "does not exist"
    else:
        why = f"cannot be read ({error.strerror or type(error).__name__})"
    return InputError(f"{path} {why}.", "Check the path and its permissions.")


def path_from(given: str | os.PathLike[str]) -> Path:
    text = os.fspath(given)
    if text.lower().startswith(("http://", "https://")):
        raise InputError(
            f"{text} is a URL, not a file.",
            "Let the server fetch it: source_url=url. Or pass the response: httpx.get(url).",
        )
    if text.startswith("file:"):
        return Path(unquote(urlsplit(text).path))
    return Path(text)


def open_binary(path: Path) -> IO[bytes]:
    return path.open("rb")


def name_from_response(response: httpx.Response) -> str | None:
    """The last part of the address that it came from."""
    try:
        path = response.request.url.path
    except RuntimeError:  # a response that was made without a request
        return None
    return unquote(path.rsplit("/", 1)[-1]) or None


def name_of_file_object(file: IO[bytes]) -> str | None:
    name = getattr(file, "name", None)
    return os.path.basename(name) or None if isinstance(name, str) else None
