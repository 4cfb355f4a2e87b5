/** Of all workers one is elected for each kind of periodic work, and another one when it stops, dies or freezes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenSignals, openSignals } from '../../src/postgres/signals.ts';
import { atEnd } from '../at-end.ts';
import { cuttableConnectionTo } from './cuttable-connection.ts';
import { databaseAt, emptyDatabase } from './fresh-database.ts';
import { poolerFor } from './pgbouncer.ts';

let url: string;
beforeAll(async () => {
  url = await emptyDatabase();
});

/** A candidate for this work, once an election is possible. */
async function candidate(
  work: string,
  at = url,
): Promise<OpenSignals & { readonly isElected: () => boolean }> {
  const signals = openSignals(at, () => {});
  atEnd(() => signals.close());
  signals.election.stand(work);
  await expect.poll(() => signals.isListening(), { timeout: 30_000 }).toBe(true);
  return { ...signals, isElected: () => signals.election.isElected(work) };
}

const expectElected = ({ isElected }: { readonly isElected: () => boolean }, timeout = 15_000) =>
  expect.poll(isElected, { timeout }).toBe(true);

describe('an election', () => {
  it('has one winner for each kind of work', async () => {
    const first = await candidate('one');
    await expectElected(first);
    const second = await candidate('one');
    second.election.stand('two');
    await expect.poll(() => second.election.isElected('two'), { timeout: 15_000 }).toBe(true);
    expect(second.isElected()).toBe(false);
    expect(first.isElected()).toBe(true);
    expect(first.election.isElected('two')).toBe(false);
  });

  it('is won by another worker when the first one stops or withdraws', async () => {
    const [first, second, third] = [
      await candidate('stop'),
      await candidate('stop'),
      await candidate('stop'),
    ];
    await expectElected(first);
    await first.close();
    const [winner, other] = await new Promise<[typeof second, typeof second]>((resolve) => {
      const watch = setInterval(() => {
        const isSecond = second.isElected();
        if (!isSecond && !third.isElected()) return;
        clearInterval(watch);
        resolve(isSecond ? [second, third] : [third, second]);
      }, 20);
    });
    expect(other.isElected()).toBe(false);
    winner.election.withdraw('stop');
    expect(winner.isElected()).toBe(false);
    await expectElected(other);
    winner.election.stand('stop');
    await sleep(5_000);
    expect([winner.isElected(), other.isElected()]).toEqual([false, true]);
  });

  it('is repeated when the session of the winner ends', async () => {
    const both = [await candidate('killed'), await candidate('killed')];
    const count = () => both.filter(({ isElected, isListening }) => isListening() && isElected()).length;
    await expect.poll(count, { timeout: 15_000 }).toBe(1);
    const db = databaseAt(url);
    const holder = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()
          and objid::bigint = hashtext('killed')::bigint & 4294967295`.execute(db);
      return rows.map(({ pid }) => pid);
    };
    const [killed] = await holder();
    await sql`select pg_terminate_backend(${killed}::int)`.execute(db);
    await expect.poll(holder, { timeout: 30_000 }).toEqual([expect.not.closeTo(killed ?? 0, 0)]);
    await expect.poll(count, { timeout: 30_000 }).toBe(1);
  });

  it('is repeated within half a minute when the winner freezes', async () => {
    const { url: proxyUrl, cut } = await cuttableConnectionTo(url);
    const frozen = await candidate('frozen', proxyUrl);
    await expectElected(frozen);
    const other = await candidate('frozen');
    expect(other.isElected()).toBe(false);
    cut();
    await expectElected(other, 30_000);
  });

  it('elects everyone while the session may be shared through a pooler, and leaves no lock there', async () => {
    const signals = openSignals(await poolerFor(url), () => {});
    atEnd(() => signals.close());
    signals.election.stand('pooled');
    await sleep(6_000);
    expect(signals.election.isElected('pooled')).toBe(true);
    const direct = await candidate('pooled');
    await expectElected(direct);
  });
});
