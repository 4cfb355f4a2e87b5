/** Deletes jobs at random stages while workers are killed: no data of them remains and nothing is charged. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import {
  killAndReplace,
  type Processes,
  recordGolden,
  startProcesses,
  submitOne,
  urlsOf,
  waitUntilEngineHas,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { jobs: 40, watched: 2 }, full: { jobs: 500, watched: 10 } };
const killShare = 0.2;
const engineGoneMs = 5_000;
const watchedKind = slowKind(15_000);

/** Repeats the DELETE until it returns 204; from then on every endpoint must treat the job as absent. */
async function deleteUntilConfirmed(
  environment: TestEnvironment,
  node: string,
  account: Account,
  id: string,
): Promise<void> {
  const { journal } = environment;
  const before = jobOf(await sendRequest(node, `/jobs/${id}`, { caller: account }));
  journal.deletionAsked.add(id);
  for (;;) {
    const reply = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account });
    if (reply.status === 204) break;
    const isNormal = reply.status === 503;
    observe(journal, 'I20', `DELETE answered ${reply.status} ${reply.text.slice(0, 120)}`, isNormal);
    if (!isNormal) return;
    await delay(200);
  }
  journal.deleted.set(id, Date.now());
  await checkNoTraces(environment, node, account, id, Object.values(before?.download_urls ?? {}));
}

async function checkNoTraces(
  environment: TestEnvironment,
  node: string,
  account: Account,
  id: string,
  urls: readonly string[],
) {
  const { journal } = environment;
  for (const path of [`/jobs/${id}`, `/jobs/${id}/download/markdown`]) {
    const { status } = await sendRequest(node, path, { caller: account });
    observe(journal, 'I12', `${path} answered ${status} after the 204`, status === 404);
  }
  const erasure = await sendRequest(node, `/erasures/${id}`, { caller: account });
  observe(journal, 'I12', `the erasure answered ${erasure.status} after the 204`, erasure.status === 200);
  for (const url of urls) {
    const { status } = await sendRequest(url, '');
    observe(journal, 'I12', `a signed URL answered ${status} after the 204`, status >= 400);
  }
  const versions = (await environment.bucket.versions()).filter(({ key }) => key.includes(id));
  observe(
    journal,
    'I12',
    `${versions.length} object versions of ${id} right after the 204`,
    versions.length === 0,
  );
}

/** Deletes a job while an engine converts its document: that engine process must end. */
async function watchEngine(
  environment: TestEnvironment,
  node: string,
  account: Account,
  goneWithinMs: number,
): Promise<number> {
  const tag = `watched-secretname-${environment.journal.accepted.size}.pdf`;
  const id = await submitOne(environment, node, account, watchedKind, tag);
  await waitUntilEngineHas(node, account, id);
  const before = new Set(jvms(environment));
  const began = performance.now();
  const deleting = deleteUntilConfirmed(environment, node, account, id);
  while (jvms(environment).filter((pid) => before.has(pid)).length === before.size) {
    if (performance.now() - began > 30_000) break;
    await delay(20);
  }
  const tookMs = performance.now() - began;
  await deleting;
  observe(
    environment.journal,
    'I13',
    `the engine of ${id} was gone after ${Math.round(tookMs)} ms`,
    tookMs <= goneWithinMs,
  );
  return tookMs;
}

const jvms = (environment: TestEnvironment) =>
  engineProcesses(environment.workDir)
    .filter(({ program }) => program === 'java')
    .map(({ pid }) => pid);

async function deleteAtRandom(
  context: Context,
  { apis, workers, accounts }: Processes,
  jobs: number,
): Promise<void> {
  const { environment } = context;
  const random = environment.random.fork('deletions');
  const deletions: Promise<void>[] = [];
  await driveLoad(environment, {
    jobs,
    accounts,
    nodes: () => urlsOf(apis),
    kinds: [...quickKinds, slowKind(2_000)],
    onAccepted: (id, account) => {
      const node = random.pick(urlsOf(apis));
      const waitMs = random.below(4_000);
      const kills = random.chance(killShare);
      deletions.push(
        delay(waitMs).then(async () => {
          if (kills) void killAndReplace(environment, workers, random);
          await deleteUntilConfirmed(environment, node, account, id);
        }),
      );
    },
  });
  await Promise.all(deletions);
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, watched } = sizes[size];
  const processes = await startProcesses(context, { apis: 2, workers: 3, accounts: 4 });
  const node = processes.apis[0]?.url ?? '';
  const [account] = processes.accounts as [Account];
  await recordGolden(context, node, account, quickKinds.slice(0, 1));
  const goneMs: number[] = [];
  for (let count = 0; count < watched; count += 1) {
    goneMs.push(await watchEngine(environment, node, account, engineGoneMs * timeSlack[size]));
  }
  const before = environment.fleet.members().length;
  await deleteAtRandom(context, processes, jobs);
  const kills = environment.fleet.members().length - before;
  await waitUntilQuiet(environment, 60_000 + 2 * environment.leaseMs);
  const charged = await environment.db.rows(
    `select job_id from ledger l where kind = 'charge' and not exists (
       select from events e where e.job_id = l.job_id and e.type = 'job.done')`,
  );
  return {
    load: `${jobs + watched} jobs, ${kills} kills`,
    recoveryMs: goneMs,
    misses: charged.length === 0 ? [] : [`${charged.length} charges for jobs that were never done`],
    notes: [
      `an engine whose job was deleted was gone after ${Math.round(percentile(goneMs, 1) ?? 0)} ms at most`,
    ],
  };
}

export const deleteRaces: Scenario = {
  name: 'delete-races',
  about: 'jobs deleted at random stages, workers killed meanwhile',
  observes: ['I12', 'I13'],
  corruptions: [corruptions.survivor, corruptions.falseErasure],
  run,
};
