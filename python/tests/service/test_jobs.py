"""Jobs after they were submitted: waiting, watching, downloading, listing, removing."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from octavo import (
    JobDeletedError,
    JobFailedError,
    NamedFile,
    NotFoundError,
    Octavo,
    WaitTimeoutError,
    formats_of,
)
from octavo.types import VerifyReceiptFile

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def test_a_wait_ends_with_the_job_or_with_what_a_failed_job_says(client: Octavo, documents: Path) -> None:
    good = client.jobs.create(documents / "small.pdf")
    bad = client.jobs.create(documents / "broken.pdf")
    done = client.jobs.wait(good["id"], include=["timing"])
    with pytest.raises(JobFailedError) as caught:
        client.jobs.wait(bad["id"])
    assert (done["status"], done["page_count"], done["timing"]["attempts"]) == ("done", 1, 1)
    assert caught.value.job_id == bad["id"]
    assert caught.value.job["error_message"] in str(caught.value)
    movements = [one["kind"] for one in client.usage.of_job(good["id"])["movements"]]
    assert movements == ["reserve", "charge"]
    client.jobs.delete(good["id"])
    client.jobs.delete(bad["id"])


def test_a_wait_ends_in_time_and_a_deleted_job_has_its_own_error(client: Octavo, documents: Path) -> None:
    job_id = client.jobs.create(documents / "slow.pdf")["id"]
    with pytest.raises(WaitTimeoutError) as caught:
        client.jobs.wait(job_id, timeout=0.3)
    assert caught.value.job_id == job_id
    timer = threading.Timer(0.5, client.jobs.delete, [job_id])
    timer.start()
    with pytest.raises(JobDeletedError):
        client.jobs.wait(job_id)
    timer.join()


def test_a_deleted_job_has_an_erasure_certificate(client: Octavo, documents: Path) -> None:
    job = client.jobs.create(documents / "small.pdf", options={"format": ["text"]})
    client.jobs.wait(job["id"])
    with pytest.raises(NotFoundError) as caught:
        client.erasures.get(job["id"])
    assert caught.value.code == "erasure_not_found"
    client.jobs.delete(job["id"])
    certificate = client.erasures.get(job["id"])
    source: VerifyReceiptFile = {"name": "source", "sha256": sha256((documents / "small.pdf").read_bytes()).hexdigest()}
    verification = client.receipts.verify(certificate, [source])
    assert verification["signature"] == "valid"
    assert verification["files"] == [{"name": "source", "match": True}]
    statement = verification["statement"]
    assert statement is not None
    assert statement["predicate"]["job_id"] == job["id"]


def test_a_result_is_shared_by_a_link_until_it_is_revoked(client: Octavo, documents: Path) -> None:
    job = client.jobs.wait(client.jobs.create(documents / "small.pdf")["id"])
    link = client.shares.create(job["id"], name="Ada", with_source=False)
    assert [(one["id"], one["name"]) for one in client.shares.list(job["id"])] == [(link["id"], "Ada")]
    headers = {"authorization": f"Bearer {link['token']}"}
    shared = httpx.get(f"{client.base_url}/shared", headers=headers)
    assert (shared.status_code, shared.json()["with_source"]) == (200, False)
    client.shares.revoke(job["id"], link["id"])
    assert httpx.get(f"{client.base_url}/shared", headers=headers).status_code == 404
    assert client.shares.list(job["id"]) == []
    client.jobs.delete(job["id"])


def test_a_text_format_is_added_at_no_charge(client: Octavo, documents: Path) -> None:
    job_id = client.jobs.create(documents / "small.pdf", options={"format": ["text"]})["id"]
    client.jobs.wait(job_id)
    job = client.jobs.write_outputs(job_id, format=["markdown", "html"])
    assert formats_of(job) == ["markdown", "html", "text"]
    assert "<" in client.jobs.download(job_id, "html").text()
    assert [one["kind"] for one in client.usage.of_job(job_id)["movements"]] == ["reserve", "charge"]
    client.jobs.delete(job_id)


def test_a_job_is_watched_to_its_end_and_after_an_event(client: Octavo, documents: Path) -> None:
    job_id = client.jobs.create(documents / "small.pdf")["id"]
    states = [one for one in client.jobs.watch(job_id) if one["type"] != "job.progress"]
    assert (states[0]["type"], states[-1]["type"]) == ("job.created", "job.done")
    rest = [one["type"] for one in client.jobs.watch(job_id, last_event_id=states[0]["id"])]
    assert "job.created" not in rest
    assert rest[-1] == "job.done"
    client.jobs.delete(job_id)


def test_the_stream_of_the_account_goes_on_after_an_interruption(client: Octavo, documents: Path) -> None:
    job_id = client.jobs.create(documents / "small.pdf", options={"format": ["text"]})["id"]
    first = next(one for one in client.jobs.watch(job_id) if one["type"] == "job.created")
    client.jobs.delete(job_id)
    number = first["id"]
    assert number is not None
    following = next(iter(client.events.stream(last_event_id=number)))
    assert following["id"] == number + 1


def test_a_result_is_read_whole_in_part_or_not_at_all(client: Octavo, documents: Path) -> None:
    source = (documents / "small.pdf").read_bytes()
    result = client.convert(NamedFile(source, "déjà vu.pdf"), format=["text", "markdown"])
    info = client.jobs.download_info(result.job_id, "text")
    assert (info.file_name, info.media_type) == ("déjà vu.txt", "text/plain; charset=utf-8")
    whole = client.jobs.download(result.job_id, "text")
    assert (whole.file_name, whole.info.size, whole.info.etag) == (info.file_name, info.size, info.etag)
    assert whole.text() == result.text
    part = client.jobs.download(result.job_id, "text", range="bytes=0-5")
    assert (part.info.status, part.text()) == (206, result.text[:6])
    same = client.jobs.download(result.job_id, "text", if_none_match=info.etag)
    assert (same.info.status, same.text()) == (304, "")
    assert client.jobs.source(result.job_id).content() == source
    assert client.jobs.source_info(result.job_id).file_name == "déjà vu.pdf"
    client.jobs.delete(result.job_id)


def test_jobs_are_listed_page_by_page_and_as_a_whole(client: Octavo, documents: Path) -> None:
    after = (datetime.now(timezone.utc) - timedelta(seconds=2)).isoformat().replace("+00:00", "Z")
    made = [client.jobs.create(documents / "small.pdf")["id"] for _ in range(3)]
    page = client.jobs.list(created_after=after, page_size=2)
    assert (len(page.items), page.has_next_page()) == (2, True)
    listed = [job["id"] for job in page]
    assert set(made) <= set(listed)
    assert len(set(listed)) == len(listed)
    kept = client.jobs.update(made[0], expires_at="2099-01-01T00:00:00.000Z")
    assert kept["expires_at"] == "2099-01-01T00:00:00.000Z"
    for job_id in made:
        client.jobs.delete(job_id)


def test_what_is_not_there_is_not_found(client: Octavo) -> None:
    with pytest.raises(NotFoundError, match=r"jobs\.list\(\)") as caught:
        client.jobs.retrieve(UNKNOWN)
    assert (caught.value.status, caught.value.code) == (404, "job_not_found")
    with pytest.raises(NotFoundError):
        next(iter(client.jobs.watch(UNKNOWN)))
    with pytest.raises(NotFoundError):
        client.jobs.wait(UNKNOWN)
