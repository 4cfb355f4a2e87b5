/** The environment of one run: its own database, bucket, scratch space and processes on the shared services of the set. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestAccounts, type TestAccounts } from '../accounts/test-accounts.ts';
import { type Journal, openJournal } from '../invariants/journal.ts';
import { type Fleet, type Member, openFleet, type ProcessEnv, repository } from '../processes/fleet.ts';
import { runEntryPoint } from '../processes/run-entry-point.ts';
import type { Random } from '../seeded-random.ts';
import { environmentOf } from '../services/manage.ts';
import type { ServiceSet } from '../services/service-set.ts';
import { type Bucket, makeBucket } from './bucket.ts';
import { type Database, databaseAt, dropDatabase, makeDatabase } from './database.ts';

export type Tier = 'free' | 'pro' | 'business';
export type Account = { readonly session: string; readonly email: string; readonly tier: string };

export type TestEnvironment = {
  readonly run: string;
  readonly random: Random;
  readonly set: ServiceSet;
  /** Environment variables of every process of the run. */
  readonly env: ProcessEnv;
  readonly leaseMs: number;
  /** The current database; `followTo` changes the server. */
  readonly db: Database;
  readonly bucket: Bucket;
  readonly fleet: Fleet;
  readonly journal: Journal;
  /** Where the service of the run is started from. */
  readonly checkout: string;
  /** Scratch space of the run's processes. */
  readonly workDir: string;
  /** Prints progress. */
  say(text: string): void;
  /** Creates accounts through this node: signed in and on the given plan. */
  openAccounts(node: Member, count: number, tier: Tier): Promise<readonly Account[]>;
  testAccounts(node: string): TestAccounts;
  /** After a failover: the invariants are checked on this server. */
  followTo(url: string): void;
  /** Runs after the checks, in reverse order of registration. */
  atEnd(work: () => Promise<void>): void;
  end(): Promise<void>;
};

export type TestEnvironmentSettings = {
  readonly run: string;
  readonly random: Random;
  readonly set: ServiceSet;
  readonly leaseMs: number;
  readonly env?: ProcessEnv;
  /** The checkout to start the service from; default: this repository. */
  readonly checkout?: string;
  readonly bucket?: { readonly keepsVersions: boolean };
  /** `false` leaves the database empty. */
  readonly migrates?: boolean;
  readonly say: (text: string) => void;
};

export const scratchPrefix = 'octavo-faults-';

export async function openTestEnvironment(settings: TestEnvironmentSettings): Promise<TestEnvironment> {
  const { run, random, set, leaseMs, checkout = repository } = settings;
  const services = environmentOf(set);
  const unique = randomBytes(4).toString('hex');
  const name = `${run.replaceAll('-', '_')}_${unique}`;
  const serverUrl = services['OCTAVO_DATABASE_URL'] ?? '';
  const workDir = mkdtempSync(join(tmpdir(), scratchPrefix));
  // The sandbox runs as another user where the run is started by root.
  chmodSync(workDir, 0o711);
  const url = await makeDatabase(serverUrl, name);
  const bucket = await makeBucket(services, `${run}-${unique}`, settings.bucket);
  const env: ProcessEnv = {
    ...services,
    OCTAVO_DATABASE_URL: url,
    OCTAVO_S3_BUCKET: bucket.name,
    OCTAVO_WORK_DIR: workDir,
    OCTAVO_JOB_LEASE_MS: String(leaseMs),
    OCTAVO_ENGINE_HEAP_MB: '512',
    // The same load on every machine, however many cores it has.
    OCTAVO_ENGINE_SLOTS: '1',
    ...settings.env,
  };
  if (settings.migrates !== false) await runEntryPoint('server/src/start/migrate.ts', [], env);
  const fleet = openFleet(set, run, env, checkout);
  const journal = openJournal();
  let db = databaseAt(url);
  const endings: (() => Promise<void>)[] = [];
  const testAccounts = (node: string) => openTestAccounts(node, services['OCTAVO_OIDC_ISSUER'] ?? '', env);
  return {
    run,
    random,
    set,
    env,
    leaseMs,
    get db() {
      return db;
    },
    bucket,
    fleet,
    journal,
    checkout,
    workDir,
    say: settings.say,
    testAccounts,
    followTo: (moved) => {
      db = databaseAt(moved);
    },
    atEnd: (work) => void endings.unshift(work),
    openAccounts: async (node, count, tier) => {
      const open = () => testAccounts(node.url).open('free');
      const accounts = await Promise.all(Array.from({ length: count }, open));
      const emails = accounts.map(({ email }) => email);
      // As the operator's command does, without a process for each account.
      await db.rows('update accounts set tier = $1 where email = any($2)', [tier, emails]);
      for (const { session } of accounts) journal.secrets.add(session);
      return accounts.map((account) => ({ ...account, tier }));
    },
    end: async () => {
      await fleet.end();
      for (const work of endings) await work();
      rmSync(workDir, { recursive: true, force: true });
      await bucket.remove();
      await dropDatabase(serverUrl, name);
    },
  };
}
