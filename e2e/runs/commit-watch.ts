/** Watches the database on a thread of its own, and notes when the events of accounts became visible. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';

export type CommitWatch = {
  /** When the event was committed, as milliseconds since the epoch, at most `intervalMs` late; `null` when it was not seen. */
  committedAtMs(accountId: string, number: number): number | null;
  close(): Promise<void>;
};

type Seen = { readonly accountId: string; readonly numbers: readonly number[]; readonly atMs: number };

const intervalMs = 5;
const now = () => performance.timeOrigin + performance.now();

export async function watchCommits(url: string): Promise<CommitWatch> {
  const seen = new Map<string, number>();
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  const ready = Promise.withResolvers<void>();
  worker.on('error', ready.reject);
  worker.on('message', (news: Seen | 'ready') => {
    if (news === 'ready') ready.resolve();
    else for (const number of news.numbers) seen.set(`${news.accountId} ${number}`, news.atMs);
  });
  await ready.promise;
  return {
    committedAtMs: (accountId, number) => seen.get(`${accountId} ${number}`) ?? null,
    close: async () => void (await worker.terminate()),
  };
}

if (parentPort) {
  const client = new pg.Client({ connectionString: (workerData as { url: string }).url });
  await client.connect();
  const newest = new Map<string, number>();
  for (let round = 0; ; round += 1) {
    const { rows } = await client.query<{ id: string; number: number }>({
      name: 'newest',
      text: 'select id, last_event::int as number from accounts where last_event > 0',
    });
    const atMs = now();
    for (const { id: accountId, number } of rows) {
      const last = newest.get(accountId) ?? 0;
      const numbers = Array.from({ length: number - last }, (_, index) => last + 1 + index);
      if (numbers.length > 0) parentPort.postMessage({ accountId, numbers, atMs } satisfies Seen);
      newest.set(accountId, number);
    }
    if (round === 0) parentPort.postMessage('ready');
    await sleep(intervalMs);
  }
}
