/** Contract of `Store`, run in memory and in Postgres. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { describeAccessibility } from './store-accessibility.ts';
import { describeAccounts } from './store-accounts.ts';
import { describeAdmission } from './store-admission.ts';
import { describeClosing } from './store-closing.ts';
import { describeDeletion } from './store-deletion.ts';
import { describeDirectUploads } from './store-direct-uploads.ts';
import { describeErasures } from './store-erasures.ts';
import { describeEvents } from './store-events.ts';
import { describeFinding } from './store-finding.ts';
import { describeIdempotency } from './store-idempotency.ts';
import { describeOutputWrites } from './store-output-writes.ts';
import { describeReceipts } from './store-receipts.ts';
import { describeRetention } from './store-retention.ts';
import { describeShares } from './store-shares.ts';
import { describeStats } from './store-stats.ts';
import { describeUsage } from './store-usage.ts';
import { describeWebhookDeliveries } from './store-webhook-deliveries.ts';
import { describeWebhooks } from './store-webhooks.ts';
import { describeWork } from './store-work.ts';
import { describeWriteStop } from './store-write-stop.ts';

export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} meets the Store contract`, () => {
    let opened: Promise<Store> | undefined;
    const once = () => {
      opened ??= open();
      return opened;
    };
    describeAccounts(once);
    describeAdmission(once);
    describeIdempotency(once);
    describeEvents(once);
    describeWork(once);
    describeWriteStop(once);
    describeDeletion(once);
    describeClosing(once);
    describeErasures(once);
    describeAccessibility(once);
    describeOutputWrites(once);
    describeDirectUploads(once);
    describeWebhooks(once);
    describeWebhookDeliveries(once);
    describeUsage(once);
    describeFinding(once);
    describeReceipts(once);
    describeRetention(once);
    describeShares(once);
    describeStats(once);

    it('answers a ping', async () => {
      await expect((await once()).ping()).resolves.toBeUndefined();
    });
  });
}
