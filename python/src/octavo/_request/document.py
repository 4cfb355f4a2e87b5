"""Reads the `json` result."""

from __future__ import annotations

import json
from typing import Any

from ..errors import DocumentSchemaError, InputError

_schema = "octavo-document/1"


def parse_document(text: str) -> dict[str, Any]:
    """Raises DocumentSchemaError if it is something else, such as the json of an older server."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise InputError("This is not valid JSON.", "Check that the file is complete.") from error
    found = value.get("schema") if isinstance(value, dict) else None
    if not isinstance(value, dict) or found != _schema:
        raise DocumentSchemaError(
            f'This JSON has the schema {json.dumps(found)}, not "{_schema}".',
            "Convert the document again, or use the version of this package that matches your server.",
        )
    return value
