/** Revokes API keys while they are in use on two nodes: no request started after the 204 is accepted. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { createKey } from '@octavo/testkit/load/create-key.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { recordGolden, startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: 20, full: 100 };
const keysPerAccount = 10;
const lateUses = 3;

type Use = { readonly beganMs: number; readonly status: number };

/** Uses the key on one node continuously until a few requests were started after its revocation. */
async function useUntilRevoked(
  node: string,
  raw: string,
  uses: Use[],
  revokedMs: () => number,
): Promise<void> {
  for (let late = 0; late < lateUses; ) {
    const beganMs = performance.now();
    const { status } = await sendRequest(node, '/jobs?page_size=1', { caller: { key: raw } });
    uses.push({ beganMs, status });
    if (beganMs > revokedMs()) late += 1;
  }
}

async function revokeInUse(
  environment: TestEnvironment,
  nodes: readonly string[],
  account: Account,
): Promise<number> {
  const random = environment.random.fork(account.email);
  const key = await createKey(environment, random.pick(nodes), account, 'to be revoked');
  let revokedMs = Number.POSITIVE_INFINITY;
  const uses: Use[] = [];
  const using = nodes.map((node) => useUntilRevoked(node, key.raw, uses, () => revokedMs));
  while (uses.length === 0) await delay(10);
  await delay(50 + random.below(150));
  const reply = await sendRequest(random.pick(nodes), `/api-keys/${key.id}`, {
    method: 'DELETE',
    caller: account,
  });
  revokedMs = performance.now();
  await Promise.all(using);
  const late = uses.filter(({ beganMs }) => beganMs > revokedMs);
  const wrong = late.filter(({ status }) => status !== 401);
  const { journal } = environment;
  observe(journal, 'I16', `revoking answered ${reply.status}`, reply.status === 204);
  observe(
    journal,
    'I16',
    `${wrong.length} of ${late.length} requests after the 204 got ${wrong[0]?.status}`,
    wrong.length === 0 && late.length > 0,
  );
  const early = uses.filter(({ status }) => status === 200).length;
  observe(journal, 'I16', `the key was accepted ${early} times before`, early > 0);
  return late.length;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const count = sizes[size];
  const processes = await startProcesses(context, {
    apis: 2,
    workers: 1,
    accounts: Math.min(5, count / keysPerAccount),
  });
  const { apis, accounts } = processes;
  const nodes = urlsOf(apis);
  await recordGolden(context, nodes[0] ?? '', accounts[0] as Account, quickKinds.slice(0, 1));
  let refused = 0;
  for (let done = 0; done < count; done += 4) {
    const some = Array.from({ length: Math.min(4, count - done) }, (_, at) => accounts[at % accounts.length]);
    const late = await Promise.all(
      some.map((account) => revokeInUse(environment, nodes, account as Account)),
    );
    refused += late.reduce((sum, one) => sum + one, 0);
  }
  return {
    load: `${count} keys in use on 2 nodes`,
    misses: [],
    notes: [`${refused} requests started after a 204`],
  };
}

export const revocation: Scenario = {
  name: 'revocation',
  about: 'API keys revoked while in use on two nodes',
  observes: ['I16'],
  corruptions: [corruptions.revokedAccepted],
  run,
};
