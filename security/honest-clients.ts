/** Honest clients that measure response times during an attack: they read continuously, submit, download and delete. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, type RequestOptions, sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { type DocumentKind, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { submitRecorded } from '@octavo/testkit/load/start-processes.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';

export type Served = { readonly what: string; readonly tookMs: number };
export type ClientRecord = { readonly served: Served[]; readonly faults: string[] };

type Client = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly record: ClientRecord;
  readonly isOver: () => boolean;
};

const pauseMs = 50;
const readsPerJob = 20;

async function timed(
  { served, faults }: ClientRecord,
  what: string,
  wanted: number,
  request: () => Promise<Reply>,
) {
  const began = performance.now();
  const reply = await request();
  served.push({ what, tookMs: performance.now() - began });
  if (reply.status !== wanted) faults.push(`${what} answered ${reply.status} ${reply.text.slice(0, 120)}`);
  return reply;
}

const request = (client: Client, what: string, wanted: number, path: string, more: RequestOptions = {}) =>
  timed(client.record, what, wanted, () =>
    sendRequest(client.node, path, { caller: client.account, ...more }),
  );

async function submitJob(client: Client, kind: DocumentKind): Promise<string | undefined> {
  const { environment, node, account, record } = client;
  const tag = `good-secretname-${randomUUID()}.pdf`;
  const reply = await timed(record, 'POST /jobs', 201, () =>
    submitRecorded(environment, node, account, kind, tag),
  );
  return reply.status === 201 ? jobOf(reply).id : undefined;
}

/** Submits a job, polls and downloads it, and deletes it; recorded in the journal. */
async function wholeJob(client: Client, kind: DocumentKind): Promise<void> {
  const { journal } = client.environment;
  const id = await submitJob(client, kind);
  if (id === undefined) return;
  for (let status = ''; status !== 'done' && status !== 'failed' && !client.isOver(); ) {
    await delay(pauseMs);
    const reply = await request(client, 'GET /jobs/{id}', 200, `/jobs/${id}`);
    status = reply.status === 200 ? jobOf(reply).status : '';
    if (status === 'done') await request(client, 'download', 200, `/jobs/${id}/download/${kind.formats[0]}`);
    if (status === 'failed') client.record.faults.push(`a valid job failed: ${reply.text}`);
  }
  journal.deletionAsked.add(id);
  const gone = await request(client, 'DELETE', 204, `/jobs/${id}`, { method: 'DELETE' });
  if (gone.status === 204) journal.deleted.set(id, Date.now());
}

async function runClient(client: Client): Promise<void> {
  const [kind] = quickKinds;
  if (!kind) throw new Error('no document to submit');
  while (!client.isOver()) {
    await wholeJob(client, kind);
    for (let reads = 0; reads < readsPerJob && !client.isOver(); reads += 1) {
      await request(client, 'GET /jobs', 200, '/jobs');
      await delay(pauseMs);
    }
  }
}

/** Runs one client per account until the attack is over, and returns their combined record. */
export async function runHonestClients(
  environment: TestEnvironment,
  node: string,
  accounts: readonly Account[],
  isOver: () => boolean,
): Promise<ClientRecord> {
  const record: ClientRecord = { served: [], faults: [] };
  await Promise.all(accounts.map((account) => runClient({ environment, node, account, record, isOver })));
  return record;
}

export const p99Ms = (served: readonly Served[]) =>
  Math.round(
    percentile(
      served.map(({ tookMs }) => tookMs),
      0.99,
    ) ?? Number.POSITIVE_INFINITY,
  );

/** `GET /jobs 41 ms (812), POST /jobs 230 ms (12)`: the 99th percentile and the number of each kind. */
export const byKind = (served: readonly Served[]) =>
  Object.entries(Object.groupBy(served, ({ what }) => what))
    .map(([what, group = []]) => `${what} ${p99Ms(group)} ms (${group.length})`)
    .join(', ');
