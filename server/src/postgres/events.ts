/** Events in Postgres. The trigger on jobs writes them; here they are only read. */
import type { Selectable } from 'kysely';
import type { EventType, JobEvent } from '../domain/event.ts';
import type { EventStore } from '../ports/events.ts';
import type { Database } from './database.ts';
import type { Events } from './schema.ts';

type EventData = {
  readonly status: JobEvent['data']['status'];
  readonly page_count: number | null;
  readonly error_message: string | null;
};

/** As a notification carries it; without its data when that was too long. */
export type EventPayload = {
  readonly account_id: string;
  readonly number: number;
  readonly job_id: string;
  readonly type: string;
  readonly at: string | Date;
  readonly data?: EventData;
};

export function eventOf(row: EventPayload | Selectable<Events>): JobEvent {
  const { status, page_count: pageCount, error_message: errorMessage } = row.data as unknown as EventData;
  return {
    accountId: row.account_id,
    number: row.number,
    jobId: row.job_id,
    type: row.type as EventType,
    at: new Date(row.at),
    data: { status, pageCount, errorMessage },
  };
}

export function eventsIn(db: Database): EventStore {
  return {
    after: async (accountId, number, limit, jobId) => {
      const events = db
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('number', '>', number)
        .orderBy('number')
        .limit(limit);
      const rows = await (jobId === null ? events : events.where('job_id', '=', jobId)).execute();
      return rows.map(eventOf);
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
  };
}
