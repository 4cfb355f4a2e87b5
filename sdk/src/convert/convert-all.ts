/** Converts many files concurrently. Each one ends in a result or an error; an error does not stop the others. */
import type { Jobs } from '../resources/jobs.ts';
import type { Plans } from '../resources/usage.ts';
import type { Format, Job } from '../wire.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Conversion, DefaultFormats } from './conversion.ts';
import { type ConvertOptions, convertFile } from './convert-file.ts';
import type { ConvertInput } from './convert-input.ts';

export type ConvertAllOptions<Formats extends readonly Format[] = readonly Format[]> = Omit<
  ConvertOptions<Formats>,
  'idempotencyKey' | 'onUploadProgress' | 'onJob' | 'onEvent' | 'onSlotWait'
> & {
  /** Maximum number of concurrent jobs. Default and upper limit: what the plan allows. */
  readonly concurrency?: number | undefined;
  /** Additional options for one file, such as its idempotency key or progress callbacks. */
  readonly perFile?: ((file: ConvertInput, index: number) => ConvertOptions) | undefined;
};

export type BatchItem<Formats extends readonly Format[] = readonly Format[]> =
  | {
      readonly ok: true;
      readonly file: ConvertInput;
      readonly index: number;
      readonly jobId: string;
      readonly conversion: Conversion<Formats>;
    }
  | {
      readonly ok: false;
      readonly file: ConvertInput;
      readonly index: number;
      /** Null if the file was not accepted. */
      readonly jobId: string | null;
      readonly error: unknown;
    };

/** Used when the plan cannot be read: the limit of the smallest plan. `ConcurrencyLimit` adapts from there. */
const fallbackConcurrency = 2;

async function concurrencyOfPlan(plans: Plans, signal: AbortSignal | undefined): Promise<number> {
  try {
    return (await plans.current({ signal }))?.active_jobs_max ?? fallbackConcurrency;
  } catch (error) {
    if (signal?.aborted) throw error;
    return fallbackConcurrency;
  }
}

type Batch = { readonly jobs: Jobs; readonly plans: Plans };

export async function* convertAll<const Formats extends readonly Format[] = DefaultFormats>(
  { jobs, plans }: Batch,
  files: Iterable<ConvertInput> | AsyncIterable<ConvertInput>,
  options: ConvertAllOptions<Formats> = {},
): AsyncGenerator<BatchItem<Formats>, void, undefined> {
  const { concurrency = Number.POSITIVE_INFINITY, perFile, signal, ...shared } = options;
  const limit = new ConcurrencyLimit(Math.min(concurrency, await concurrencyOfPlan(plans, signal)));
  const abandoned = new AbortController();
  const either = signal ? AbortSignal.any([signal, abandoned.signal]) : abandoned.signal;
  const running = new Map<number, Promise<BatchItem<Formats>>>();
  const waitingForSlot = new Set<number>();

  async function run(file: ConvertInput, index: number): Promise<BatchItem<Formats>> {
    let job: Job | null = null;
    const fileOptions = perFile?.(file, index);
    try {
      const conversion = await convertFile<Formats>(jobs, file, {
        ...(shared as ConvertOptions<Formats>),
        ...(fileOptions as Partial<ConvertOptions<Formats>>),
        signal: either,
        onJob: (accepted) => {
          job = accepted;
          waitingForSlot.delete(index);
          fileOptions?.onJob?.(accepted);
        },
        onSlotWait: (wait) => {
          waitingForSlot.add(index);
          limit.lowerTo(running.size - waitingForSlot.size);
          fileOptions?.onSlotWait?.(wait);
        },
      });
      return { ok: true, file, index, jobId: conversion.jobId, conversion };
    } catch (error) {
      waitingForSlot.delete(index);
      return { ok: false, file, index, jobId: (job as Job | null)?.id ?? null, error };
    }
  }

  const input = Symbol.asyncIterator in files ? files[Symbol.asyncIterator]() : files[Symbol.iterator]();
  try {
    for (let index = 0, isExhausted = false; ; ) {
      while (!isExhausted && running.size < limit.current) {
        const next = await input.next();
        if (next.done) isExhausted = true;
        else running.set(index, run(next.value, index++));
      }
      if (running.size === 0) return;
      const item = await Promise.race(running.values());
      running.delete(item.index);
      if (item.ok) limit.raise();
      signal?.throwIfAborted();
      yield item;
    }
  } finally {
    abandoned.abort();
    await input.return?.();
  }
}
