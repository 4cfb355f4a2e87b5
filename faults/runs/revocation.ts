/** Keys are revoked while they are in use on two nodes: no request begun after the 204 is accepted. */
import { setTimeout as delay } from 'node:timers/promises';
import { plants } from '../checker/plants.ts';
import type { Context, FaultRun, Outcome } from '../fault-run.ts';
import { ask } from '../load/client.ts';
import { learnGolden, standUp, urlsOf } from '../load/crew.ts';
import { quickKinds } from '../load/documents.ts';
import { observe } from '../load/journal.ts';
import { makeKey } from '../load/make-key.ts';
import type { Account, Ground } from '../stack/ground.ts';

const sizes = { short: 20, full: 100 };
const keysPerAccount = 10;
const lateUses = 3;

type Use = { readonly beganMs: number; readonly status: number };

/** Uses the key on one node without a pause until a few requests were begun after it was revoked. */
async function useUntilRevoked(
  node: string,
  raw: string,
  uses: Use[],
  revokedMs: () => number,
): Promise<void> {
  for (let late = 0; late < lateUses; ) {
    const beganMs = performance.now();
    const { status } = await ask(node, '/jobs?page_size=1', { caller: { key: raw } });
    uses.push({ beganMs, status });
    if (beganMs > revokedMs()) late += 1;
  }
}

async function revokeInUse(ground: Ground, nodes: readonly string[], account: Account): Promise<number> {
  const random = ground.random.fork(account.email);
  const key = await makeKey(ground, random.pick(nodes), account, 'to be revoked');
  let revokedMs = Number.POSITIVE_INFINITY;
  const uses: Use[] = [];
  const using = nodes.map((node) => useUntilRevoked(node, key.raw, uses, () => revokedMs));
  while (uses.length === 0) await delay(10);
  await delay(50 + random.below(150));
  const reply = await ask(random.pick(nodes), `/api-keys/${key.id}`, { method: 'DELETE', caller: account });
  revokedMs = performance.now();
  await Promise.all(using);
  const late = uses.filter(({ beganMs }) => beganMs > revokedMs);
  const wrong = late.filter(({ status }) => status !== 401);
  const { journal } = ground;
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
  const { ground, size } = context;
  const count = sizes[size];
  const crew = await standUp(context, { apis: 2, workers: 1, accounts: Math.min(5, count / keysPerAccount) });
  const { apis, accounts } = crew;
  const nodes = urlsOf(apis);
  await learnGolden(context, nodes[0] ?? '', accounts[0] as Account, quickKinds.slice(0, 1));
  let refused = 0;
  for (let done = 0; done < count; done += 4) {
    const some = Array.from({ length: Math.min(4, count - done) }, (_, at) => accounts[at % accounts.length]);
    const late = await Promise.all(some.map((account) => revokeInUse(ground, nodes, account as Account)));
    refused += late.reduce((sum, one) => sum + one, 0);
  }
  return {
    load: `${count} keys in use on 2 nodes`,
    misses: [],
    notes: [`${refused} requests begun after a 204`],
  };
}

export const revocation: FaultRun = {
  name: 'revocation',
  about: 'keys revoked while they are in use on two nodes',
  sabotage: [plants.revokedAccepted],
  run,
};
