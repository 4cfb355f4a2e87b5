"""Converts many files concurrently. Each one ends in a result or an error; an error does not stop the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from dataclasses import dataclass, replace

from .._generated.models import Job, ParserOptionsInput
from ..batch import FALLBACK_CONCURRENCY, ConcurrencyLimit
from ..errors import OctavoError
from .conversion import AsyncConversion
from .convert_file import ConvertSettings, convert_file
from .file_source import FileInput
from .jobs import AsyncJobs
from .submit_job import SlotWait
from .usage import AsyncPlans

Files = Iterable[FileInput] | AsyncIterable[FileInput]


@dataclass(frozen=True)
class AsyncBatchItem:
    """Either `conversion` or `error` is set."""

    file: FileInput
    index: int
    #: None if the file was not accepted.
    job_id: str | None
    conversion: AsyncConversion | None = None
    error: Exception | None = None


async def _files(files: Files) -> AsyncIterator[FileInput]:
    if isinstance(files, AsyncIterable):
        async for file in files:
            yield file
    else:
        for one in files:
            yield one


async def _limit_of(plans: AsyncPlans, concurrency: int | None) -> ConcurrencyLimit:
    try:
        plan = await plans.current()
        allowed = plan["active_jobs_max"] if plan else FALLBACK_CONCURRENCY
    except OctavoError:
        allowed = FALLBACK_CONCURRENCY
    return ConcurrencyLimit(allowed if concurrency is None else min(concurrency, allowed))


class _Batch:
    def __init__(
        self,
        jobs: AsyncJobs,
        limit: ConcurrencyLimit,
        options: ParserOptionsInput,
        settings: ConvertSettings,
    ) -> None:
        self._jobs = jobs
        self._options = options
        self._settings = settings
        self._waiting_for_slot: set[int] = set()
        self.limit = limit
        self.running: set[asyncio.Task[AsyncBatchItem]] = set()

    async def run(self, file: FileInput, index: int) -> AsyncBatchItem:
        job_id: str | None = None

        def on_job(job: Job) -> None:
            nonlocal job_id
            job_id = job["id"]
            self._waiting_for_slot.discard(index)

        def on_slot_wait(_: SlotWait) -> None:
            self._waiting_for_slot.add(index)
            self.limit.lower_to(len(self.running) - len(self._waiting_for_slot))

        settings = replace(self._settings, on_job=on_job, on_slot_wait=on_slot_wait)
        try:
            conversion = await convert_file(self._jobs, file, self._options, settings)
            return AsyncBatchItem(file, index, conversion.job_id, conversion=conversion)
        except Exception as error:
            self._waiting_for_slot.discard(index)
            return AsyncBatchItem(file, index, job_id, error=error)


async def convert_all(
    jobs: AsyncJobs,
    plans: AsyncPlans,
    files: Files,
    concurrency: int | None,
    options: ParserOptionsInput,
    settings: ConvertSettings,
) -> AsyncIterator[AsyncBatchItem]:
    batch = _Batch(jobs, await _limit_of(plans, concurrency), options, settings)
    source = aiter(_files(files))
    index = 0
    is_exhausted = False
    try:
        while True:
            while not is_exhausted and len(batch.running) < batch.limit.current:
                try:
                    file = await anext(source)
                except StopAsyncIteration:
                    is_exhausted = True
                    break
                batch.running.add(asyncio.create_task(batch.run(file, index)))
                index += 1
            if not batch.running:
                return
            done, _ = await asyncio.wait(batch.running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                batch.running.discard(task)
                item = task.result()
                if item.error is None:
                    batch.limit.rise()
                yield item
    finally:
        for task in batch.running:
            task.cancel()
