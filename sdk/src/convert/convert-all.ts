/** Many files, several at a time, each ending in a result or an error while the others go on. */
import type { FileInput } from '../request/file-source.ts';
import type { Jobs } from '../resources/jobs.ts';
import type { Plans } from '../resources/usage.ts';
import type { Format, Job } from '../wire.ts';
import type { Conversion, DefaultFormats } from './conversion.ts';
import { type ConvertOptions, convertFile } from './convert.ts';
import { Slots } from './slots.ts';

export type ConvertAllOptions<Formats extends readonly Format[] = readonly Format[]> = Omit<
  ConvertOptions<Formats>,
  'idempotencyKey' | 'onUploadProgress' | 'onJob' | 'onEvent' | 'onSlotWait'
> & {
  /** How many jobs at a time; as many as the plan allows unless given, and never more. */
  readonly concurrency?: number | undefined;
  /** More options for one file, such as its idempotency key or where its progress is shown. */
  readonly perFile?: ((file: FileInput, index: number) => ConvertOptions) | undefined;
};

export type BatchItem<Formats extends readonly Format[] = readonly Format[]> =
  | {
      readonly ok: true;
      readonly file: FileInput;
      readonly index: number;
      readonly jobId: string;
      readonly conversion: Conversion<Formats>;
    }
  | {
      readonly ok: false;
      readonly file: FileInput;
      readonly index: number;
      /** Null when the file was not accepted. */
      readonly jobId: string | null;
      readonly error: unknown;
    };

/** Without an answer about the plan, what the smallest one allows; refusals teach the rest. */
const cautiousSlots = 2;

async function slotsOfPlan(plans: Plans, signal: AbortSignal | undefined): Promise<number> {
  try {
    return (await plans.current({ signal }))?.active_jobs_max ?? cautiousSlots;
  } catch (error) {
    if (signal?.aborted) throw error;
    return cautiousSlots;
  }
}

type Batch = { readonly jobs: Jobs; readonly plans: Plans };

export async function* convertAll<const Formats extends readonly Format[] = DefaultFormats>(
  { jobs, plans }: Batch,
  files: Iterable<FileInput> | AsyncIterable<FileInput>,
  options: ConvertAllOptions<Formats> = {},
): AsyncGenerator<BatchItem<Formats>, void, undefined> {
  const { concurrency = Number.POSITIVE_INFINITY, perFile, signal, ...shared } = options;
  const slots = new Slots(Math.min(concurrency, await slotsOfPlan(plans, signal)));
  const left = new AbortController();
  const either = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const underWay = new Map<number, Promise<BatchItem<Formats>>>();
  const refused = new Set<number>();

  async function run(file: FileInput, index: number): Promise<BatchItem<Formats>> {
    let job: Job | null = null;
    const own = perFile?.(file, index);
    try {
      const conversion = await convertFile<Formats>(jobs, file, {
        ...(shared as ConvertOptions<Formats>),
        ...(own as Partial<ConvertOptions<Formats>>),
        signal: either,
        onJob: (accepted) => {
          job = accepted;
          refused.delete(index);
          own?.onJob?.(accepted);
        },
        onSlotWait: (wait) => {
          refused.add(index);
          slots.refused(underWay.size - refused.size);
          own?.onSlotWait?.(wait);
        },
      });
      return { ok: true, file, index, jobId: conversion.jobId, conversion };
    } catch (error) {
      refused.delete(index);
      return { ok: false, file, index, jobId: (job as Job | null)?.id ?? null, error };
    }
  }

  const waiting = Symbol.asyncIterator in files ? files[Symbol.asyncIterator]() : files[Symbol.iterator]();
  try {
    for (let index = 0, isExhausted = false; ; ) {
      while (!isExhausted && underWay.size < slots.limit) {
        const next = await waiting.next();
        if (next.done) isExhausted = true;
        else underWay.set(index, run(next.value, index++));
      }
      if (underWay.size === 0) return;
      const item = await Promise.race(underWay.values());
      underWay.delete(item.index);
      if (item.ok) slots.finished();
      signal?.throwIfAborted();
      yield item;
    }
  } finally {
    left.abort();
    await waiting.return?.();
  }
}
