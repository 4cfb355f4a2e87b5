/**
 * Announces what this process has committed, in one NOTIFY transaction per interval. Inside the committing transactions,
 * NOTIFY would take a lock of the whole database until the commit is on disk, so that they commit one after the other.
 *
 * An announcement that is lost, because the process dies before it, costs its listeners one poll interval.
 */
import type pg from 'pg';
import type { ProgressUpdate } from '../ports/events.ts';
import { deletionChannel, eventChannel, progressChannel, taskChannel } from './channels.ts';
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
  /** Work for workers that is not a new job. */
  workQueued(): void;
  /** Announces the rest. */
  close(): Promise<void>;
};

const announceEvery = { usualMs: 100, shortestMs: 10 };

type News = {
  readonly changedAccounts: Set<string>;
  /** The jobs of each account that ended. */
  readonly endedJobs: Map<string, string[]>;
  readonly deletedJobs: Set<string>;
  /** The latest payload of each job. */
  readonly progress: Map<string, string>;
  hasWork: boolean;
};

const noNews = (): News => ({
  changedAccounts: new Set(),
  endedJobs: new Map(),
  deletedJobs: new Set(),
  progress: new Map(),
  hasWork: false,
});

/**
 * Nothing is lost with an announcement, so its commit does not wait for the disk. The number is the newest that is
 * committed, and jobs that ended are named, so that requests that wait for one of them need not read the events. The
 * empty fields make the previous version read the events of this account; without them it would read those of every
 * account.
 */
const statement = asPrepared(`
  select set_config('synchronous_commit', 'off', true)
  union all
  select pg_notify(channel, payload)::text from unnest($1::text[], $2::text[]) as news (channel, payload)
  union all
  select pg_notify('${eventChannel}', json_build_object(
    'account_id', id, 'number', last_event, 'job_id', '', 'type', '', 'at', '', 'ended', ended::json)::text)::text
  from unnest($3::uuid[], $5::text[]) as changed (account_id, ended) join accounts on id = account_id
  union all
  select pg_notify('${taskChannel}', '')::text
  where exists (select from webhook_endpoints where account_id = any($4::uuid[]) and enabled)`);

/** A notification has room for 8000 bytes. Who waits for another job learns of it by its event. */
const namedJobsMax = 100;

const endedPayload = (jobIds: readonly string[] = []) =>
  JSON.stringify(jobIds.length > namedJobsMax ? [] : jobIds);

function parametersOf(news: News): readonly (readonly string[])[] {
  const messages = [
    ...[...news.deletedJobs].map((jobId) => [deletionChannel, jobId] as const),
    ...[...news.progress.values()].map((payload) => [progressChannel, payload] as const),
    ...(news.hasWork ? [[taskChannel, ''] as const] : []),
  ];
  return [
    messages.map(([channel]) => channel),
    messages.map(([, payload]) => payload),
    [...news.changedAccounts],
    [...news.endedJobs.keys()],
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
      news.hasWork = true;
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
      news.endedJobs.set(accountId, [...(news.endedJobs.get(accountId) ?? []), jobId]);
      pace.request('now');
    },
    jobDeleted: (accountId, jobId) => {
      news.changedAccounts.add(accountId);
      news.deletedJobs.add(jobId);
      pace.request('now');
    },
    workQueued: () => {
      news.hasWork = true;
      pace.request('now');
    },
    close: pace.close,
  };
}
