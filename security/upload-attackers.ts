/** The attackers of the scenario `uploads`, in a thread of their own: ten thousand sockets must not delay the honest clients. */
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  chunk,
  fieldChunk,
  type RawRequest,
  type RawResult,
  sendRaw,
  submitOpening,
} from '@octavo/testkit/client/raw-socket.ts';

export const attackKinds = ['slow headers', 'slow bodies', 'parts', 'boundary', 'chunked'] as const;
export type AttackKind = (typeof attackKinds)[number];
export type Abuse = Readonly<Record<AttackKind, readonly RawResult[]>>;

export type AbusePlan = {
  readonly node: string;
  readonly slow: number;
  readonly parts: number;
  readonly chunkedBytes: number;
  /** Used in turn by the slow bodies; the last one sends the endless forms. */
  readonly sessions: readonly string[];
  readonly bodiesPerSession: number;
  /** Of an account whose plan bounds the size of a file. */
  readonly limitedSession: string;
};

const timeoutMs = 120_000;
const attackersPerSecond = 1_000;
const mebibyte = 1_048_576;

/** Spread over a few seconds: to open all of them in one moment would measure this process and not the service. */
function crowd(node: string, count: number, said: (number: number) => Omit<RawRequest, 'timeoutMs'>) {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await delay((number / attackersPerSecond) * 1_000);
      return sendRaw(node, { ...said(number), timeoutMs });
    }),
  );
}

async function attackAll(plan: AbusePlan): Promise<Abuse> {
  const { node, slow, sessions } = plan;
  const form = sessions.at(-1) ?? '';
  const bodyOf = (number: number) => sessions[Math.floor(number / plan.bodiesPerSession)] ?? '';
  const [headers, bodies, parts, boundary, chunked] = await Promise.all([
    crowd(node, slow, () => ({
      opening: 'GET /health HTTP/1.1\r\nhost: octavo\r\n',
      piece: 'x-a: b\r\n',
      everyMs: 1_000,
    })),
    crowd(node, slow, (number) => ({
      opening: submitOpening(bodyOf(number), 'file'),
      piece: chunk('x'),
      everyMs: 1_000,
    })),
    crowd(node, 1, () => ({
      opening: submitOpening(form, 'options'),
      piece: fieldChunk('x', 'y').repeat(plan.parts),
      everyMs: 10,
    })),
    crowd(node, 1, () => ({
      opening: submitOpening(form, 'file', 'b'.repeat(252)),
      piece: '',
      everyMs: 100,
    })),
    crowd(node, 1, () => ({
      opening: submitOpening(plan.limitedSession, 'file'),
      piece: chunk('x'.repeat(mebibyte)),
      everyMs: 1,
      bytesMax: plan.chunkedBytes,
    })),
  ]);
  return { 'slow headers': headers, 'slow bodies': bodies, parts, boundary, chunked };
}

/** Runs this file as a worker thread; resolves when the last connection was closed. */
export function abuse(plan: AbusePlan): Promise<Abuse> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: plan });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the attacker thread exited with ${code} and no result`)));
  });
}

if (!isMainThread) parentPort?.postMessage(await attackAll(workerData as AbusePlan));
