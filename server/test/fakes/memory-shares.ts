/** Share links in memory. */
import type { Share } from '../../src/domain/share.ts';
import type { ShareStore } from '../../src/ports/shares.ts';
import type { Memory } from './memory-records.ts';

export function sharesIn(memory: Memory): ShareStore {
  const jobOf = (jobId: string) => {
    const entry = memory.jobs.get(jobId);
    return entry && entry.deletingAt === null ? entry.job : undefined;
  };
  const isActive = ({ expiresAt }: Share) => expiresAt.getTime() > Date.now();
  const sharesOf = (jobId: string) =>
    [...memory.shares.values()].map(({ share }) => share).filter((share) => share.jobId === jobId);
  return {
    create: async ({ accountId, tokenHash, ...share }, activeMax) => {
      const job = jobOf(share.jobId);
      if (job?.accountId !== accountId || job.status !== 'done') return 'absent';
      if (sharesOf(share.jobId).filter(isActive).length >= activeMax) return 'full';
      memory.shares.set(share.id, { share, hash: tokenHash.toString('hex') });
      return share;
    },
    list: async (accountId, jobId) =>
      jobOf(jobId)?.accountId === accountId
        ? sharesOf(jobId)
            .filter(isActive)
            .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
        : [],
    revoke: async (accountId, jobId, shareId) => {
      const found = memory.shares.get(shareId);
      if (found?.share.jobId !== jobId || jobOf(jobId)?.accountId !== accountId) return false;
      return memory.shares.delete(shareId);
    },
    findActive: async (tokenHash) => {
      const hash = tokenHash.toString('hex');
      const found = [...memory.shares.values()].find((candidate) => candidate.hash === hash);
      const job = found && jobOf(found.share.jobId);
      if (!found || !isActive(found.share) || job?.status !== 'done') return null;
      if (job.expiresAt !== null && job.expiresAt.getTime() <= Date.now()) return null;
      return { share: found.share, accountId: job.accountId };
    },
  };
}
