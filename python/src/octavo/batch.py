"""How many jobs of a batch run at once: as many as the plan allows, fewer while other clients use slots."""

from __future__ import annotations

from typing import Final

#: Used when the plan cannot be read: the limit of the smallest plan.
FALLBACK_CONCURRENCY: Final = 2


class ConcurrencyLimit:
    def __init__(self, maximum: int) -> None:
        self._maximum = max(1, maximum)
        self.current = self._maximum

    def lower_to(self, slots_held: int) -> None:
        """Called when the server had no free slot while this batch held some: other clients hold the rest."""
        self.current = max(1, min(self.current, slots_held))

    def rise(self) -> None:
        """Called when a job finished, which may have freed a slot for one more."""
        self.current = min(self._maximum, self.current + 1)
