"""The options of a client: defaults, environment variables, and validation before the first request."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from urllib.parse import urlsplit

from ..errors import ConfigurationError


@dataclass(frozen=True)
class Settings:
    """Times are in seconds."""

    credential_header: tuple[str, str] = field(repr=False)
    base_url: str
    timeout: float
    idle_timeout: float
    max_retries: int
    slot_timeout: float
    direct_uploads: bool
    default_headers: Mapping[str, str]


def _credential_header(api_key: str | None, session_token: str | None) -> tuple[str, str]:
    if api_key is not None and session_token is not None:
        raise ConfigurationError("Both api_key and session_token are set.", "Pass only one of them.")
    if session_token:
        return ("authorization", f"Bearer {session_token}")
    key = api_key if api_key is not None else os.environ.get("OCTAVO_API_KEY")
    if key:
        return ("x-api-key", key)
    raise ConfigurationError(
        "No API key configured.",
        "Set the environment variable OCTAVO_API_KEY or pass api_key.",
    )


def _base_url(given: str | None) -> str:
    url = given if given is not None else os.environ.get("OCTAVO_BASE_URL")
    if url is None:
        raise ConfigurationError(
            "No server configured.",
            "Set the environment variable OCTAVO_BASE_URL or pass base_url.",
        )
    try:
        parts = urlsplit(url)
        is_valid = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and (parts.port is None or parts.port >= 0)
            and parts.username is None
            and parts.password is None
            and not parts.query
            and not parts.fragment
        )
    except ValueError:
        is_valid = False
    if not is_valid:
        raise ConfigurationError(
            f'"{url}" is not a valid server URL.', "Use a URL such as https://octavo.example.com."
        )
    return url.rstrip("/")


def _non_negative(name: str, value: float | None, default: float) -> float:
    if value is None:
        return default
    if isfinite(value) and value >= 0:
        return value
    raise ConfigurationError(f"{name} must not be {value}.", "Pass a number of 0 or more.")


def resolve_settings(
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
) -> Settings:
    return Settings(
        credential_header=_credential_header(api_key, session_token),
        base_url=_base_url(base_url),
        timeout=_non_negative("timeout", timeout, 60),
        idle_timeout=_non_negative("idle_timeout", idle_timeout, 120),
        max_retries=int(_non_negative("max_retries", max_retries, 2)),
        slot_timeout=_non_negative("slot_timeout", slot_timeout, 600),
        direct_uploads=True if direct_uploads is None else direct_uploads,
        default_headers=dict(default_headers or {}),
    )
