/** Many submits at the same moment on two nodes, round after round: exactly as many are accepted as the plan allows. */

import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment, Tier } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { responseCounts } from './figures.ts';

const sizes = { short: { parallel: 40, rounds: 2 }, full: { parallel: 200, rounds: 50 } };
const allowed: Readonly<Record<Tier, number>> = { free: 2, pro: 5, business: 20 };
const tiers: readonly Tier[] = ['free', 'pro', 'business'];
const kind = quickKinds[1] as (typeof quickKinds)[0];

type Round = { readonly accepted: readonly string[]; readonly refused: number };

async function submitAtOnce(
  environment: TestEnvironment,
  nodes: readonly string[],
  account: Account,
  names: readonly string[],
): Promise<Round> {
  const { journal } = environment;
  const replies = await Promise.all(
    names.map((tag, at) =>
      submit(nodes[at % nodes.length] ?? '', account, {
        file: kind.file,
        fileName: tag,
        options: { format: kind.formats },
      }),
    ),
  );
  const accepted = replies.flatMap((reply, at) => {
    const tag = names[at] ?? '';
    countAnswer(journal, 'POST /jobs', reply.status);
    if (reply.status !== 201) {
      journal.refused.set(tag, reply.status);
      observe(
        journal,
        'I9',
        `a submit returned ${reply.status} ${reply.text.slice(0, 120)}`,
        [429, 503].includes(reply.status),
      );
      return [];
    }
    const { id } = jobOf(reply);
    accept(journal, id, {
      tag,
      account: account.email,
      formats: kind.formats,
      document: kind.name,
    });
    return [id];
  });
  return { accepted, refused: replies.length - accepted.length };
}

async function pagesUsed(node: string, account: Account): Promise<number> {
  const { json } = await sendRequest(node, '/auth/me', { caller: account });
  return (json as { pages_used: number }).pages_used;
}

async function race(
  environment: TestEnvironment,
  nodes: readonly string[],
  account: Account,
  rounds: number,
  parallel: number,
) {
  const { journal } = environment;
  const [node = ''] = nodes;
  const most = allowed[account.tier as Tier];
  const used = () => pagesUsed(node, account);
  for (let round = 0; round < rounds; round += 1) {
    const names = Array.from(
      { length: parallel },
      (_, at) => `race-secretname-${account.tier}-${round}-${at}.pdf`,
    );
    const { accepted } = await submitAtOnce(environment, nodes, account, names);
    observe(
      journal,
      'I9',
      `${account.tier}: ${accepted.length} accepted, ${most} allowed`,
      accepted.length === most,
    );
    observe(
      journal,
      'I9',
      `${account.tier}: pages used while active`,
      (await used()) === accepted.length * kind.pages,
    );
    for (const id of accepted) journal.deletionAsked.add(id);
    const gone = await Promise.all(
      accepted.map((id) => sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account })),
    );
    for (const [at, reply] of gone.entries())
      if (reply.status === 204) journal.deleted.set(accepted[at] ?? '', Date.now());
    observe(journal, 'I9', `${account.tier}: pages used after`, (await used()) === 0);
  }
}

/** Without workers nothing finishes meanwhile: a slot stays in use until its job is deleted. */
async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { parallel, rounds } = sizes[size];
  const { apis } = await startProcesses(context, { apis: 2, workers: 0, accounts: 0 });
  const [first] = apis as [(typeof apis)[0]];
  for (const tier of tiers) {
    const [account] = (await environment.openAccounts(first, 1, tier)) as [Account];
    await race(environment, urlsOf(apis), account, rounds, parallel);
  }
  return {
    load: `${parallel} submits × ${rounds} × 3 plans`,
    misses: [],
    notes: [responseCounts(environment.journal)],
  };
}

export const quotaRace: Scenario = {
  name: 'quota-race',
  about: 'parallel submits beyond the plan on two nodes',
  observes: ['I9'],
  corruptions: [corruptions.limitGone],
  run,
};
