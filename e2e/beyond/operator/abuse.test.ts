/** Abusive clients, a few of each kind: each gets an error with `detail` and is closed, and other clients are not affected. */

import {
  chunk,
  fieldChunk,
  type RawRequest,
  sendRaw,
  submitOpening,
} from '@octavo/testkit/client/raw-socket.ts';
import { type FreshAccount, freshAccount, startNode } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, remove } from '@octavo/testkit/service-under-test/jobs.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const timeoutMs = 90_000;
const attackers = 20;
/** Of the shipped configuration: 32 uploads of an account at once, and bodies measured over 30 seconds. */
const uploadsMax = 32;
const bodyClosedMs = 60_000;
const headersClosedMs = 12_000;
/** Three times the line a server has by default. */
const crowd = 1_500;

let attacker: FreshAccount;
let honest: FreshAccount;
beforeAll(async () => {
  attacker = await freshAccount('free');
  honest = await freshAccount('pro');
});

const many = (count: number, said: Omit<RawRequest, 'timeoutMs'>) =>
  Promise.all(Array.from({ length: count }, () => sendRaw(context.baseUrl, { ...said, timeoutMs })));

const codes = (ends: readonly { status: number; body: string }[]) => [
  ...new Set(ends.map(({ status, body }) => `${status} ${(JSON.parse(body) as { code: string }).code}`)),
];

const tally = (ends: readonly { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(ends, ({ status }) => status)).map(([status, group = []]) => [
      status,
      group.length,
    ]),
  );

describe('slow ones', () => {
  it('408: headers that never end are closed within 12 seconds', async () => {
    const opening = 'GET /health HTTP/1.1\r\nhost: octavo\r\n';
    const ends = await many(attackers, { opening, piece: 'x-a: b\r\n', everyMs: 500 });
    expect(codes(ends)).toEqual(['408 request_timeout']);
    expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(headersClosedMs);
  });

  it('a connection that says nothing at all is closed as soon', async () => {
    const ends = await many(attackers, { opening: '', piece: '', everyMs: 500 });
    expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(headersClosedMs);
  });

  it('408 for bodies that drip, 429 for those beyond the uploads of one account; others are served meanwhile', async () => {
    const opening = submitOpening(attacker.session, 'file');
    const dripping = many(uploadsMax + 8, { opening, piece: chunk('x'), everyMs: 500 });
    const job = await accepted(honest);
    expect((await request('/jobs', { caller: attacker })).status).toBe(200);
    await remove(honest, job.id);
    const ends = await dripping;
    expect(codes(ends).sort()).toEqual(['408 request_timeout', '429 too_many_uploads']);
    expect(ends.filter(({ status }) => status === 408)).toHaveLength(uploadsMax);
    expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(bodyClosedMs);
    expect((await accepted(attacker)).status).toBe('pending');
  });
});

describe('large ones', () => {
  it.each<[string, Omit<RawRequest, 'timeoutMs' | 'everyMs'>, string]>([
    ['ten thousand parts', { opening: '', piece: fieldChunk('x', 'y').repeat(100) }, '400 invalid_request'],
    ['a field without an end', { opening: '', piece: chunk('x'.repeat(65_536)) }, '413 payload_too_large'],
  ])('%s', async (_what, said, answer) => {
    const opening = submitOpening(honest.session, 'options');
    expect(codes(await many(1, { ...said, opening, everyMs: 1 }))).toEqual([answer]);
  });

  it('413: a file in chunks without an end, soon after the limit of the plan', async () => {
    const opening = submitOpening((await freshAccount('free')).session, 'file');
    const piece = chunk('x'.repeat(1_048_576));
    expect(codes(await many(1, { opening, piece, everyMs: 1 }))).toEqual(['413 file_too_large']);
  });

  it('400: a boundary of 252 letters', async () => {
    const opening = submitOpening(honest.session, 'options', 'b'.repeat(252));
    expect(codes(await many(1, { opening, piece: '', everyMs: 100 }))).toEqual(['400 invalid_request']);
  });

  it('431: a header larger than is read', async () => {
    const opening = `GET /health HTTP/1.1\r\nhost: octavo\r\nx-a: ${'b'.repeat(20_000)}`;
    expect(codes(await many(1, { opening, piece: '', everyMs: 100 }))).toEqual(['431 headers_too_large']);
  });
});

describe('a crowd in one moment', () => {
  it('waits in line while the API is held up, and every one of it is served', async () => {
    const { url, pid } = await startNode();
    const opening = 'GET /livez HTTP/1.1\r\nhost: octavo\r\nconnection: close\r\n\r\n';
    let connected = 0;
    const heard = () => {
      connected += 1;
    };
    process.kill(pid, 'SIGSTOP');
    try {
      const talks = Array.from({ length: crowd }, () =>
        sendRaw(url, { opening, piece: '', everyMs: 500, timeoutMs, onConnect: heard }),
      );
      // No connection is accepted meanwhile: new ones wait in the kernel's queue.
      await expect.poll(() => connected, { timeout: 20_000 }).toBe(crowd);
      process.kill(pid, 'SIGCONT');
      expect(tally(await Promise.all(talks))).toEqual({ 200: crowd });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});
