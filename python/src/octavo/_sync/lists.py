"""Lists: their first answer, and iteration over all items of this answer and those that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Body = TypeVar("Body")

PageReader = Callable[[int | None], Any]
CursorReader = Callable[[str | None], Any]


class Page(Generic[Item]):
    """One page of a numbered list. Iterate it for its items and those of the following pages."""

    def __init__(self, read: PageReader, page: int | None = None) -> None:
        body = read(page)
        self._read = read
        self.items: list[Item] = body["items"]
        self.total: int = body["total"]
        self.page: int = body["page"]
        self.page_size: int = body["page_size"]
        #: Only for a search by name: whether older jobs were not searched.
        self.partial: bool | None = body.get("partial")

    def __iter__(self) -> Iterator[Item]:
        """New items move older ones to a later page while the list is read, so items already seen are skipped."""
        seen: set[str] = set()
        page: Page[Item] | None = self
        while page is not None:
            for item in page.items:
                key = str(item["id"])  # type: ignore[index]
                if key not in seen:
                    seen.add(key)
                    yield item
            page = page.get_next_page()

    def has_next_page(self) -> bool:
        return len(self.items) > 0 and self.page * self.page_size < self.total

    def get_next_page(self) -> Page[Item] | None:
        return Page(self._read, self.page + 1) if self.has_next_page() else None


class CursorList(Generic[Body, Item]):
    """An answer that goes on with a cursor. Iterate it for the items of this answer and all that follow."""

    def __init__(self, read: CursorReader, items: Callable[[Body], list[Item]]) -> None:
        self._read = read
        self._items = items
        #: The first answer.
        self.body: Body = read(None)

    def __iter__(self) -> Iterator[Item]:
        body: Any = self.body
        while True:
            yield from self._items(body)
            if body["next_cursor"] is None:
                return
            body = self._read(body["next_cursor"])
