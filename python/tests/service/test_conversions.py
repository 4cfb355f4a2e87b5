"""From a file to its results in one call, for one file and for many."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from octavo import AsyncOctavo, BadRequestError, JobFailedError, NamedFile, Octavo


def test_a_file_becomes_texts_and_a_tree(client: Octavo, documents: Path) -> None:
    content = (documents / "rich.pdf").read_bytes()
    sent: list[int] = []
    seen: list[str] = []
    result = client.convert(
        NamedFile(content, "quarter.pdf"),
        format=["markdown", "json", "html", "text", "images"],
        on_upload_progress=lambda progress: sent.append(progress.bytes_sent),
        on_event=lambda event: seen.append(event["type"]),
    )
    assert "# Octavo quarterly report" in result.markdown
    assert "<table" in result.html
    assert "This paragraph stands" in result.text
    assert result.page_count == 1
    assert (result.json["file_name"], result.json["page_count"]) == ("quarter.pdf", 1)
    assert sent[-1] == len(content)
    assert (seen[0], seen[-1]) == ("job.created", "job.done")
    assert result.download("images").content()[:2] == b"PK"
    image = client.jobs.images(result.job_id)[0]
    assert client.jobs.image_info(result.job_id, image["name"]).size == image["bytes"]
    assert len(client.jobs.image(result.job_id, image["name"]).content()) == image["bytes"]
    client.jobs.delete(result.job_id)


def test_a_batch_goes_on_past_failures(client: Octavo, documents: Path) -> None:
    good = documents / "small.pdf"
    files = [good, documents / "broken.pdf", b"no PDF", good]
    ends: dict[int, type[Exception] | None] = {}
    for item in client.convert_all(files, format=["text"], concurrency=3, delete_after=True):
        ends[item.index] = None if item.error is None else type(item.error)
        if item.error is not None and item.job_id is not None:
            client.jobs.delete(item.job_id)
    assert ends == {0: None, 1: JobFailedError, 2: BadRequestError, 3: None}


def test_every_format_is_saved_with_links_to_the_images(
    client: Octavo, documents: Path, tmp_path: Path
) -> None:
    file = NamedFile((documents / "rich.pdf").read_bytes(), "a b.pdf")
    formats: Any = ["markdown", "json", "html", "text", "tagged-pdf", "annotated-pdf", "images"]
    result = client.convert(file, format=formats)
    saved = result.save(tmp_path / "out")
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == [
        "a b-annotated.pdf",
        "a b-images",
        "a b-tagged.pdf",
        "a b.html",
        "a b.json",
        "a b.md",
        "a b.txt",
    ]
    assert "a%20b-images/imageFile1.png" in saved["markdown"].read_text()
    zipped = result.save(tmp_path / "zip", images="zip", stem="c", formats=["images", "text"])
    assert zipped["images"].name == "c-images.zip"
    assert sorted(one.name for one in (tmp_path / "zip").iterdir()) == ["c-images.zip", "c.txt"]
    client.jobs.delete(result.job_id)


def test_the_asynchronous_client_converts_several_files_at_once(
    facts: dict[str, Any], documents: Path
) -> None:
    async def run() -> tuple[list[str], dict[int, bool], int]:
        async with AsyncOctavo(api_key=facts["apiKey"], base_url=facts["baseUrl"]) as client:
            file = documents / "small.pdf"
            texts = await asyncio.gather(
                *(client.convert(file, format=["text"], delete_after=True) for _ in range(2))
            )
            ends: dict[int, bool] = {}
            async for item in client.convert_all(
                [file, b"no PDF"], format=["text"], delete_after=True
            ):
                ends[item.index] = item.error is None
            job = await client.jobs.create(file)
            types = [event["type"] async for event in client.jobs.watch(job["id"])]
            parts = [part async for part in client.jobs.read(job["id"])]
            await client.jobs.delete(job["id"])
            assert types[-1] == "job.done"
            return [one.text for one in texts], ends, len(parts)

    texts, ends, parts = asyncio.run(run())
    assert texts[0] == texts[1] != ""
    assert ends == {0: True, 1: False}
    assert parts == 1


def test_a_cancelled_task_ends_at_once_and_the_job_goes_on(
    facts: dict[str, Any], documents: Path
) -> None:
    async def run() -> None:
        async with AsyncOctavo(api_key=facts["apiKey"], base_url=facts["baseUrl"]) as client:
            accepted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            task = asyncio.create_task(
                client.convert(documents / "slow.pdf", on_job=lambda job: accepted.set_result(job["id"]))
            )
            job_id = await accepted
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await client.jobs.retrieve(job_id))["status"] in ("pending", "processing")
            await client.jobs.delete(job_id)

    asyncio.run(run())
