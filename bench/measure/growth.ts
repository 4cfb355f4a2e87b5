/** Fills a database with many jobs by bulk inserts on the server. */
import type pg from 'pg';
import { countFilled, fillPortion } from '../../server/test/growth/fill.ts';

const portionRows = 250_000;
/** Tables whose indexes are made at the end: row by row they would take most of the time. */
const largeTables = ['jobs', 'outputs', 'ledger', 'events', 'idempotency_keys'];

type Definition = { readonly drop: string; readonly make: string };

/** Definitions of indexes and foreign keys, to drop them before and create them again after the inserts. */
async function looseDefinitions(client: pg.ClientBase): Promise<readonly Definition[]> {
  const { rows: references } = await client.query<Definition>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])`,
    [largeTables],
  );
  const { rows: indexes } = await client.query<Definition>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = any($1::text[]::regclass[]) and not indisunique`,
    [largeTables],
  );
  return [...references, ...indexes];
}

export type Growth = {
  readonly jobs: number;
  readonly heavyAccount: string;
  readonly heavyEvery: number;
  readonly pendingEvery: number;
};

export async function grow(
  client: pg.ClientBase,
  { jobs, ...shares }: Growth,
  say: (text: string) => void,
): Promise<void> {
  const began = performance.now();
  const loose = await looseDefinitions(client);
  for (const { drop } of loose) await client.query(drop);
  for (let from = 1; from <= jobs; from += portionRows) {
    await fillPortion(client, { from, to: Math.min(jobs, from + portionRows - 1), ...shares });
  }
  for (const { make } of loose) await client.query(make);
  await countFilled(client, shares.heavyAccount);
  say(`  ${jobs} jobs after ${Math.round((performance.now() - began) / 1000)} s`);
}
