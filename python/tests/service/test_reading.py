"""A done document in parts: outline, pages, text, search, tables, chunks and quotes."""

from __future__ import annotations

from pathlib import Path

import pytest

from octavo import NotFoundError, Octavo
from octavo.types import Job


def test_the_outline_has_the_headings(client: Octavo, done: Job) -> None:
    outline = client.jobs.outline(done["id"])
    assert outline.body["document"]["pages"] == 1
    assert [one["title"] for one in outline] == ["Octavo quarterly report"]


def test_the_pages_have_their_size(client: Octavo, done: Job) -> None:
    pages = list(client.jobs.pages(done["id"]))
    assert [one["page"] for one in pages] == [1]


def test_the_text_is_read_in_parts_that_together_are_the_text(client: Octavo, done: Job) -> None:
    whole = client.jobs.read(done["id"], format="text", pages="1").body
    assert whole["next_cursor"] is None
    parts = [str(part["content"]) for part in client.jobs.read(done["id"], format="text", pages="1", max_tokens=100)]
    assert "".join(parts) == whole["content"]


def test_words_are_found_with_their_page(client: Octavo, done: Job) -> None:
    result = client.jobs.search(done["id"], q="paragraph")
    assert result.body["total"] >= 1
    assert {hit["page"] for hit in result} == {1}


def test_tables_are_listed_and_read_as_csv(client: Octavo, done: Job) -> None:
    tables = list(client.jobs.tables(done["id"]))
    assert len(tables) == 1
    table = client.jobs.table(done["id"], tables[0]["n"])
    assert "cell 1.1,cell 1.2" in str(table["content"])
    with pytest.raises(NotFoundError):
        client.jobs.table(done["id"], 9)


def test_chunks_have_pages_and_boxes(client: Octavo, done: Job) -> None:
    chunks = list(client.jobs.chunks(done["id"], max_tokens=128, limit=1))
    assert len(chunks) >= 1
    assert all(chunk["spans"][0]["page"] == 1 for chunk in chunks)


def test_quotes_are_verified(client: Octavo, done: Job) -> None:
    located = client.jobs.locate(done["id"], ["Octavo quarterly report", "words that are not there"])
    assert [one["verdict"] for one in located["items"]] == ["verbatim", "absent"]
    anchor = located["items"][0]["matches"][0]["anchor"]
    assert len(client.jobs.locate(done["id"], anchors=[anchor])["anchors"]) == 1


def test_figures_fields_and_links_are_listed(client: Octavo, done: Job) -> None:
    assert client.jobs.figures(done["id"]).body["total"] == 1
    assert client.jobs.fields(done["id"]).body["total"] == 0
    assert list(client.jobs.links(done["id"])) == []


def test_hidden_content_is_listed(client: Octavo, done: Job) -> None:
    assert client.jobs.dropped(done["id"])["total"] == 0


def test_the_receipt_is_verified_by_the_server(client: Octavo, done: Job) -> None:
    receipt = client.jobs.receipt(done["id"])
    assert client.receipts.verify(receipt)["signature"] == "valid"
    kids = [key["kid"] for key in client.receipts.keys()["keys"]]
    assert receipt["signatures"][0]["keyid"] in kids


def test_a_document_next_to_itself_has_no_differences(client: Octavo, done: Job) -> None:
    diff = client.diffs.create(done["id"], done["id"])
    assert diff["items"] == []
    assert diff["summary"]["similarity"] == 1
    assert diff["summary"]["blocks"]["equal"] > 0
    page = client.diffs.html(done["id"], done["id"], scope="structure")
    assert page.startswith("<!DOCTYPE html>")


def test_differences_have_pages_and_words(client: Octavo, done: Job, documents: Path) -> None:
    other = client.jobs.create(documents / "small.pdf")
    client.jobs.wait(other["id"])
    diff = client.diffs.create(other["id"], done["id"])
    assert (diff["base"]["job_id"], diff["head"]["job_id"]) == (other["id"], done["id"])
    assert {item["op"] for item in diff["items"]} <= {"added", "removed", "changed", "moved"}
    assert len(diff["items"]) > 0
    client.jobs.delete(other["id"])
    with pytest.raises(NotFoundError):
        client.diffs.html(other["id"], done["id"])


def test_the_accessibility_report_says_what_is_left_to_do(client: Octavo, done: Job, documents: Path) -> None:
    with pytest.raises(NotFoundError):
        client.jobs.accessibility(done["id"])
    tagged = client.jobs.create(
        documents / "small.pdf", options={"format": ["tagged-pdf"], "language": "en-GB"}
    )
    client.jobs.wait(tagged["id"])
    report = client.jobs.accessibility(tagged["id"])
    assert report["standard"] == "PDF/UA-1"
    assert ("language", "en-GB", "option") in [(one["what"], one["value"], one["from"]) for one in report["written"]]
    assert report["after"] is not None
    client.jobs.delete(tagged["id"])
