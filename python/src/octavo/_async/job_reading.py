"""Reads the document of a done job in parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from .._generated.models import (
    Chunk,
    ChunkList,
    FieldList,
    FieldListItem,
    FigureList,
    FigureListItem,
    GetOutlineQuery,
    LinkList,
    LinkListItem,
    ListChunksQuery,
    ListFieldsQuery,
    ListFiguresQuery,
    ListLinksQuery,
    ListPagesQuery,
    ListTablesQuery,
    LocatedQuotes,
    LocateQuotesQuote,
    Outline,
    OutlineItem,
    PageList,
    PageListItem,
    ReadDocumentQuery,
    ReadPart,
    ReadTableQuery,
    SearchDocumentQuery,
    SearchResult,
    SearchResultItem,
    Table,
    TableList,
    TableListItem,
)
from .._request.api_request import ApiRequest, path_of
from .lists import AsyncCursorList
from .transport import AsyncTransport


class AsyncJobReading:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def outline(
        self, job_id: str, **query: Unpack[GetOutlineQuery]
    ) -> AsyncCursorList[Outline, OutlineItem]:
        """The sections with their pages and sizes in tokens."""
        return self._list(job_id, "outline", query)

    def pages(
        self, job_id: str, **query: Unpack[ListPagesQuery]
    ) -> AsyncCursorList[PageList, PageListItem]:
        """The pages with label, size, tokens, counts and quality."""
        return self._list(job_id, "pages", query)

    def read(
        self, job_id: str, **query: Unpack[ReadDocumentQuery]
    ) -> AsyncCursorList[ReadPart, ReadPart]:
        """Pages, a section or the whole document, at most `max_tokens` at a time."""

        first: Mapping[str, Any] = query
        # A cursor replaces the pages and the section that were asked for first.
        later = {name: value for name, value in first.items() if name not in ("pages", "section")}

        async def ask(cursor: str | None) -> Any:
            return await self._get(job_id, "read", first if cursor is None else {**later, "cursor": cursor})

        return AsyncCursorList(ask, lambda part: [part])

    def search(
        self, job_id: str, **query: Unpack[SearchDocumentQuery]
    ) -> AsyncCursorList[SearchResult, SearchResultItem]:
        """Words that are all in one block, or a "phrase", passed as `q`."""
        return self._list(job_id, "search", query)

    def tables(
        self, job_id: str, **query: Unpack[ListTablesQuery]
    ) -> AsyncCursorList[TableList, TableListItem]:
        return self._list(job_id, "tables", query)

    async def table(self, job_id: str, n: int, **query: Unpack[ReadTableQuery]) -> Table:
        """One table or some of its rows, as csv (the default), json, markdown or html."""
        request = ApiRequest("GET", path_of("jobs", job_id, "tables", n), query=query)
        table: Table = await self._transport.json(request)
        return table

    def figures(
        self, job_id: str, **query: Unpack[ListFiguresQuery]
    ) -> AsyncCursorList[FigureList, FigureListItem]:
        return self._list(job_id, "figures", query)

    def fields(
        self, job_id: str, **query: Unpack[ListFieldsQuery]
    ) -> AsyncCursorList[FieldList, FieldListItem]:
        """The form fields."""
        return self._list(job_id, "fields", query)

    def links(
        self, job_id: str, **query: Unpack[ListLinksQuery]
    ) -> AsyncCursorList[LinkList, LinkListItem]:
        return self._list(job_id, "links", query)

    async def locate(
        self,
        job_id: str,
        quotes: Sequence[str | LocateQuotesQuote] = (),
        *,
        anchors: Sequence[str] | None = None,
        min_score: float | None = None,
        limit: int | None = None,
        ignore_case: bool | None = None,
    ) -> LocatedQuotes:
        """
        Whether the document has these quotes, word for word, and where; and the places of anchors. Pass a dictionary
        for a quote with a prefix, a suffix or a page.
        """
        given = {
            "quotes": [{"exact": one} if isinstance(one, str) else one for one in quotes] or None,
            "anchors": anchors,
            "min_score": min_score,
            "limit": limit,
            "ignore_case": ignore_case,
        }
        body = {name: value for name, value in given.items() if value is not None}
        request = ApiRequest("POST", path_of("jobs", job_id, "locate"), json=body)
        located: LocatedQuotes = await self._transport.json(request)
        return located

    def chunks(
        self, job_id: str, **query: Unpack[ListChunksQuery]
    ) -> AsyncCursorList[ChunkList, Chunk]:
        """Chunks for retrieval, with pages and boxes."""
        return self._list(job_id, "chunks", query)

    async def _get(self, job_id: str, name: str, query: Mapping[str, Any]) -> Any:
        return await self._transport.json(ApiRequest("GET", path_of("jobs", job_id, name), query=query))

    def _list(
        self, job_id: str, name: str, query: Mapping[str, Any]
    ) -> AsyncCursorList[Any, Any]:
        async def ask(cursor: str | None) -> Any:
            return await self._get(job_id, name, query if cursor is None else {**query, "cursor": cursor})

        return AsyncCursorList(ask, lambda body: list(body["items"]))
