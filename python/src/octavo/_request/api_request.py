"""One request of the API, before it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

QueryValue = str | int | float | bool | Sequence[str] | None


@dataclass(frozen=True)
class ApiRequest:
    method: Literal["GET", "HEAD", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    json: object | None = None
    #: Seconds; the setting of the client unless given.
    timeout: float | None = None
    max_retries: int | None = None
    #: Whether the request is idempotent.
    is_repeatable: bool = True


def path_of(*parts: str | int) -> str:
    return "/" + "/".join(quote(str(part), safe="") for part in parts)


def _text_of(value: QueryValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(value)
    return str(value)


def url_of(base_url: str, request: ApiRequest) -> str:
    query = {name: _text_of(value) for name, value in request.query.items() if value is not None}
    return f"{base_url}{request.path}{'?' + urlencode(query) if query else ''}"
