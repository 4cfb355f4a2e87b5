/** Deleted accounts in memory. */
import type { ClosedAccountStore } from '../../src/ports/closed-accounts.ts';
import { type Memory, requireWrites } from './memory-records.ts';

export const closedIssuer = 'closed';

export function closedAccountsIn(memory: Memory): ClosedAccountStore {
  const waiting = () => [...memory.closedAccounts.values()].filter(({ isEmpty }) => !isEmpty);
  const jobsOf = (accountId: string) =>
    [...memory.jobs.values()].filter(({ job }) => job.accountId === accountId);
  const withdrawShares = (accountId: string) => {
    const own = new Set(jobsOf(accountId).map(({ job }) => job.id));
    for (const { share } of [...memory.shares.values()]) {
      if (own.has(share.jobId)) memory.shares.delete(share.id);
    }
  };
  /** Keys, share links, webhooks, settings and files that wait to be submitted. */
  const withdraw = async (accountId: string, now: Date) => {
    for (const held of memory.keys.values()) {
      if (held.key.accountId === accountId) held.key = { ...held.key, revokedAt: now };
    }
    for (const { id } of await memory.webhooks.list(accountId)) await memory.webhooks.remove(accountId, id);
    memory.retentionDays.delete(accountId);
    withdrawShares(accountId);
    for (const held of memory.directUploads.values()) {
      const isOpen = held.upload.accountId === accountId && held.upload.jobId === null;
      if (isOpen) held.expiresAtMs = held.removeAtMs = Number.NEGATIVE_INFINITY;
    }
  };
  return {
    close: async (accountId) => {
      const entry = memory.accounts.get(accountId);
      if (!entry || entry.issuer === closedIssuer) return null;
      requireWrites(memory, accountId);
      const closedAt = new Date();
      memory.closedAccounts.set(`${entry.issuer} ${entry.subject}`, { accountId, closedAt, isEmpty: false });
      entry.issuer = closedIssuer;
      entry.subject = accountId;
      entry.account = { ...entry.account, email: '', tier: 'free' };
      await withdraw(accountId, closedAt);
      return { closedAt, jobs: jobsOf(accountId).filter(({ deletingAt }) => !deletingAt).length };
    },
    jobs: async (limit, except) =>
      waiting()
        .flatMap(({ accountId }) => jobsOf(accountId))
        .filter(({ job, deletingAt }) => !deletingAt && !except.includes(job.id))
        .slice(0, limit)
        .map(({ job: { id, accountId } }) => ({ id, accountId })),
    withoutFiles: async (limit, except) =>
      waiting()
        .map(({ accountId }) => accountId)
        .filter((id) => !except.includes(id) && jobsOf(id).length === 0)
        .filter((id) => ![...memory.uploads.values()].some(({ accountId }) => accountId === id))
        .filter(
          (id) =>
            ![...memory.directUploads.values()].some(
              ({ upload }) => upload.accountId === id && upload.jobId === null,
            ),
        )
        .slice(0, limit),
    empty: async (accountId) => {
      for (const [id, { key }] of memory.keys) if (key.accountId === accountId) memory.keys.delete(id);
      for (const entry of waiting()) if (entry.accountId === accountId) entry.isEmpty = true;
      return true;
    },
    forgetIdentities: async () => {
      const now = new Date();
      const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
      const before = Math.min(monthStart, now.getTime() - 86_400_000);
      const old = [...memory.closedAccounts].filter(
        ([, { isEmpty, closedAt }]) => isEmpty && closedAt.getTime() < before,
      );
      for (const [identity] of old) memory.closedAccounts.delete(identity);
      return old.length;
    },
  };
}
