/** Erasures in memory. */
import type { ErasedFile } from '../../src/domain/erasure.ts';
import type { StoredDocument } from '../../src/domain/job.ts';
import type { ErasureStore } from '../../src/ports/erasures.ts';
import type { Memory, MemoryJob } from './memory-records.ts';

function fileOf(name: ErasedFile['name'], part: StoredDocument | undefined): readonly ErasedFile[] {
  return part ? [{ name, bytes: part.bytes, sha256: part.sha256 }] : [];
}

function filesOf({ job, parts }: MemoryJob): readonly ErasedFile[] {
  const { bytes, sha256 } = job.source;
  const outputs = job.outputs.toSorted((one, other) => (one.format < other.format ? -1 : 1));
  return [
    { name: 'source', bytes, sha256 },
    ...outputs.map((output) => ({ name: output.format, bytes: output.bytes, sha256: output.sha256 })),
    ...fileOf('document', parts.document),
    ...fileOf('reading-index', parts.reading),
  ];
}

export function recordErasure(memory: Memory, entry: MemoryJob, requestedAt: Date): void {
  const { job } = entry;
  const isExpired = job.finishedAt !== null && job.expiresAt !== null && job.expiresAt <= requestedAt;
  memory.erasures.set(job.id, {
    accountId: job.accountId,
    erasure: {
      jobId: job.id,
      reason: isExpired ? 'expired' : 'requested',
      status: job.status,
      pages: job.pageCount ?? 0,
      files: filesOf(entry),
      submittedAt: job.createdAt,
      requestedAt,
      erasedAt: new Date(),
    },
  });
}

export function erasuresIn(memory: Memory): ErasureStore {
  return {
    find: async (accountId, jobId) => {
      const found = memory.erasures.get(jobId);
      if (found?.accountId === accountId) return found.erasure;
      const entry = memory.jobs.get(jobId);
      return entry?.deletingAt && entry.job.accountId === accountId ? 'deleting' : null;
    },
    prune: async (keptMs, limit) => {
      const before = new Date(Date.now() - keptMs);
      const old = [...memory.erasures].filter(([, { erasure }]) => erasure.erasedAt < before).slice(0, limit);
      for (const [id] of old) memory.erasures.delete(id);
      return old.length;
    },
  };
}
