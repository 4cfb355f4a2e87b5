"""Lists: await them for the first answer, or iterate over all items of this answer and those that follow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Body = TypeVar("Body")

PageReader = Callable[[int | None], Awaitable[Any]]
CursorReader = Callable[[str | None], Awaitable[Any]]


class AsyncPage(Generic[Item]):
    """One page of a numbered list. Await it before you use its members."""

    items: list[Item]
    total: int
    page: int
    page_size: int
    #: Only for a search by name: whether older jobs were not searched.
    partial: bool | None

    def __init__(self, read: PageReader, page: int | None = None) -> None:
        self._read = read
        self._wanted = page
        self._is_loaded = False

    def __await__(self) -> Generator[Any, None, AsyncPage[Item]]:
        return self._loaded().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        """New items move older ones to a later page while the list is read, so items already seen are skipped."""
        seen: set[str] = set()
        page: AsyncPage[Item] | None = await self
        while page is not None:
            for item in page.items:
                key = str(item["id"])  # type: ignore[index]
                if key not in seen:
                    seen.add(key)
                    yield item
            page = await page.get_next_page()

    def has_next_page(self) -> bool:
        return len(self.items) > 0 and self.page * self.page_size < self.total

    async def get_next_page(self) -> AsyncPage[Item] | None:
        return await AsyncPage(self._read, self.page + 1) if self.has_next_page() else None

    async def _loaded(self) -> AsyncPage[Item]:
        if not self._is_loaded:
            body = await self._read(self._wanted)
            self.items = body["items"]
            self.total = body["total"]
            self.page = body["page"]
            self.page_size = body["page_size"]
            self.partial = body.get("partial")
            self._is_loaded = True
        return self


class AsyncCursorList(Generic[Body, Item]):
    """An answer that goes on with a cursor. Await it before you use `body`."""

    #: The first answer.
    body: Body

    def __init__(self, read: CursorReader, items: Callable[[Body], list[Item]]) -> None:
        self._read = read
        self._items = items
        self._is_loaded = False

    def __await__(self) -> Generator[Any, None, AsyncCursorList[Body, Item]]:
        return self._loaded().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        body: Any = (await self).body
        while True:
            for item in self._items(body):
                yield item
            if body["next_cursor"] is None:
                return
            body = await self._read(body["next_cursor"])

    async def _loaded(self) -> AsyncCursorList[Body, Item]:
        if not self._is_loaded:
            self.body = await self._read(None)
            self._is_loaded = True
        return self
