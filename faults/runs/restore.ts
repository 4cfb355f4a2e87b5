/** Database and bucket are copied in the middle of the work, wiped, and put back: what was in the copy holds every invariant. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf } from '@octavo/testkit/services/manage.ts';
import { plants } from '@octavo/testkit/invariants/corruptions.ts';
import type { Context, FaultRun, Outcome } from '@octavo/testkit/runner/scenario.ts';
import { type Crew, learnGolden, standUp, urlsOf, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { dropDatabase, makeDatabase } from '@octavo/testkit/environment/database.ts';
import type { Account, Ground } from '@octavo/testkit/environment/test-environment.ts';
import { failedJobs } from './figures.ts';

const sizes = { short: 12, full: 200 };
const kinds = [...quickKinds, slowKind(4_000)];
const execute = promisify(execFile);

type Copy = { readonly dump: string; readonly files: ReadonlyMap<string, Buffer> };
type Counts = { readonly pending: number; readonly processing: number; readonly done: number };

/** As docs/operations/backup.md says: the database first, then the files. */
async function backUp(ground: Ground, directory: string): Promise<Copy> {
  const dump = join(directory, 'octavo.dump');
  await execute('pg_dump', ['--format=custom', `--file=${dump}`, ground.db.url], { timeout: 120_000 });
  const files = new Map<string, Buffer>();
  const versions = await ground.bucket.versions();
  for (const { key } of versions.filter((one) => one.isLatest && !one.isMarker)) {
    // What was removed meanwhile is not in the copy, and need not be.
    const body = await ground.bucket.read(key).catch(() => null);
    if (body) files.set(key, body);
  }
  return { dump, files };
}

async function wipe(ground: Ground): Promise<void> {
  const serverUrl = environmentOf(ground.set)['OCTAVO_DATABASE_URL'] ?? '';
  const name = new URL(ground.db.url).pathname.slice(1);
  await dropDatabase(serverUrl, name);
  await makeDatabase(serverUrl, name);
  for (const { key, versionId } of await ground.bucket.versions()) {
    await ground.bucket.removeVersion(key, versionId);
  }
}

async function putBack(ground: Ground, copy: Copy): Promise<void> {
  await execute('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${ground.db.url}`, copy.dump], {
    timeout: 120_000,
  });
  for (const [key, body] of copy.files) await ground.bucket.put(key, body);
}

async function countsOf(ground: Ground): Promise<Counts> {
  const [counts] = await ground.db.rows<Counts>(
    `select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'processing') as processing,
       count(*) filter (where status = 'done') as done from jobs`,
  );
  return counts ?? { pending: 0, processing: 0, done: 0 };
}

/** From the moment of the copy to the first job that is done again. */
async function loseEverything(context: Context, crew: Crew, directory: string) {
  const { ground } = context;
  const copy = await backUp(ground, directory);
  await Promise.all(ground.fleet.members().map((member) => member.kill()));
  await wipe(ground);
  const began = performance.now();
  await putBack(ground, copy);
  const restoredMs = performance.now() - began;
  const found = await countsOf(ground);
  const [api, worker] = [await ground.fleet.startApi(), await ground.fleet.startWorker()];
  await Promise.all([api.ready(), worker.ready()]);
  await waitUntilQuiet(ground, 240_000);
  const account = crew.accounts[0] as Account;
  const [some] = await ground.db.rows<{ id: string }>(
    `select jobs.id from jobs join accounts on accounts.id = account_id where email = $1 and status = 'done' limit 1`,
    [account.email],
  );
  // The restored service answers for restored jobs with the session of before.
  if (some) await waitForDone(api.url, account, some.id);
  return { copy, restoredMs, found };
}

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const directory = mkdtempSync(join(tmpdir(), 'octavo-restore-'));
  const crew = await standUp(context, { apis: 1, workers: 2, accounts: 3 });
  try {
    const node = crew.apis[0]?.url ?? '';
    await learnGolden(context, node, crew.accounts[0] as Account, kinds);
    await driveLoad(ground, {
      jobs: sizes[size],
      accounts: crew.accounts,
      nodes: () => urlsOf(crew.apis),
      kinds,
      clients: 6,
    });
    const { copy, restoredMs, found } = await loseEverything(context, crew, directory);
    const failed = await failedJobs(ground);
    const inWork = found.pending + found.processing;
    return {
      load: `${ground.journal.accepted.size} jobs, ${inWork} of them not done when copied`,
      recoveryMs: [restoredMs],
      misses: [
        ...(inWork === 0 ? ['nothing was under way when the copy was made: the run shows little'] : []),
        ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ],
      notes: [
        `the dump has ${statSync(copy.dump).size} bytes, the bucket ${copy.files.size} files`,
        `in the copy: ${found.pending} pending, ${found.processing} processing, ${found.done} done`,
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export const restore: FaultRun = {
  name: 'restore',
  about: 'dump and copy in the middle of the work, everything wiped, put back, started anew',
  isWatched: false,
  sabotage: [plants.lostJob],
  run,
};
