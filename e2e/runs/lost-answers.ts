/** Submits whose answers get lost on the way, repeated with the same key until one arrives. */
import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Caller, credentialHeaders } from '@octavo/testkit/client/credentials.ts';
import { multipart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { seededRandom } from '@octavo/testkit/seeded-random.ts';
import { freshAccount, usageByOperator } from '@octavo/testkit/service-under-test/accounts.ts';
import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { isTerminal, type Job, listJobs, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';

export type LostAnswers = {
  readonly requests: number;
  readonly dropped: number;
  readonly full: number;
  readonly distinctJobs: number;
  readonly jobs: readonly Job[];
  readonly usage: Readonly<Record<string, unknown>>;
};

type Sent = { readonly status: number; readonly text: string };

/** `null` when the connection was cut: after the request went out, and before its answer could be read. */
function send(caller: Caller, key: string, node: string, cutAfterMs: number | null): Promise<Sent | null> {
  const { contentType, chunks } = multipart([pdfPart(makeDocument({ title: key }))]);
  const body = Buffer.concat(chunks);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(new URL('/jobs', node), {
      method: 'POST',
      headers: {
        ...credentialHeaders(caller),
        'content-type': contentType,
        'content-length': body.length,
        'idempotency-key': key,
      },
    });
    outgoing.on('error', (error) => (cutAfterMs === null ? reject(error) : resolve(null)));
    outgoing.on('response', (answer) => {
      if (cutAfterMs !== null) {
        answer.destroy();
        resolve(null);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
      answer.on('error', reject);
    });
    outgoing.end(body, () => {
      if (cutAfterMs !== null && cutAfterMs < 100) setTimeout(() => outgoing.destroy(), cutAfterMs);
    });
  });
}

export async function loseAnswers(submits: number, parallel: number, seed: number): Promise<LostAnswers> {
  const account = await freshAccount('business');
  const random = seededRandom(seed);
  const seen = new Set<string>();
  const counts = { requests: 0, dropped: 0, full: 0 };
  const waiting = Array.from({ length: submits }, (_, index) => `lost-${seed}-${index}`);

  /** False when it must be sent again. */
  async function isHeard(key: string, answer: Sent | null): Promise<boolean> {
    if (answer?.status === 201) {
      seen.add((JSON.parse(answer.text) as Job).id);
      return true;
    }
    if (answer === null) counts.dropped += 1;
    else if (answer.status !== 429) throw new Error(`${key}: ${answer.status} ${answer.text}`);
    else counts.full += 1;
    await delay(100);
    return false;
  }

  async function submitUntilHeard(key: string): Promise<void> {
    let heard = false;
    while (!heard) {
      const node = random.pick(nodes);
      const cutAfterMs = random.chance(0.3) ? random.next() * 200 : null;
      counts.requests += 1;
      heard = await isHeard(key, await send(account, key, node, cutAfterMs));
    }
  }

  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await submitUntilHeard(key);
    }),
  );
  const jobs: Job[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await listJobs(account, `?page=${page}&page_size=100`);
    if (items.length === 0) break;
    for (const { id } of items) jobs.push(await pollUntil(account, id, isTerminal));
  }
  return { ...counts, distinctJobs: seen.size, jobs, usage: await usageByOperator(account.email) };
}
