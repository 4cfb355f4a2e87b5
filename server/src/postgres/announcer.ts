/**
 * Announces what this process has committed, in one NOTIFY transaction per interval. Inside the committing transactions,
 * NOTIFY would take a lock of the whole database until the commit is on disk, so that they commit one after the other.
 *
 * An announcement that is lost, because the process dies before it, costs its listeners one poll interval.
 */
import type pg from 'pg';
import type { ProgressUpdate } from '../ports/events.ts';
import { deletionChannel, eventChannel, progressChannel, taskChannel, workKinds } from './channels.ts';
import { paced } from './pace.ts';
import { asPrepared } from './prepared.ts';

/**
 * With this setting, the triggers leave the announcement to the process. The functions of migration 0026 set it
 * themselves. Processes of versions without an announcer do not set it.
 */
export const announcedTransactions = { 'octavo.process_announces': 'on' };

export type Announcer = {
  jobQueued(accountId: string): void;
  jobClaimed(accountId: string): void;
  jobProgressed(accountId: string, update: ProgressUpdate): void;
  /** Done or failed: its webhooks are due. */
  jobEnded(accountId: string, jobId: string): void;
  jobDeleted(accountId: string, jobId: string): void;
  /** The task of a job that was queued before. */
  taskQueued(): void;
  /** A webhook is due that no job has caused. */
  deliveryQueued(): void;
  /** Announces the rest. */
  close(): Promise<void>;
};

const announceEvery = { usualMs: 100, shortestMs: 10 };

type News = {
  readonly changedAccounts: Set<string>;
  /** The jobs of each account that ended; of one with many, only enough to know that they are too many. */
  readonly endedJobs: Map<string, string[]>;
  /** The accounts of jobs that are done or failed, which may have webhooks. */
  readonly accountsWithResults: Set<string>;
  readonly deletedJobs: Set<string>;
  /** The latest payload of each job. */
  readonly progress: Map<string, string>;
  readonly work: Set<keyof typeof workKinds>;
};

const noNews = (): News => ({
  changedAccounts: new Set(),
  endedJobs: new Map(),
  accountsWithResults: new Set(),
  deletedJobs: new Set(),
  progress: new Map(),
  work: new Set(),
});

/**
 * Nothing is lost with an announcement, so its commit does not wait for the disk. The number is the newest that is
 * committed, and jobs that ended are named, so that nobody reads events for requests that wait for one of them; a null
 * is left out. The empty fields make the previous version read the events of this account; without them it would read
 * those of every account.
 */
const statement = asPrepared(`
  select set_config('synchronous_commit', 'off', true)
  union all
  select pg_notify(channel, payload)::text from unnest($1::text[], $2::text[]) as news (channel, payload)
  union all
  select pg_notify('${eventChannel}', json_strip_nulls(json_build_object('account_id', id, 'number', last_event,
    'job_id', '', 'type', '', 'at', '', 'ended', ended::json))::text)::text
  from unnest($3::uuid[], $5::text[]) as changed (account_id, ended) join accounts on id = account_id
  union all
  select pg_notify('${taskChannel}', '${workKinds.delivery}')::text
  where exists (select from webhook_endpoints where account_id = any($4::uuid[]) and enabled)`);

/** A notification has room for 8000 bytes. */
const namedJobsMax = 100;

/** `null` for more jobs than can be named: the events say which. */
const endedPayload = (jobIds: readonly string[] = []) =>
  JSON.stringify(jobIds.length > namedJobsMax ? null : jobIds);

function nameEnded({ endedJobs }: News, accountId: string, jobId: string): void {
  const ended = endedJobs.get(accountId);
  if (ended === undefined) endedJobs.set(accountId, [jobId]);
  else if (ended.length <= namedJobsMax) ended.push(jobId);
}

function parametersOf(news: News): readonly (readonly string[])[] {
  const messages = [
    ...[...news.deletedJobs].map((jobId) => [deletionChannel, jobId] as const),
    ...[...news.progress.values()].map((payload) => [progressChannel, payload] as const),
    ...[...news.work].map((kind) => [taskChannel, workKinds[kind]] as const),
  ];
  return [
    messages.map(([channel]) => channel),
    messages.map(([, payload]) => payload),
    [...news.changedAccounts],
    [...news.accountsWithResults],
    [...news.changedAccounts].map((accountId) => endedPayload(news.endedJobs.get(accountId))),
  ];
}

function progressPayload(accountId: string, { jobId, pages, progress }: ProgressUpdate): string {
  return JSON.stringify({ account_id: accountId, job_id: jobId, pages, ...progress });
}

export function openAnnouncer(pool: pg.Pool, onError: (error: Error) => void): Announcer {
  let news = noNews();

  async function send(): Promise<void> {
    const client = await pool.connect();
    const parameters = parametersOf(news);
    news = noNews();
    try {
      await client.query(statement, [...parameters]);
    } finally {
      client.release();
    }
  }

  const pace = paced(() => send().catch(onError), announceEvery);

  return {
    jobQueued: (accountId) => {
      news.changedAccounts.add(accountId);
      news.work.add('task');
      pace.request('now');
    },
    // Not at once: the end of a short job, which clients wait for, would have to wait for the next announcement.
    jobClaimed: (accountId) => {
      news.changedAccounts.add(accountId);
      pace.request('soon');
    },
    jobProgressed: (accountId, update) => {
      news.progress.set(update.jobId, progressPayload(accountId, update));
      pace.request('soon');
    },
    jobEnded: (accountId, jobId) => {
      news.changedAccounts.add(accountId);
      news.accountsWithResults.add(accountId);
      nameEnded(news, accountId, jobId);
      pace.request('now');
    },
    jobDeleted: (accountId, jobId) => {
      news.changedAccounts.add(accountId);
      news.deletedJobs.add(jobId);
      nameEnded(news, accountId, jobId);
      pace.request('now');
    },
    taskQueued: () => {
      news.work.add('task');
      pace.request('now');
    },
    deliveryQueued: () => {
      news.work.add('delivery');
      pace.request('now');
    },
    close: pace.close,
  };
}
