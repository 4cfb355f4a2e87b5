/** Receipts: the keys that sign them, and their verification by the server. */
import type { RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type { Receipt, ReceiptKeys, ReceiptVerification } from '../wire.ts';

export class Receipts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The public keys, retired ones included. Keep a copy to verify receipts offline with `verifyReceipt`. */
  async keys(options?: RequestOptions): Promise<ReceiptKeys> {
    const path = '/.well-known/octavo-receipt-keys.json';
    return this.#transport.json({ method: 'GET', path, isRepeatable: true }, options);
  }

  /** Checks a signature, and whether files are those of the receipt; also for deleted jobs. */
  async verify(
    receipt: Receipt,
    files: readonly { readonly name: string; readonly sha256: string }[] = [],
    options?: RequestOptions,
  ): Promise<ReceiptVerification> {
    const request = {
      method: 'POST',
      path: '/receipts/verify',
      json: { receipt, files },
      isRepeatable: true,
    } as const;
    return this.#transport.json(request, options);
  }
}
