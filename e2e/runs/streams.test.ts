/** Event streams at scale: 5,000 on one node, the delay from commit to client under load, and nodes that are killed. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import { percentile, printFigures } from '@octavo/testkit/runner/figures.ts';
import { type FreshAccount, freshAccount, startNode } from '@octavo/testkit/service-under-test/accounts.ts';
import { context, nodes } from '@octavo/testkit/service-under-test/context.ts';
import {
  type EventStream,
  openStream,
  type ReceivedEvent,
} from '@octavo/testkit/service-under-test/events.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { expect, it } from 'vitest';
import { type CommitWatch, watchCommits } from './commit-watch.ts';

const streamCount = Number(process.env['OCTAVO_E2E_STREAMS'] || 5_000);
const loadSeconds = Number(process.env['OCTAVO_E2E_LOAD_SECONDS'] || 60);
const accountCount = 20;
const opening = 50;
const mebibyte = 1_048_576;

async function openMany(accounts: readonly FreshAccount[], node: string): Promise<EventStream[]> {
  const streams: EventStream[] = [];
  while (streams.length < streamCount) {
    const batch = Array.from({ length: Math.min(opening, streamCount - streams.length) }, (_, index) => {
      const caller = accounts[(streams.length + index) % accounts.length] as FreshAccount;
      return openStream('/events', { caller, node });
    });
    streams.push(...(await Promise.all(batch)));
  }
  return streams;
}

/** Jobs one after the other for each account, on the other nodes, until the time is over. */
async function load(accounts: readonly FreshAccount[], untilMs: number): Promise<number> {
  const counts = await Promise.all(
    accounts.map(async (caller, index) => {
      let made = 0;
      while (performance.now() < untilMs) {
        await done(caller, { node: nodes[index % nodes.length] ?? '' });
        made += 1;
      }
      return made;
    }),
  );
  return counts.reduce((sum, made) => sum + made, 0);
}

/** From the commit, as it becomes visible in the database, to a client of the API. */
function delaysMs(commits: CommitWatch, accountId: string, received: readonly ReceivedEvent[]): number[] {
  return received.flatMap(({ id, atMs }) => {
    if (id === null) return [];
    const committedMs = commits.committedAtMs(accountId, id);
    if (committedMs === null) throw new Error(`the commit of event ${id} was not seen`);
    return [performance.timeOrigin + atMs - committedMs];
  });
}

const rounded = (delays: readonly number[], share: number) =>
  Math.round(percentile(delays, share) ?? Number.NaN);

it(`${streamCount} streams on one node receive every event within a quarter of a second`, async () => {
  const accounts: FreshAccount[] = [];
  for (let opened = 0; opened < accountCount; opened += 1) accounts.push(await freshAccount('business'));
  const ids = await Promise.all(accounts.map(async (caller) => (await me(caller)).id));
  const { url, pid } = await startNode();
  const idleBytes = residentBytes(pid);
  const commits = await watchCommits(context.stack?.databaseUrl ?? '');
  const began = performance.now();
  const streams = await openMany(accounts, url);
  const openedMs = performance.now() - began;
  const openBytes = residentBytes(pid);
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  const jobs = await load(accounts.slice(0, 4), performance.now() + loadSeconds * 1000);
  await delay(1_000);
  const delays = streams.flatMap(({ received }, index) =>
    delaysMs(commits, ids[index % ids.length] ?? '', received),
  );
  await commits.close();
  printFigures('event streams', {
    streams: streams.length,
    'seconds to open them': (openedMs / 1000).toFixed(1),
    'node when idle, MiB': Math.round(idleBytes / mebibyte),
    'node with the streams, MiB': Math.round(openBytes / mebibyte),
    'node after the load, MiB': Math.round(residentBytes(pid) / mebibyte),
    jobs,
    'events received': delays.length,
    'commit to client p50, ms': rounded(delays, 0.5),
    'commit to client p99, ms': rounded(delays, 0.99),
    'commit to client max, ms': rounded(delays, 1),
  });
  for (const stream of streams) {
    const numbers = stream.received.flatMap(({ id }) => (id === null ? [] : [id]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    stream.close();
  }
  expect(rounded(delays, 0.99)).toBeLessThan(250);
});

it('a node that is killed loses no event: the stream goes on elsewhere after the last id', async () => {
  const caller = await freshAccount('business');
  const kills = 5;
  const received: (number | null)[] = [];
  let isLoading = true;
  const loading = (async () => {
    let made = 0;
    while (isLoading) {
      await Promise.all([done(caller), done(caller)]);
      made += 2;
    }
    return made;
  })();
  const last = () => received.findLast((id) => id !== null) ?? 0;
  for (let killed = 0; killed < kills; killed += 1) {
    const { url, pid } = await startNode();
    const stream = await openStream('/events', { caller, node: url, lastEventId: last() });
    await stream.until((events) => events.length > 5);
    process.kill(pid, 'SIGKILL');
    await stream.over;
    received.push(...stream.received.map(({ id }) => id));
  }
  isLoading = false;
  const jobs = await loading;
  const rest = await openStream('/events', { caller, lastEventId: last() });
  const expected = Array.from({ length: jobs * 3 }, (_, index) => index + 1);
  await rest.until((events) => events.some(({ id }) => id === expected.length)).catch(() => {});
  rest.close();
  received.push(...rest.received.map(({ id }) => id));
  const numbers = received.filter((id) => id !== null);
  printFigures('killed nodes', {
    kills,
    jobs,
    'events received': numbers.length,
    'events written': expected.length,
  });
  expect(numbers).toEqual(expected);
});
