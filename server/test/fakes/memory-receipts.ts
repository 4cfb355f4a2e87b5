/** Keys that sign receipts, and the tools that wrote outputs, in memory. */
import type { ReceiptKey } from '../../src/domain/receipt-key.ts';
import { type Toolchain, toolchainId } from '../../src/domain/toolchain.ts';
import type { ReceiptStore } from '../../src/ports/receipts.ts';
import type { Memory } from './memory-records.ts';

export function receiptsIn(memory: Memory): ReceiptStore {
  let keys: readonly ReceiptKey[] = [];
  const toolchains = new Map<string, Toolchain>();
  return {
    keys: async () => keys,
    addFirstKey: async (key) => {
      if (!keys.some(({ retiredAt }) => retiredAt === null)) keys = [key, ...keys];
    },
    replaceKey: async (key) => {
      const retired = keys.map((old) =>
        old.retiredAt === null ? { ...old, retiredAt: key.createdAt, sealedPrivateKey: null } : old,
      );
      keys = [key, ...retired];
    },
    replaceSealed: async ({ id, sealedPrivateKey }, sealed) => {
      const found = keys.find((key) => key.id === id);
      if (!found?.sealedPrivateKey || !sealedPrivateKey?.equals(found.sealedPrivateKey)) return false;
      keys = keys.map((key) => (key === found ? { ...key, sealedPrivateKey: sealed } : key));
      return true;
    },
    registerToolchain: async (tools) => void toolchains.set(toolchainId(tools), tools),
    toolchains: async (accountId, jobId) => {
      const job = memory.jobs.get(jobId)?.job;
      if (job?.accountId !== accountId) return new Map();
      return new Map(
        job.outputs.flatMap(({ format, toolchain = '' }) => {
          const tools = toolchains.get(toolchain);
          return tools ? [[format, tools] as const] : [];
        }),
      );
    },
  };
}
