/** Honest clients that measure the service: they read all the time, submit now and then, download and delete. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  jobOf,
  type Reply,
  type RequestOptions,
  sendRequest,
  submit,
} from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';

export type Served = { readonly what: string; readonly tookMs: number };
export type Experience = { readonly served: Served[]; readonly faults: string[] };

type Customer = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly experience: Experience;
  readonly isOver: () => boolean;
};

const pauseMs = 50;
const readsPerJob = 20;

async function timed(
  { served, faults }: Experience,
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

const asks = (customer: Customer, what: string, wanted: number, path: string, more: RequestOptions = {}) =>
  timed(customer.experience, what, wanted, () =>
    sendRequest(customer.node, path, { caller: customer.account, ...more }),
  );

async function submitAsCustomer(customer: Customer, kind: DocumentKind): Promise<string | undefined> {
  const { environment, node, account, experience } = customer;
  const tag = `good-secretname-${randomUUID()}.pdf`;
  const upload = { file: kind.file, fileName: tag, options: { format: kind.formats } };
  const reply = await timed(experience, 'POST /jobs', 201, () => submit(node, account, upload));
  if (reply.status === 201) {
    const { id } = jobOf(reply);
    accept(environment.journal, id, {
      tag,
      account: account.email,
      formats: kind.formats,
      document: kind.name,
    });
    return id;
  }
  if (reply.status === 0) environment.journal.unanswered.add(tag);
  else environment.journal.refused.set(tag, reply.status);
  return undefined;
}

/** A job from its submit to its end by its owner, recorded in the journal at both ends. */
async function wholeJob(customer: Customer, kind: DocumentKind): Promise<void> {
  const { journal } = customer.environment;
  const id = await submitAsCustomer(customer, kind);
  if (id === undefined) return;
  for (let status = ''; status !== 'done' && status !== 'failed' && !customer.isOver(); ) {
    await delay(pauseMs);
    const reply = await asks(customer, 'GET /jobs/{id}', 200, `/jobs/${id}`);
    status = reply.status === 200 ? jobOf(reply).status : '';
    if (status === 'done') await asks(customer, 'download', 200, `/jobs/${id}/download/${kind.formats[0]}`);
    if (status === 'failed') customer.experience.faults.push(`a good job failed: ${reply.text}`);
  }
  journal.deletionAsked.add(id);
  const gone = await asks(customer, 'DELETE', 204, `/jobs/${id}`, { method: 'DELETE' });
  if (gone.status === 204) journal.deleted.set(id, Date.now());
}

async function beCustomer(customer: Customer): Promise<void> {
  const [kind] = quickKinds;
  if (!kind) throw new Error('there is no document to submit');
  while (!customer.isOver()) {
    await wholeJob(customer, kind);
    for (let reads = 0; reads < readsPerJob && !customer.isOver(); reads += 1) {
      await asks(customer, 'GET /jobs', 200, '/jobs');
      await delay(pauseMs);
    }
  }
}

/** Until it is over; what all of them saw, together. */
export async function goodClients(
  environment: TestEnvironment,
  node: string,
  accounts: readonly Account[],
  isOver: () => boolean,
): Promise<Experience> {
  const experience: Experience = { served: [], faults: [] };
  await Promise.all(
    accounts.map((account) => beCustomer({ environment, node, account, experience, isOver })),
  );
  return experience;
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
