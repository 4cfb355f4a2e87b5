/** A bare listener on the database, on a thread of its own: it receives an event right after its commit. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';

export type BareListener = {
  /** When it heard of the event, as milliseconds since the epoch; `null` when it did not. */
  heardAtMs(accountId: string, number: number): number | null;
  close(): Promise<void>;
};

type News = { readonly accountId: string; readonly number: number; readonly atMs: number };

const now = () => performance.timeOrigin + performance.now();

export async function startBareListener(url: string): Promise<BareListener> {
  const heard = new Map<string, number>();
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  const ready = Promise.withResolvers<void>();
  worker.on('error', ready.reject);
  worker.on('message', (news: News | 'ready') => {
    if (news === 'ready') ready.resolve();
    else heard.set(`${news.accountId} ${news.number}`, news.atMs);
  });
  await ready.promise;
  return {
    heardAtMs: (accountId, number) => heard.get(`${accountId} ${number}`) ?? null,
    close: async () => void (await worker.terminate()),
  };
}

if (parentPort) {
  const client = new pg.Client({ connectionString: (workerData as { url: string }).url });
  client.on('notification', ({ payload = '' }) => {
    const atMs = now();
    const { account_id: accountId, number } = JSON.parse(payload) as { account_id: string; number: number };
    parentPort?.postMessage({ accountId, number, atMs } satisfies News);
  });
  await client.connect();
  await client.query('listen octavo_event');
  parentPort.postMessage('ready');
}
