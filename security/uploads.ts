/** Scenario `uploads`: thousands of slow clients, endless forms and files, next to honest clients that must not be affected. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RawResult } from '@octavo/testkit/client/raw-socket.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { startProcesses } from '@octavo/testkit/load/start-processes.ts';
import { residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import {
  type Context,
  type Figure,
  type Outcome,
  type Scenario,
  type Size,
  timeSlack,
} from '@octavo/testkit/runner/scenario.ts';
import { byKind, type ClientRecord, p99Ms, runHonestClients } from './honest-clients.ts';
import { type Abuse, type AttackKind, abuse, attackKinds } from './upload-attackers.ts';

const limits = { goodP99Ms: 500, headersMs: 12_000, memoryMb: 400 };
/** At short size the limit for honest clients is their p99 without the attack, times this. */
const aloneFactor = 3;
const sizes = {
  full: { slow: 5_000, parts: 10_000, chunkedBytes: 2 * 1_024 ** 3, aloneMs: 10_000 },
  short: { slow: 250, parts: 500, chunkedBytes: 100 * 1_048_576, aloneMs: 3_000 },
} as const;
/** More than the concurrent uploads of an account, so that both responses occur. */
const bodiesPerSession = 50;
const goodCount = 4;
const mebibyte = 1_048_576;

const rightAnswers: Readonly<Record<AttackKind, readonly number[]>> = {
  'slow headers': [408],
  'slow bodies': [408, 429],
  parts: [400, 413],
  boundary: [400],
  chunked: [413],
};

async function watchMemory(pid: number, isOver: () => boolean): Promise<number> {
  let peak = 0;
  while (!isOver()) {
    peak = Math.max(peak, residentBytes(pid));
    await delay(100);
  }
  return Math.round(peak / mebibyte);
}

const tally = (ends: readonly RawResult[]) => {
  const outcome = ({ status, fault }: RawResult) => (status === 0 ? (fault ?? 'no answer') : String(status));
  const counts = Object.entries(Object.groupBy(ends, outcome));
  return counts.map(([what, group = []]) => `${what} × ${group.length}`).join(', ');
};
const slowestMs = (ends: readonly RawResult[]) => Math.max(...ends.map(({ tookMs }) => tookMs));
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Every attacker must get an expected status and a `detail`. */
function answersFigure(done: Abuse): Figure {
  const faults = attackKinds.flatMap((kind) => {
    const wrong = done[kind].filter(
      ({ status, body }) => !rightAnswers[kind].includes(status) || !body.includes('"detail":'),
    );
    return wrong.length === 0 ? [] : [`${kind}: ${tally(wrong)}`];
  });
  const measured = faults.length === 0 ? 'attackers without an expected response 0' : faults.join('; ');
  return { measured, aim: '0, each with detail', passed: faults.length === 0 };
}

type Seen = {
  readonly done: Abuse;
  readonly alone: ClientRecord;
  readonly during: ClientRecord;
  readonly peakMb: number;
};

function figuresOf({ done, alone, during: { served, faults }, peakMb }: Seen, size: Size): Figure[] {
  const p99 = p99Ms(served);
  const p99Max =
    size === 'full' ? limits.goodP99Ms : Math.max(limits.goodP99Ms, aloneFactor * p99Ms(alone.served));
  const headersMax = limits.headersMs * timeSlack[size];
  const headersMs = slowestMs(done['slow headers']);
  return [
    {
      measured: `honest clients p99 ${p99} ms`,
      aim: `< ${p99Max} ms`,
      passed: p99 < p99Max,
    },
    {
      measured: `their errors ${faults.length} of ${served.length}`,
      aim: '0',
      passed: faults.length === 0 && served.length > 0,
      faults: faults.slice(0, 5),
    },
    {
      measured: `slow headers closed in ${seconds(headersMs)}`,
      aim: `< ${seconds(headersMax)}`,
      passed: headersMs < headersMax,
    },
    { measured: `API ${peakMb} MB`, aim: `≤ ${limits.memoryMb} MB`, passed: peakMb <= limits.memoryMb },
    answersFigure(done),
  ];
}

async function run(context: Context): Promise<Outcome> {
  const { environment } = context;
  const size = sizes[context.size];
  const sessions = Math.ceil(size.slow / bodiesPerSession) + 1;
  const { apis, accounts } = await startProcesses(context, {
    apis: 1,
    workers: 1,
    accounts: sessions + goodCount,
  });
  const [api] = apis;
  const [limited] = api ? await environment.openAccounts(api, 1, 'free') : [];
  if (!api || !limited) throw new Error('the run needs an API node and an account with a limit');
  const good = accounts.slice(0, goodCount);
  const aloneEndsMs = performance.now() + size.aloneMs;
  const alone = await runHonestClients(environment, api.url, good, () => performance.now() > aloneEndsMs);
  let isOver = false;
  const during = runHonestClients(environment, api.url, good, () => isOver);
  const memory = watchMemory(api.pid, () => isOver);
  const done = await abuse({
    ...size,
    node: api.url,
    sessions: accounts.slice(goodCount).map(({ session }) => session),
    bodiesPerSession,
    limitedSession: limited.session,
  }).finally(() => {
    isOver = true;
  });
  const [peakMb, record] = await Promise.all([memory, during]);
  return {
    load: `${size.slow} slow headers, ${size.slow} slow bodies, ${size.parts} parts, 252-byte boundary, ${size.chunkedBytes / mebibyte} MB in chunks`,
    figures: figuresOf({ done, alone, during: record, peakMb }, context.size),
    notes: [
      ...attackKinds.map(
        (kind) => `${kind}: ${tally(done[kind])}; the last closed after ${seconds(slowestMs(done[kind]))}`,
      ),
      `in chunks: refused after ${Math.round((done.chunked[0]?.bytesSent ?? 0) / mebibyte)} MB were sent`,
      `honest clients alone, p99: ${byKind(alone.served)}`,
      `honest clients during the attack, p99: ${byKind(record.served)}`,
    ],
  };
}

export const uploads: Scenario = {
  name: 'uploads',
  about: 'slow headers and bodies, endless forms and files, next to honest clients',
  doesNotShow: 'attackers and service share the cores of one machine, and all attackers have one address',
  // The shipped window is three times as long; `e2e/beyond/operator/abuse.test.ts` waits for it.
  env: (size) => (size === 'full' ? {} : { OCTAVO_BODY_WINDOW_MS: '10000' }),
  corruptions: [corruptions.leftScratch],
  run,
};
