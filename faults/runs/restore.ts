/**
 * Backs up database and bucket under load, wipes both and restores them: every invariant holds for the restored jobs. A
 * job that was deleted between the two parts of the backup comes back without files: the audit finds exactly that one.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { dropDatabase, makeDatabase } from '@octavo/testkit/environment/database.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import {
  type Processes,
  recordGolden,
  startProcesses,
  urlsOf,
  waitForDone,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { runEntryPoint } from '@octavo/testkit/processes/run-entry-point.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { environmentOf } from '@octavo/testkit/services/manage.ts';
import { failedJobs } from './figures.ts';

const sizes = { short: 12, full: 200 };
const kinds = [...quickKinds, slowKind(4_000)];
const execute = promisify(execFile);

type Copy = { readonly dump: string; readonly files: ReadonlyMap<string, Buffer> };
type Counts = { readonly pending: number; readonly processing: number; readonly done: number };

/** The order of docs/operations/backup.md: first the database, then the files. */
async function backUp(
  environment: TestEnvironment,
  directory: string,
  betweenParts: () => Promise<void>,
): Promise<Copy> {
  const dump = join(directory, 'octavo.dump');
  await execute('pg_dump', ['--format=custom', `--file=${dump}`, environment.db.url], { timeout: 120_000 });
  await betweenParts();
  const files = new Map<string, Buffer>();
  const versions = await environment.bucket.versions();
  for (const { key } of versions.filter((one) => one.isLatest && !one.isMarker)) {
    // Files deleted meanwhile are not in the backup and are not needed.
    const body = await environment.bucket.read(key).catch(() => null);
    if (body) files.set(key, body);
  }
  return { dump, files };
}

async function wipe(environment: TestEnvironment): Promise<void> {
  const serverUrl = environmentOf(environment.set)['OCTAVO_DATABASE_URL'] ?? '';
  const name = new URL(environment.db.url).pathname.slice(1);
  await dropDatabase(serverUrl, name);
  await makeDatabase(serverUrl, name);
  for (const { key, versionId } of await environment.bucket.versions()) {
    await environment.bucket.removeVersion(key, versionId);
  }
}

async function restoreCopy(environment: TestEnvironment, copy: Copy): Promise<void> {
  await execute(
    'pg_restore',
    ['--no-owner', '--exit-on-error', `--dbname=${environment.db.url}`, copy.dump],
    {
      timeout: 120_000,
    },
  );
  for (const [key, body] of copy.files) await environment.bucket.put(key, body);
}

async function countsOf(environment: TestEnvironment): Promise<Counts> {
  const [counts] = await environment.db.rows<Counts>(
    `select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'processing') as processing,
       count(*) filter (where status = 'done') as done from jobs`,
  );
  return counts ?? { pending: 0, processing: 0, done: 0 };
}

type Deletable = { readonly id: string; readonly account: Account };

async function someDoneJob({ db }: TestEnvironment, accounts: readonly Account[]): Promise<Deletable> {
  const [row] = await db.rows<{ id: string; email: string }>(
    `select jobs.id, email from jobs join accounts on accounts.id = account_id where status = 'done' limit 1`,
  );
  const account = accounts.find(({ email }) => email === row?.email);
  if (!row || !account) throw new Error('no job was done before the backup');
  return { id: row.id, account };
}

async function deleteJob({ journal }: TestEnvironment, node: string, { id, account }: Deletable) {
  journal.deletionAsked.add(id);
  const { status } = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account });
  if (status !== 204) throw new Error(`DELETE of ${id} answered ${status}`);
}

/** The deleted job is back without its files. The audit must find it, and its owner can delete it again. */
async function checkAudit(environment: TestEnvironment, node: string, deleted: Deletable): Promise<void> {
  const admin = ['outputs', 'check', '--json'];
  const printed = await runEntryPoint('server/src/start/admin.ts', admin, environment.env);
  const found = [...new Set([...printed.matchAll(/"job_id": "([^"]+)"/g)].map(([, id]) => id))];
  const what = `the audit found ${found.join(', ') || 'no job'} and not only ${deleted.id}`;
  observe(environment.journal, 'I32', what, found.join() === deleted.id);
  await deleteJob(environment, node, deleted);
  environment.journal.deleted.set(deleted.id, Date.now());
}

/** Measures from the backup to the first job that is done after the restore. */
async function wipeAndRestore(context: Context, processes: Processes, directory: string) {
  const { environment } = context;
  const deleted = await someDoneJob(environment, processes.accounts);
  const copy = await backUp(environment, directory, () =>
    deleteJob(environment, processes.apis[0]?.url ?? '', deleted),
  );
  await Promise.all(environment.fleet.members().map((member) => member.kill()));
  await wipe(environment);
  const began = performance.now();
  await restoreCopy(environment, copy);
  const restoredMs = performance.now() - began;
  const found = await countsOf(environment);
  const [api, worker] = [await environment.fleet.startApi(), await environment.fleet.startWorker()];
  await Promise.all([api.ready(), worker.ready()]);
  await waitUntilQuiet(environment, 240_000);
  await checkAudit(environment, api.url, deleted);
  const account = processes.accounts[0] as Account;
  const [some] = await environment.db.rows<{ id: string }>(
    `select jobs.id from jobs join accounts on accounts.id = account_id where email = $1 and status = 'done' limit 1`,
    [account.email],
  );
  // The restored service serves restored jobs to the earlier session.
  if (some) await waitForDone(api.url, account, some.id);
  return { copy, restoredMs, found };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const directory = mkdtempSync(join(tmpdir(), 'octavo-restore-'));
  const processes = await startProcesses(context, { apis: 1, workers: 2, accounts: 3 });
  try {
    const node = processes.apis[0]?.url ?? '';
    await recordGolden(context, node, processes.accounts[0] as Account, kinds);
    await driveLoad(environment, {
      jobs: sizes[size],
      accounts: processes.accounts,
      nodes: () => urlsOf(processes.apis),
      kinds,
      clients: 6,
    });
    const { copy, restoredMs, found } = await wipeAndRestore(context, processes, directory);
    const failed = await failedJobs(environment);
    const inWork = found.pending + found.processing;
    return {
      load: `${environment.journal.accepted.size} jobs, ${inWork} of them not done at the time of the backup`,
      recoveryMs: [restoredMs],
      misses: [
        ...(inWork === 0 ? ['no job was in progress when the backup was made, so the run shows little'] : []),
        ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ],
      notes: [
        `the dump has ${statSync(copy.dump).size} bytes, the bucket ${copy.files.size} files`,
        `in the backup: ${found.pending} pending, ${found.processing} processing, ${found.done} done`,
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export const restore: Scenario = {
  name: 'restore',
  about: 'backup under load with a deletion in between, everything wiped, restored and started again',
  isWatched: false,
  observes: ['I1', 'I11', 'I32'],
  corruptions: [corruptions.lostJob],
  run,
};
