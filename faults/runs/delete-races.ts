/** Jobs are deleted at any stage of their life while workers are killed: nothing of them is left or charged. */
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { plants } from '@octavo/testkit/invariants/corruptions.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import { type Context, type FaultRun, type Outcome, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { ask, jobOf } from '@octavo/testkit/client/send-request.ts';
import {
  type Crew,
  engineHas,
  killAndReplace,
  learnGolden,
  standUp,
  submitOne,
  urlsOf,
} from '@octavo/testkit/load/start-processes.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import type { Account, Ground } from '@octavo/testkit/environment/test-environment.ts';

const sizes = { short: { jobs: 40, watched: 2 }, full: { jobs: 500, watched: 10 } };
const killShare = 0.2;
const engineGoneMs = 5_000;
const watchedKind = slowKind(15_000);

/** Repeated until it is answered with 204; then nothing may answer for the job any more. */
async function deleteForGood(ground: Ground, node: string, account: Account, id: string): Promise<void> {
  const { journal } = ground;
  const before = jobOf(await ask(node, `/jobs/${id}`, { caller: account }));
  journal.deletionAsked.add(id);
  for (;;) {
    const reply = await ask(node, `/jobs/${id}`, { method: 'DELETE', caller: account });
    if (reply.status === 204) break;
    const isNormal = reply.status === 503;
    observe(journal, 'I20', `DELETE answered ${reply.status} ${reply.text.slice(0, 120)}`, isNormal);
    if (!isNormal) return;
    await delay(200);
  }
  journal.deleted.set(id, Date.now());
  await lookForTraces(ground, node, account, id, Object.values(before?.download_urls ?? {}));
}

async function lookForTraces(
  ground: Ground,
  node: string,
  account: Account,
  id: string,
  urls: readonly string[],
) {
  const { journal } = ground;
  for (const path of [`/jobs/${id}`, `/jobs/${id}/download/markdown`]) {
    const { status } = await ask(node, path, { caller: account });
    observe(journal, 'I12', `${path} answered ${status} after the 204`, status === 404);
  }
  for (const url of urls) {
    const { status } = await ask(url, '');
    observe(journal, 'I12', `a signed URL answered ${status} after the 204`, status >= 400);
  }
  const versions = (await ground.bucket.versions()).filter(({ key }) => key.includes(id));
  observe(
    journal,
    'I12',
    `${versions.length} object versions of ${id} right after the 204`,
    versions.length === 0,
  );
}

/** A document that takes long is deleted while an engine has it: that engine must go. */
async function watchEngine(
  ground: Ground,
  node: string,
  account: Account,
  goneWithinMs: number,
): Promise<number> {
  const tag = `watched-secretname-${ground.journal.accepted.size}.pdf`;
  const id = await submitOne(ground, node, account, watchedKind, tag);
  await engineHas(node, account, id);
  const before = new Set(jvms(ground));
  const began = performance.now();
  const deleting = deleteForGood(ground, node, account, id);
  while (jvms(ground).filter((pid) => before.has(pid)).length === before.size) {
    if (performance.now() - began > 30_000) break;
    await delay(20);
  }
  const tookMs = performance.now() - began;
  await deleting;
  observe(
    ground.journal,
    'I13',
    `the engine of ${id} was gone after ${Math.round(tookMs)} ms`,
    tookMs <= goneWithinMs,
  );
  return tookMs;
}

const jvms = (ground: Ground) =>
  engineProcesses(ground.workDir)
    .filter(({ program }) => program === 'java')
    .map(({ pid }) => pid);

async function deleteAtRandom(
  context: Context,
  { apis, workers, accounts }: Crew,
  jobs: number,
): Promise<void> {
  const { ground } = context;
  const random = ground.random.fork('deletions');
  const deletions: Promise<void>[] = [];
  await driveLoad(ground, {
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
          if (kills) void killAndReplace(ground, workers, random);
          await deleteForGood(ground, node, account, id);
        }),
      );
    },
  });
  await Promise.all(deletions);
}

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const { jobs, watched } = sizes[size];
  const crew = await standUp(context, { apis: 2, workers: 3, accounts: 4 });
  const node = crew.apis[0]?.url ?? '';
  const [account] = crew.accounts as [Account];
  await learnGolden(context, node, account, quickKinds.slice(0, 1));
  const goneMs: number[] = [];
  for (let count = 0; count < watched; count += 1) {
    goneMs.push(await watchEngine(ground, node, account, engineGoneMs * timeSlack[size]));
  }
  const before = ground.fleet.members().length;
  await deleteAtRandom(context, crew, jobs);
  const kills = ground.fleet.members().length - before;
  await waitUntilQuiet(ground, 60_000 + 2 * ground.leaseMs);
  const charged = await ground.db.rows(
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

export const deleteRaces: FaultRun = {
  name: 'delete-races',
  about: 'jobs deleted at random stages, workers killed meanwhile',
  sabotage: [plants.survivor],
  run,
};
