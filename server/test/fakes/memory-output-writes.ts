/** Outputs that are written after their job is done, in memory. */
import { randomUUID } from 'node:crypto';
import type { Format } from '../../src/domain/formats.ts';
import { writePrefix } from '../../src/domain/job.ts';
import type { OutputWrite, OutputWriteStore } from '../../src/ports/output-writes.ts';
import type { JobRef } from '../../src/ports/store.ts';
import type { Memory, MemoryJob } from './memory-records.ts';

const isLive = ({ leaseUntilMs }: { readonly leaseUntilMs: number }) => leaseUntilMs > Date.now();

const liveWrites = (memory: Memory, jobId: string) =>
  [...memory.outputWrites.values()].filter((entry) => entry.write.job.id === jobId && isLive(entry));

/** Whether a request is adding outputs to the job. */
export function outputsAreWritten(memory: Memory, jobId: string): boolean {
  return liveWrites(memory, jobId).length > 0;
}

export function prefixesOfWrites(memory: Memory, jobId: string): readonly string[] {
  return liveWrites(memory, jobId).map(({ write }) => writePrefix(write.job, write.id));
}

const hasFormat = ({ job }: MemoryJob, formats: readonly Format[]) =>
  job.outputs.some(({ format }) => formats.includes(format));

export function outputWritesIn(memory: Memory): OutputWriteStore {
  const doneJob = ({ id, accountId }: JobRef): MemoryJob | null => {
    const entry = memory.jobs.get(id);
    const isDone = entry?.job.accountId === accountId && !entry.deletingAt && entry.job.status === 'done';
    return isDone ? entry : null;
  };
  const held = ({ id }: OutputWrite) => {
    const entry = memory.outputWrites.get(id);
    return entry && isLive(entry) ? entry : null;
  };
  return {
    begin: async (job, formats, leaseMs) => {
      const entry = doneJob(job);
      if (!entry) return { kind: 'no_job' };
      if (hasFormat(entry, formats)) return { kind: 'exists' };
      const { document } = entry.parts;
      if (!document) return { kind: 'no_document' };
      if (outputsAreWritten(memory, job.id)) return { kind: 'busy' };
      const write = { id: randomUUID(), job: { id: job.id, accountId: job.accountId } };
      memory.outputWrites.set(write.id, { write, leaseUntilMs: Date.now() + leaseMs });
      return { kind: 'started', write, document };
    },
    renew: async (write, leaseMs) => {
      const entry = held(write);
      if (!entry || !doneJob(write.job)) return false;
      entry.leaseUntilMs = Date.now() + leaseMs;
      return true;
    },
    commit: async (write, outputs) => {
      const entry = doneJob(write.job);
      const formats = outputs.map(({ format }) => format);
      if (!entry || !held(write) || hasFormat(entry, formats)) return false;
      memory.outputWrites.delete(write.id);
      entry.job = { ...entry.job, outputs: [...entry.job.outputs, ...outputs] };
      return true;
    },
    abandon: async (writeId) => {
      const entry = memory.outputWrites.get(writeId);
      if (entry) entry.leaseUntilMs = Number.NEGATIVE_INFINITY;
    },
    end: async (writeId) => void memory.outputWrites.delete(writeId),
    abandoned: async (limit, except) =>
      [...memory.outputWrites.values()]
        .filter((entry) => !isLive(entry) && !except.includes(entry.write.id))
        .slice(0, limit)
        .map((entry) => {
          entry.leaseUntilMs = Number.NEGATIVE_INFINITY;
          return entry.write;
        }),
  };
}
