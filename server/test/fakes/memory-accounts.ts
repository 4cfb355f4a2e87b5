/** Accounts and API keys in memory. */
import type { Account } from '../../src/domain/account.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import { unauthorized } from '../../src/domain/caller.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { newId } from '../../src/domain/ids.ts';
import type { AccountStore, ApiKeyStore } from '../../src/ports/store.ts';
import { closedIssuer } from './memory-closed-accounts.ts';
import {
  accountOf,
  type Memory,
  type MemoryAccount,
  requireWrites,
  toAccount,
  usageOf,
} from './memory-records.ts';

function setWrites(memory: Memory, accountId: string, stopped: Pick<Account, 'writesStopped'>) {
  const entry = memory.accounts.get(accountId);
  if (!entry || entry.issuer === closedIssuer) return null;
  const { writesStopped: _, ...account } = entry.account;
  entry.account = { ...account, ...stopped };
  return toAccount(entry);
}

export function accountsIn(memory: Memory): AccountStore {
  return {
    findOrCreate: async (identity, now) => {
      const known = [...memory.accounts.values()].find(
        ({ issuer, subject }) => issuer === identity.issuer && subject === identity.subject,
      );
      const closed = memory.closedAccounts.get(`${identity.issuer} ${identity.subject}`);
      if (closed) {
        if (!identity.issuedAt || identity.issuedAt <= closed.closedAt) throw unauthorized();
        if (!closed.isEmpty) throw unavailable('database', new Error('still being deleted'));
        memory.closedAccounts.delete(`${identity.issuer} ${identity.subject}`);
        const entry = accountOf(memory, closed.accountId);
        entry.issuer = identity.issuer;
        entry.subject = identity.subject;
        entry.account = { ...entry.account, email: identity.email, createdAt: now };
        return toAccount(entry);
      }
      if (known) {
        if (identity.email !== '') known.account = { ...known.account, email: identity.email };
        return toAccount(known);
      }
      const { issuer, subject, email } = identity;
      const account = { id: newId(now.getTime()), email, tier: 'free' as const, createdAt: now };
      const entry: MemoryAccount = { account, issuer, subject, activeJobs: 0 };
      memory.accounts.set(account.id, entry);
      return toAccount(entry);
    },
    find: async (accountId) => {
      const entry = memory.accounts.get(accountId);
      return entry ? toAccount(entry) : null;
    },
    findByEmail: async (email) =>
      [...memory.accounts.values()]
        .map(toAccount)
        .filter((account) => account.email.toLowerCase() === email.toLowerCase()),
    list: async (limit) =>
      [...memory.accounts.values()]
        .filter(({ issuer }) => issuer !== closedIssuer)
        .map(toAccount)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    setTier: async (accountId, tier) => {
      const entry = memory.accounts.get(accountId);
      if (!entry) return null;
      entry.account = { ...entry.account, tier };
      return toAccount(entry);
    },
    stopWrites: async (accountId) => setWrites(memory, accountId, { writesStopped: true }),
    allowWrites: async (accountId) => setWrites(memory, accountId, {}),
    unfinishedWrites: async (accountId) =>
      [...memory.uploads.values()].filter((upload) => upload.accountId === accountId).length +
      [...memory.jobs.values()].filter(({ job, deletingAt }) => deletingAt && job.accountId === accountId)
        .length +
      [...memory.outputWrites.values()].filter(({ write }) => write.job.accountId === accountId).length,
    monthUsage: async (accountId, month) => usageOf(memory, accountId, month),
  };
}

export function apiKeysIn(memory: Memory): ApiKeyStore {
  const keysOf = (accountId: string) =>
    [...memory.keys.values()].map(({ key }) => key).filter((key) => key.accountId === accountId);
  return {
    create: async (newKey, activeMax) => {
      requireWrites(memory, newKey.accountId);
      if (keysOf(newKey.accountId).filter((key) => !key.revokedAt).length >= activeMax) return null;
      const { hash, ...rest } = newKey;
      const key: ApiKey = { ...rest, revokedAt: null, lastUsedAt: null };
      memory.keys.set(key.id, { key, hash: hash.toString('hex') });
      return key;
    },
    list: async (accountId) =>
      keysOf(accountId).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
    revoke: async (accountId, keyId, now) => {
      const entry = memory.keys.get(keyId);
      if (!entry || entry.key.accountId !== accountId) return false;
      entry.key = { ...entry.key, revokedAt: entry.key.revokedAt ?? now };
      return true;
    },
    findActive: async (hash) => {
      const entry = [...memory.keys.values()].find((candidate) => candidate.hash === hash.toString('hex'));
      if (!entry || entry.key.revokedAt) return null;
      return { key: entry.key, account: toAccount(accountOf(memory, entry.key.accountId)) };
    },
    recordUse: async (keyId, now) => {
      const entry = memory.keys.get(keyId);
      const before = entry?.key.lastUsedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (entry && before < now.getTime() - 60_000) entry.key = { ...entry.key, lastUsedAt: now };
    },
  };
}
