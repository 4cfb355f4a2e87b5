"""Parses server-sent events from bytes that arrive in arbitrary chunks."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

#: A carriage return at the end of a chunk may be the first half of CRLF.
_line_end = re.compile(r"\r\n|\n|\r(?!\Z)")


@dataclass(frozen=True)
class Frame:
    id: str | None
    data: str


class FrameParser:
    """Holds what is left of a chunk until the rest of the line arrives."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._lines: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        *lines, self._rest = _line_end.split(self._rest + self._decoder.decode(chunk))
        for line in lines:
            if line != "":
                self._lines.append(line)
                continue
            frame = _frame_of(self._lines)
            self._lines = []
            if frame is not None:
                yield frame


def _frame_of(lines: list[str]) -> Frame | None:
    event_id: str | None = None
    data: list[str] = []
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            event_id = value
        elif name == "data":
            data.append(value)
    return Frame(event_id, "\n".join(data)) if data else None
