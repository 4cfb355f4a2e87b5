/** The input of the invariants: rows, objects, processes and scratch directories, read once, and the journal of the run. */
import { readdirSync } from 'node:fs';
import type { Bucket, StoredVersion } from '../environment/bucket.ts';
import type { Database } from '../environment/database.ts';
import { sha256 } from '../load/document-kinds.ts';
import { type EngineProcess, engineProcesses, identityOf } from '../processes/engine-processes.ts';
import type { Journal } from './journal.ts';

export type JobRow = {
  readonly id: string;
  readonly account_id: string;
  readonly status: 'pending' | 'processing' | 'done' | 'failed';
  readonly formats: readonly string[];
  readonly source_name: string;
  readonly source_bytes: number;
  readonly source_sha256: string;
  readonly pages_reserved: number;
  readonly billed_month: string;
  readonly page_count: number | null;
  readonly error_message: string | null;
  readonly attempt: number;
  /** Id of the claim that wrote the outputs; null if the service stores none. */
  readonly claim_id: string | null;
  readonly engine_deaths: number;
  readonly worker_losses: number;
  /** The engine had ended on its pages, so they were reduced to their lines or converted apart, and a warning says so. */
  readonly is_divided: boolean;
  readonly created_at: Date;
  readonly deleting_at: Date | null;
  /** Seconds since the lease expired; negative while it is valid. */
  readonly lease_over_s: number | null;
  readonly age_s: number;
};

export type OutputRow = {
  readonly job_id: string;
  readonly format: string;
  readonly object_key: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The document that other formats are written from, or the reading index, with `format` like an output. */
export type DocumentRow = OutputRow & { readonly format: 'document' | 'reading' };

export type LedgerRow = {
  readonly account_id: string;
  readonly job_id: string;
  readonly month: string;
  readonly kind: 'reserve' | 'charge' | 'release';
  readonly pages: number;
};

export type MonthRow = {
  readonly account_id: string;
  readonly month: string;
  readonly pages_limit: number;
  readonly pages_reserved: number;
  readonly pages_charged: number;
};

export type AccountRow = {
  readonly id: string;
  readonly email: string;
  readonly tier: string;
  readonly active_jobs: number;
  readonly visible_jobs: number;
  readonly last_event: number;
};

export type EventRow = {
  readonly account_id: string;
  readonly number: number;
  readonly job_id: string;
  readonly type: string;
  readonly page_count: number | null;
  readonly at: Date;
};

export type DirectUploadRow = {
  readonly id: string;
  readonly account_id: string;
  readonly job_id: string | null;
  /** Neither expired nor given up. */
  readonly is_open: boolean;
};

export type Records = {
  readonly accounts: readonly AccountRow[];
  readonly jobs: readonly JobRow[];
  readonly outputs: readonly OutputRow[];
  readonly documents: readonly DocumentRow[];
  /** Requests that are adding outputs to a done job. */
  readonly outputWrites: readonly { readonly id: string; readonly job_id: string }[];
  /** Deleted jobs that the service certifies as erased. */
  readonly erasures: readonly { readonly job_id: string }[];
  readonly ledger: readonly LedgerRow[];
  readonly months: readonly MonthRow[];
  readonly events: readonly EventRow[];
  readonly uploads: readonly { readonly job_id: string; readonly account_id: string }[];
  readonly directUploads: readonly DirectUploadRow[];
  /** Text of the CHECK constraints, by table. */
  readonly checks: readonly { readonly table: string; readonly text: string }[];
  /** When the migration that added events ran: older jobs have none. */
  readonly eventsSince: Date;
};

export type Evidence = Records & {
  readonly objects: readonly StoredVersion[];
  /** Hash of the latest version, for every key that a row names. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly unfinishedUploads: readonly string[];
  readonly engines: readonly EngineProcess[];
  /** Names of scratch directories whose process is dead. */
  readonly deadScratch: readonly string[];
  readonly logs: readonly { readonly name: string; readonly text: string }[];
  readonly journal: Journal;
  /** Expected hashes by `document/format`, recorded before the faults. */
  readonly golden: ReadonlyMap<string, string>;
  readonly activeJobsMax: Readonly<Record<string, number>>;
};

export type Sources = {
  readonly db: Database;
  readonly bucket: Bucket;
  readonly workDir: string;
  readonly logs: () => readonly { readonly name: string; readonly text: string }[];
  readonly journal: Journal;
  readonly golden: ReadonlyMap<string, string>;
  readonly activeJobsMax?: Readonly<Record<string, number>>;
};

/** Limits of the default plans. */
export const shippedActiveJobs = { free: 2, pro: 5, business: 20 };

export async function gatherEvidence(sources: Sources): Promise<Evidence> {
  const { db, bucket, workDir } = sources;
  const records = await readRecords(db);
  const objects = await bucket.versions();
  return {
    ...records,
    objects,
    hashes: await hashNamed(bucket, records, objects),
    unfinishedUploads: await bucket.unfinished(),
    engines: engineProcesses(workDir),
    deadScratch: deadScratchIn(workDir),
    logs: sources.logs(),
    journal: sources.journal,
    golden: sources.golden,
    activeJobsMax: sources.activeJobsMax ?? shippedActiveJobs,
  };
}

export async function readRecords(db: Database): Promise<Records> {
  return db.withClient(async (client) => {
    // One snapshot of all tables: otherwise a job and its counters could be read at different times.
    await client.query('begin isolation level repeatable read read only');
    const all = async <Row>(statement: string) => (await client.query(statement)).rows as Row[];
    // Not in the database of the version before.
    const ifThere = async <Row>(table: string, statement: string) => {
      const [found] = await all<{ there: boolean }>(`select to_regclass('${table}') is not null as there`);
      return found?.there ? all<Row>(statement) : [];
    };
    const storedIn = (table: string, format: DocumentRow['format']) =>
      ifThere<DocumentRow>(
        table,
        `select job_id, '${format}' as format, object_key, bytes, encode(sha256, 'hex') as sha256 from ${table}`,
      );
    const [since] = await all<{ at: Date }>(
      `select coalesce(min(run_on), 'epoch') as at from migrations where name = '0005-events'`,
    );
    return {
      accounts: await all<AccountRow>(
        'select id, email, tier, active_jobs, visible_jobs, last_event from accounts',
      ),
      jobs: await all<JobRow>(
        `select id, account_id, status, options->'format' as formats, source_name, source_bytes,
           encode(source_sha256, 'hex') as source_sha256, pages_reserved, billed_month, page_count, error_message, attempt,
           to_jsonb(jobs)->>'claim_id' as claim_id, engine_deaths, worker_losses, created_at, deleting_at,
           coalesce(to_jsonb(jobs)->'warnings' @> any (array['[{"code": "page_simplified"}]', '[{"code": "result_not_reproducible"}]']::jsonb[]), false) as is_divided,
           extract(epoch from clock_timestamp() - lease_until)::float8 as lease_over_s,
           extract(epoch from clock_timestamp() - created_at)::float8 as age_s
         from jobs`,
      ),
      outputs: await all<OutputRow>(
        `select job_id, format, object_key, bytes, encode(sha256, 'hex') as sha256 from outputs`,
      ),
      documents: [...(await storedIn('documents', 'document')), ...(await storedIn('readings', 'reading'))],
      outputWrites: await ifThere('output_writes', 'select id, job_id from output_writes'),
      erasures: await ifThere('erasures', 'select job_id from erasures'),
      ledger: await all<LedgerRow>('select account_id, job_id, month, kind, pages from ledger order by id'),
      months: await all<MonthRow>('select * from usage_months'),
      events: await all<EventRow>(
        `select account_id, number, job_id, type, (data->>'page_count')::int as page_count, at
         from events order by account_id, number`,
      ),
      uploads: await all('select job_id, account_id from uploads'),
      directUploads: await ifThere<DirectUploadRow>(
        'direct_uploads',
        `select id, account_id, job_id, job_id is null and expires_at > clock_timestamp() as is_open from direct_uploads`,
      ),
      checks: await all(
        `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
         where contype = 'c' and connamespace = 'public'::regnamespace`,
      ),
      eventsSince: since?.at ?? new Date(0),
    };
  });
}

/** Missing objects are left out; the invariants report them. */
async function hashNamed(
  bucket: Bucket,
  { jobs, outputs, documents }: Records,
  objects: readonly StoredVersion[],
): Promise<ReadonlyMap<string, string>> {
  const present = new Set(objects.filter((one) => one.isLatest && !one.isMarker).map(({ key }) => key));
  const named = [...jobs.map(sourceKeyOf), ...[...outputs, ...documents].map((stored) => stored.object_key)];
  const keys = named.filter((key) => present.has(key));
  const hashes = new Map<string, string>();
  const reader = async () => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      hashes.set(key, sha256(await bucket.read(key)));
    }
  };
  await Promise.all(Array.from({ length: 16 }, reader));
  return hashes;
}

export const prefixOf = (job: { readonly id: string; readonly account_id: string }) =>
  `accounts/${job.account_id}/jobs/${job.id}/`;

/** Whether an object was stored by a request that added outputs to a done job. */
export const isAddedLater = (key: string) => /\/outputs-[0-9a-f-]{36}\/[a-z]+$/.test(key);

/** The id of the direct upload that an object was sent for; null for objects of jobs. */
export const directUploadOf = (key: string) => /^accounts\/[^/]+\/uploads\/([^/]+)\//.exec(key)?.[1] ?? null;

export const sourceKeyOf = (job: { readonly id: string; readonly account_id: string }) =>
  `${prefixOf(job)}source.pdf`;

function deadScratchIn(workDir: string): string[] {
  return readdirSync(workDir).filter((name) => {
    const [pid = ''] = name.split('-');
    return /^\d+-\d+$/.test(name) && identityOf(Number(pid)) !== name;
  });
}
