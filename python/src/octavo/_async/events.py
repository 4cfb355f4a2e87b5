"""The live event stream of all jobs of the account."""

from __future__ import annotations

from collections.abc import AsyncIterator

from ..events import AccountEvent
from .follow_stream import follow_stream
from .transport import AsyncTransport


class AsyncEvents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def stream(self, *, last_event_id: int | None = None) -> AsyncIterator[AccountEvent]:
        """
        Never ends by itself: leave the loop. Reconnects after interruptions and delivers the events missed in between.
        Store the `id` of the last event to continue after a restart; without it the stream starts with new events.
        """
        return follow_stream(self._transport, "/events", last_event_id=last_event_id)
