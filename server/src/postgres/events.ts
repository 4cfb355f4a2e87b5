/** Events in Postgres. A trigger on jobs writes them; here they are only read. */
import { type Selectable, sql } from 'kysely';
import type { EventType, JobEvent } from '../domain/event.ts';
import type { EventStore } from '../ports/events.ts';
import { compileOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { toEventData } from './json-values.ts';
import { prepared } from './prepared.ts';
import type { Events } from './schema.ts';

const columns = ['account_id', 'number', 'job_id', 'type', 'at', 'data'] as const;
type EventRow = Pick<Selectable<Events>, (typeof columns)[number]>;

type Wanted = { readonly accountId: string; readonly number: number; readonly limit: number };

/** Of all jobs, which every stream reads after every announcement. */
const eventsAfter = compileOnce((db, { accountId, number, limit }: Wanted) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .modifyEnd(prepared),
);

function toEvent(row: EventRow): JobEvent {
  return {
    accountId: row.account_id,
    number: row.number,
    jobId: row.job_id,
    type: row.type as EventType,
    at: row.at,
    data: toEventData(row.data),
  };
}

export function eventsIn(db: Database): EventStore {
  return {
    after: async (accountId, number, limit, jobId) => {
      if (jobId === null) return (await eventsAfter(db, { accountId, number, limit })).rows.map(toEvent);
      const rows = await db
        .selectFrom('events')
        .select(columns)
        .where('account_id', '=', accountId)
        .where('number', '>', number)
        .where('job_id', '=', jobId)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map(toEvent);
    },

    bounds: async (accountId) => {
      const row = await db
        .selectFrom('accounts')
        .select('last_event')
        .select((account) =>
          account
            .selectFrom('events')
            .select((event) => event.fn.min('number').as('oldest'))
            .whereRef('events.account_id', '=', 'accounts.id')
            .as('oldest'),
        )
        .where('id', '=', accountId)
        .executeTakeFirst();
      return { oldest: row?.oldest ?? null, newest: row?.last_event ?? 0 };
    },

    newest: async (accountIds) => {
      const { rows } = await sql<{ id: string; last_event: number }>`
        select id, last_event from accounts where id = any(${[...accountIds]}::uuid[]) ${prepared}`.execute(
        db,
      );
      return new Map(rows.map((row) => [row.id, row.last_event]));
    },
  };
}
