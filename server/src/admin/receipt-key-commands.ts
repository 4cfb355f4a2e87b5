/** Commands for the keys that sign receipts. */
import { rotateReceiptKey } from '../actions/receipt-keys.ts';
import type { Commands } from './command.ts';

export const receiptKeyCommands: Commands = {
  'receipt-key list': {
    usage: '',
    summary: 'list the keys that sign receipts, newest first',
    run: async ({ store }) =>
      (await store.receipts.keys()).map(({ id, createdAt, retiredAt }) => ({
        id,
        active: retiredAt === null,
        created_at: createdAt.toISOString(),
        retired_at: retiredAt?.toISOString() ?? null,
      })),
  },
  'receipt-key rotate': {
    usage: '',
    summary: 'sign receipts with a new key from now on',
    details:
      'The private half of the previous key is destroyed. Its public half stays published for earlier receipts.',
    run: async (ports) => {
      const { id } = await rotateReceiptKey(ports);
      return [{ id, active: true }];
    },
  },
};
