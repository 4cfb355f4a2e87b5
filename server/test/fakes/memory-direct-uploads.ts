/** Direct uploads in memory. */
import { idempotencyLifeMs } from '../../src/domain/idempotency.ts';
import type { DirectUploadStore } from '../../src/ports/direct-uploads.ts';
import type { NewJob } from '../../src/ports/store.ts';
import {
  abandonedUpload,
  isStopped,
  type Memory,
  type MemoryDirectUpload,
  requireWrites,
} from './memory-records.ts';

const ownRemovalMs = 10_000;

const isOpen = ({ upload, expiresAtMs }: MemoryDirectUpload) =>
  upload.jobId === null && expiresAtMs > Date.now();

/** Whether a job can be made of its direct upload, if it has one. */
export function canUseUpload(memory: Memory, { uploadId, accountId }: NewJob): boolean {
  if (!uploadId) return true;
  const entry = memory.directUploads.get(uploadId);
  return (
    entry?.upload.accountId === accountId &&
    entry.upload.jobId === null &&
    entry.expiresAtMs > abandonedUpload
  );
}

export function useUpload(memory: Memory, { uploadId, id }: NewJob): void {
  const entry = uploadId ? memory.directUploads.get(uploadId) : undefined;
  if (!entry) return;
  entry.expiresAtMs = Date.now() + idempotencyLifeMs;
  entry.removeAtMs = Date.now() + ownRemovalMs;
  entry.upload = { ...entry.upload, jobId: id, expiresAt: new Date(entry.expiresAtMs) };
}

export function directUploadsIn(memory: Memory): DirectUploadStore {
  const known = (accountId: string, uploadId: string) => {
    const entry = memory.directUploads.get(uploadId);
    return entry?.upload.accountId === accountId && entry.expiresAtMs > Date.now() ? entry : null;
  };
  return {
    create: async (upload, lifeMs, openMax) => {
      requireWrites(memory, upload.accountId);
      const own = [...memory.directUploads.values()].filter(
        (entry) => entry.upload.accountId === upload.accountId,
      );
      if (own.filter(isOpen).length >= openMax) return false;
      const expiresAtMs = Date.now() + lifeMs;
      memory.directUploads.set(upload.id, {
        upload: { ...upload, storageId: '', jobId: null, expiresAt: new Date(expiresAtMs) },
        expiresAtMs,
        removeAtMs: expiresAtMs,
      });
      return true;
    },
    begin: async (uploadId, storageId) => {
      const entry = memory.directUploads.get(uploadId);
      if (!entry) throw new Error('no result');
      entry.upload = { ...entry.upload, storageId };
      return entry.upload;
    },
    find: async (accountId, uploadId) => {
      const entry = known(accountId, uploadId);
      return entry && entry.upload.storageId !== '' ? entry.upload : null;
    },
    abandon: async (accountId, uploadId) => {
      const entry = known(accountId, uploadId);
      if (entry) Object.assign(entry, { expiresAtMs: abandonedUpload, removeAtMs: abandonedUpload });
      return entry !== null;
    },
    abandonOfJob: async (jobId) => {
      const entry = [...memory.directUploads.values()].find(({ upload }) => upload.jobId === jobId);
      if (!entry) return null;
      Object.assign(entry, { expiresAtMs: abandonedUpload, removeAtMs: abandonedUpload });
      return { id: entry.upload.id, accountId: entry.upload.accountId };
    },
    toRemove: async (limit, except) =>
      [...memory.directUploads.values()]
        .filter(({ upload, removeAtMs }) => removeAtMs < Date.now() && !except.includes(upload.id))
        .filter(({ upload }) => upload.jobId !== null || !isStopped(memory, upload.accountId))
        .slice(0, limit)
        .map((entry) => {
          if (entry.upload.jobId === null) entry.expiresAtMs = abandonedUpload;
          return { id: entry.upload.id, accountId: entry.upload.accountId };
        }),
    removed: async (uploadId) => {
      const entry = memory.directUploads.get(uploadId);
      if (!entry) return;
      if (entry.expiresAtMs <= Date.now()) memory.directUploads.delete(uploadId);
      else if (entry.upload.jobId !== null) entry.removeAtMs = entry.expiresAtMs;
    },
  };
}
