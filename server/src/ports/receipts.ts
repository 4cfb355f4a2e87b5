/** Port to the keys that sign receipts, and to the tools that wrote outputs. Each method is one transaction. */
import type { ReceiptKey } from '../domain/receipt-key.ts';
import type { Toolchain } from '../domain/toolchain.ts';

export type ReceiptStore = {
  /** Newest first; the first one signs, the others are retired. */
  keys(): Promise<readonly ReceiptKey[]>;
  /** Does nothing if there is an active key already. */
  addFirstKey(key: ReceiptKey): Promise<void>;
  /** Retires the active key, destroys its private half, and makes this one active. */
  replaceKey(key: ReceiptKey): Promise<void>;
  /** Replaces the sealed private half of the active key; false if it was changed since it was read. */
  replaceSealed(key: ReceiptKey, sealedPrivateKey: Buffer): Promise<boolean>;
  /** Makes the tools known under their id; can be repeated. */
  registerToolchain(tools: Toolchain): Promise<void>;
  /** The tools of each output of a job by format; without those of earlier versions, which were not recorded. */
  toolchains(accountId: string, jobId: string): Promise<ReadonlyMap<string, Toolchain>>;
};
