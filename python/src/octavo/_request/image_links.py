"""Rewrites the image links of a result to the directory its images are saved in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Literal
from urllib.parse import quote

#: The text before a link, as the server writes it.
_before = {
    "markdown": r"\]\(<?",
    "html": r'src="',
    "json": r'"image"\s*:\s*"',
}


def relink_images(
    text: str, format: Literal["markdown", "html", "json"], names: Sequence[str], folder: str
) -> str:
    """Only rewrites links to images that the job has."""
    target = json.dumps(folder)[1:-1] if format == "json" else quote(folder, safe="!'()*~")

    def rewritten(link: re.Match[str]) -> str:
        return f"{link[1]}{target}/{link[2]}" if link[2] in names else link[0]

    return re.sub(rf"({_before[format]})images/([\w.-]+)", rewritten, text)
