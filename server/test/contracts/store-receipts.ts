/** Contract of `Store` for receipts: the keys that sign them, and the tools that wrote outputs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newReceiptKey } from '../../src/domain/receipt-key.ts';
import type { SealingKeys } from '../../src/domain/sealing.ts';
import { toolchainId } from '../../src/domain/toolchain.ts';
import type { Store } from '../../src/ports/store.ts';
import { claimed, minutesLater, newAccount, noon, sampleJob, sampleOutput } from './samples.ts';

const sealingKeys: SealingKeys = [Buffer.alloc(32, 1)];
const keyAt = (minutes: number) => newReceiptKey(sealingKeys, minutesLater(minutes));
const tools = [
  { name: 'engine', version: '2.5.11', sha256: 'ab'.repeat(32), uri: 'pkg:npm/engine@2.5.11' },
  { name: 'java', version: '21' },
];

export function describeReceipts(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('keys of receipts', () => {
    it('have one active key, however many processes add the first one', async () => {
      const some = [keyAt(0), keyAt(1), keyAt(2)];
      await Promise.all(some.map((key) => store.receipts.addFirstKey(key)));
      const [active, ...others] = await store.receipts.keys();
      expect(others).toEqual([]);
      expect(some).toContainEqual(active);
    });

    it('keep the public half of a key that was replaced, and destroy the private one', async () => {
      const [before] = await store.receipts.keys();
      const next = keyAt(10);
      await store.receipts.replaceKey(next);
      const retired = { ...before, sealedPrivateKey: null, retiredAt: minutesLater(10) };
      expect(await store.receipts.keys()).toEqual([next, retired]);
      await store.receipts.addFirstKey(keyAt(11));
      expect(await store.receipts.keys()).toHaveLength(2);
    });

    it('are sealed again only as they were read', async () => {
      const [active] = await store.receipts.keys();
      if (!active) throw new Error('expected a key');
      expect(await store.receipts.replaceSealed(active, Buffer.from('new'))).toBe(true);
      expect((await store.receipts.keys())[0]?.sealedPrivateKey).toEqual(Buffer.from('new'));
      expect(await store.receipts.replaceSealed(active, Buffer.from('late'))).toBe(false);
    });
  });

  describe('tools of outputs', () => {
    it('are those that the output was stored with, for its owner', async () => {
      await store.receipts.registerToolchain(tools);
      await store.receipts.registerToolchain(tools);
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const outputs = [
        { ...sampleOutput(job, claim), toolchain: toolchainId(tools) },
        { ...sampleOutput(job, claim), format: 'json' as const },
        { ...sampleOutput(job, claim), format: 'html' as const, toolchain: 'cd'.repeat(32) },
      ];
      await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs }, noon);
      expect(await store.receipts.toolchains(accountId, job.id)).toEqual(new Map([['markdown', tools]]));
      const { id: stranger } = await newAccount(store);
      expect(await store.receipts.toolchains(stranger, job.id)).toEqual(new Map());
    });
  });
}
