/** Kills API nodes while clients submit with an Idempotency-Key and retry until they get a response. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { recordGolden, startProcesses } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { submits: 60, killEveryMs: 500 }, full: { submits: 500, killEveryMs: 1_500 } };

/** A node is killed only while another one is up, so that clients can always reach one. */
async function killWhile(
  environment: TestEnvironment,
  apis: Member[],
  ready: Set<Member>,
  everyMs: number,
  isOver: () => boolean,
) {
  const random = environment.random.fork('kills');
  let kills = 0;
  while (!isOver()) {
    await delay(everyMs * (0.5 + random.next()));
    if (ready.size < 2 || isOver()) continue;
    const victim = random.pick([...ready]);
    // Clients keep using its address until a request fails.
    await victim.kill();
    ready.delete(victim);
    kills += 1;
    const next = await environment.fleet.startApi();
    apis.push(next);
    void next.ready().then(
      () => ready.add(next),
      () => {},
    );
  }
  return kills;
}

/** Repeats key and body on another node: the response must be the same job. */
async function repeatSome(
  environment: TestEnvironment,
  node: string,
  accounts: readonly Account[],
  count: number,
) {
  const random = environment.random.fork('repeats');
  const accepted = [...environment.journal.accepted.values()].filter(({ tag }) => !tag.startsWith('golden'));
  const chosen = random.shuffled(accepted).slice(0, count);
  for (const one of chosen) {
    const account = accounts.find(({ email }) => email === one.account);
    const kind = quickKinds.find(({ name }) => name === one.document);
    if (account === undefined || kind === undefined) continue;
    const reply = await submit(node, account, {
      file: kind.file,
      fileName: one.tag,
      options: { format: kind.formats },
      idempotencyKey: one.tag.slice(0, -4),
    });
    const isSame = reply.status === 201 && jobOf(reply).id === one.id;
    observe(
      environment.journal,
      'I4',
      `repeating ${one.tag} gave ${reply.status} ${reply.text.slice(0, 120)}`,
      isSame,
    );
  }
  return chosen.length;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { submits, killEveryMs } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 3, workers: 1, accounts: 4 });
  await recordGolden(context, apis[0]?.url ?? '', accounts[0] as (typeof accounts)[0], quickKinds);
  const ready = new Set(apis);
  let isOver = false;
  const killing = killWhile(environment, apis, ready, killEveryMs, () => isOver);
  const nodes = () => apis.slice(-4).map(({ url }) => url);
  const { tries } = await driveLoad(environment, {
    jobs: submits,
    accounts,
    nodes,
    withKeys: true,
    clients: 4,
  });
  isOver = true;
  const kills = await killing;
  await Promise.all(apis.filter((api) => api.isAlive()).map((api) => api.ready()));
  const [alive] = apis.filter((api) => api.isAlive());
  const repeated = await repeatSome(environment, alive?.url ?? '', accounts, Math.ceil(submits / 10));
  await waitUntilQuiet(environment, 120_000);
  const [rows] = await environment.db.rows<{ count: number }>(
    `select count(*) from jobs where source_name like '${environment.run}-%'`,
  );
  return {
    load: `${submits} submits, ${kills} kills`,
    misses: [
      ...(rows?.count === submits ? [] : [`${rows?.count} rows for ${submits} distinct keys`]),
      ...(kills < 2 ? [`only ${kills} kills`] : []),
    ],
    notes: [
      `${tries} requests for ${submits} submits`,
      `${repeated} keys repeated after their 201: the same job each time`,
    ],
  };
}

export const killApi: Scenario = {
  name: 'kill-api',
  about: 'API nodes killed with SIGKILL during submits with an Idempotency-Key',
  observes: ['I4'],
  corruptions: [corruptions.ghostObject],
  run,
};
