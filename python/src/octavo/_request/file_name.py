"""The file name of a download, from its Content-Disposition header."""

from __future__ import annotations

import re
from urllib.parse import unquote

_extended = re.compile(r"filename\*\s*=\s*(?:utf-8)?'[^']*'([^;]+)", re.IGNORECASE)
_plain = re.compile(r'filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))', re.IGNORECASE)
_unsafe = re.compile(r'[\x00-\x1f\x7f<>:"|?*]')


def safe_name(name: str) -> str:
    """A name that cannot lead into another directory."""
    last = re.split(r"[\\/]", name)[-1]
    clean = _unsafe.sub("_", last).strip()
    return "download" if clean in ("", ".", "..") else clean


def file_name_from(disposition: str | None, fallback: str) -> str:
    if disposition is None:
        return fallback
    extended = _extended.search(disposition)
    if extended:
        try:
            return safe_name(unquote(extended[1].strip(), errors="strict"))
        except UnicodeDecodeError:
            pass
    plain = _plain.search(disposition)
    if not plain:
        return fallback
    name = re.sub(r"\\(.)", r"\1", plain[1]) if plain[1] is not None else plain[2]
    return safe_name(name) if name else fallback
