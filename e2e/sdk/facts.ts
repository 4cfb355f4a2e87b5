/** The callers that the scenarios use. */
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import type { Facts } from './scenarios/scenario-context.ts';

export type Cast = { readonly facts: Facts; dismiss(): Promise<void> };

export async function castFor(baseUrl = context.baseUrl): Promise<Cast> {
  const [owner, free] = await Promise.all([account('business'), account('free')]);
  const key = await createKey(owner, 'sdk contract');
  const { webhookHost } = context.stack ?? {};
  const facts: Facts = {
    baseUrl,
    apiKey: key.raw_key,
    session: owner.session,
    freeSession: free.session,
    ...(webhookHost !== undefined && { webhookHost }),
  };
  return {
    facts,
    dismiss: async () => {
      await revokeKey(owner, key.id);
    },
  };
}
