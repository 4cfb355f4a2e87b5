"""Converts many files concurrently in threads. Each one ends in a result or an error; an error does not stop the others."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from .._generated.models import Job, ParserOptionsInput
from ..batch import FALLBACK_CONCURRENCY, ConcurrencyLimit
from ..errors import OctavoError
from .conversion import Conversion
from .convert_file import ConvertSettings, convert_file
from .file_source import FileInput
from .jobs import Jobs
from .submit_job import SlotWait
from .usage import Plans

Files = Iterable[FileInput]


@dataclass(frozen=True)
class BatchItem:
    """Either `conversion` or `error` is set."""

    file: FileInput
    index: int
    #: None if the file was not accepted.
    job_id: str | None
    conversion: Conversion | None = None
    error: Exception | None = None


def _allowed(plans: Plans) -> int:
    try:
        plan = plans.current()
        return plan["active_jobs_max"] if plan else FALLBACK_CONCURRENCY
    except OctavoError:
        return FALLBACK_CONCURRENCY


class _Batch:
    """Its threads share the limit and the set of files that wait for a slot."""

    def __init__(
        self, jobs: Jobs, limit: ConcurrencyLimit, options: ParserOptionsInput, settings: ConvertSettings
    ) -> None:
        self._jobs = jobs
        self._options = options
        self._settings = settings
        self._lock = threading.Lock()
        self._waiting_for_slot: set[int] = set()
        self.limit = limit
        self.running: set[Future[BatchItem]] = set()

    def run(self, file: FileInput, index: int) -> BatchItem:
        job_id: str | None = None

        def on_job(job: Job) -> None:
            nonlocal job_id
            job_id = job["id"]
            with self._lock:
                self._waiting_for_slot.discard(index)

        def on_slot_wait(_: SlotWait) -> None:
            with self._lock:
                self._waiting_for_slot.add(index)
                self.limit.lower_to(len(self.running) - len(self._waiting_for_slot))

        settings = replace(self._settings, on_job=on_job, on_slot_wait=on_slot_wait)
        try:
            conversion = convert_file(self._jobs, file, self._options, settings)
            return BatchItem(file, index, conversion.job_id, conversion=conversion)
        except Exception as error:
            with self._lock:
                self._waiting_for_slot.discard(index)
            return BatchItem(file, index, job_id, error=error)

    def finish(self, item: BatchItem) -> BatchItem:
        if item.error is None:
            with self._lock:
                self.limit.rise()
        return item


def convert_all(
    jobs: Jobs,
    plans: Plans,
    files: Files,
    concurrency: int | None,
    options: ParserOptionsInput,
    settings: ConvertSettings,
) -> Iterator[BatchItem]:
    """
    Leaving the loop early does not wait for the files that are being converted; their threads end with their jobs.
    """
    allowed = _allowed(plans)
    maximum = allowed if concurrency is None else max(1, min(concurrency, allowed))
    batch = _Batch(jobs, ConcurrencyLimit(maximum), options, settings)
    source = enumerate(files)
    is_exhausted = False
    executor = ThreadPoolExecutor(maximum, thread_name_prefix="octavo")
    try:
        while True:
            while not is_exhausted and len(batch.running) < batch.limit.current:
                numbered = next(source, None)
                if numbered is None:
                    is_exhausted = True
                    break
                index, file = numbered
                batch.running.add(executor.submit(batch.run, file, index))
            if not batch.running:
                return
            done, _ = wait(batch.running, return_when=FIRST_COMPLETED)
            for future in done:
                batch.running.discard(future)
                yield batch.finish(future.result())
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
