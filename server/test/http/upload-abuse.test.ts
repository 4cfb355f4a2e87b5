/** Limits against abusive clients: slow bodies, endless forms, many uploads, many connections. */
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { watchBodyRate } from '../../src/http/body-rate.ts';
import { atEnd } from '../at-end.ts';
import { testApp } from './test-app.ts';

const boundary = 'octavo-boundary';
const multipartType = `multipart/form-data; boundary=${boundary}`;
const opening = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 `;
const closing = `\r\n--${boundary}--\r\n`;
const uploadsPerAccountMax = 2;
/** 2,000 bytes per second over a quarter of a second: 500 bytes in each window. */
const bodyRate = { bytesPerSecondMin: 2_000, windowMs: 250 };
const lowBodyRate = { bytesPerSecondMin: 1, windowMs: 30_000 };

async function running(change: Parameters<typeof testApp>[0] = {}) {
  const spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  const app = await testApp({ spoolDir, bodyRate, ...change });
  return { spoolDir, base: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

type Running = Awaited<ReturnType<typeof running>>;
let strict: Running;
let lenient: Running;
beforeAll(async () => {
  strict = await running();
  lenient = await running({ uploadsPerAccountMax, bodyRate: lowBodyRate });
}, 60_000);

type Sent = { path?: string; type?: string; user?: string; headers?: Record<string, string> };

/** A POST whose body the test writes; chunked, so that the server does not know its size. */
function open(base: string, { path = '/jobs', type = multipartType, user = 'alice', headers }: Sent = {}) {
  const outgoing = httpRequest(new URL(path, base), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${user}`,
      'content-type': type,
      'transfer-encoding': 'chunked',
      ...headers,
    },
  });
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  return outgoing;
}

async function answerOf(outgoing: ClientRequest) {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await json(response)) as { detail: string; code: string },
  };
}

/** Writes `piece` repeatedly until there is a response. */
async function writeSlowly(outgoing: ClientRequest, piece: string, everyMs: number) {
  let isAnswered = false;
  const answer = answerOf(outgoing).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered && !outgoing.destroyed) {
    outgoing.write(piece);
    await delay(everyMs);
  }
  return answer;
}

describe('a slow body', () => {
  it('408: an upload below the minimum rate, and its spool file is removed', async () => {
    const { base, spoolDir } = strict;
    const outgoing = open(base);
    outgoing.write(opening);
    const began = performance.now();
    const { status, body, headers } = await writeSlowly(outgoing, 'x', 20);
    expect(status).toBe(408);
    expect(body).toMatchObject({ code: 'request_timeout', detail: expect.stringContaining('2000 bytes') });
    expect(headers.connection).toBe('close');
    expect(performance.now() - began).toBeLessThan(4_000);
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
  });

  it('408: a request with 100-continue that then sends nothing', async () => {
    const { base } = strict;
    const outgoing = open(base, { headers: { expect: '100-continue' } });
    await once(outgoing, 'continue');
    expect((await answerOf(outgoing)).status).toBe(408);
  });

  it('408: JSON, character by character', async () => {
    const { base } = strict;
    const { status, body } = await writeSlowly(
      open(base, { path: '/webhooks', type: 'application/json' }),
      '{',
      20,
    );
    expect(status).toBe(408);
    expect(body).toMatchObject({ code: 'request_timeout', detail: expect.any(String) });
  });

  it('201: an upload slightly above the minimum rate, over many windows', async () => {
    const { base } = strict;
    const outgoing = open(base);
    outgoing.write(opening);
    for (let piece = 0; piece < 12; piece += 1) {
      outgoing.write('x'.repeat(700));
      await delay(100);
    }
    outgoing.end(closing);
    expect((await answerOf(outgoing)).status).toBe(201);
  });

  it('is not too slow while the server has unread data', () => {
    vi.useFakeTimers();
    try {
      const slow = vi.fn();
      const raw = Object.assign(new EventEmitter(), {
        socket: { bytesRead: 0 },
        complete: false,
        destroyed: false,
        readableLength: 10,
      });
      watchBodyRate(raw as unknown as IncomingMessage, bodyRate, slow);
      vi.advanceTimersByTime(10 * bodyRate.windowMs);
      expect(slow).not.toHaveBeenCalled();
      raw.readableLength = 0;
      vi.advanceTimersByTime(bodyRate.windowMs);
      expect(slow).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an invalid form that does not end', () => {
  const refused = async (type: string, pieces: readonly string[]) => {
    const { base } = lenient;
    const outgoing = open(base, { type });
    const answer = answerOf(outgoing);
    for (const piece of pieces) outgoing.write(piece);
    return answer;
  };
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  it.each([71, 252])('400: a boundary of %d characters, before the body is read', async (letters) => {
    const { status, body } = await refused(`multipart/form-data; boundary=${'b'.repeat(letters)}`, []);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining('boundary') });
  });

  it.each([
    ['ten thousand parts', Array.from({ length: 10_000 }, (_, index) => field(`f${index}`, 'x'))],
    ['a field that is too long', [field('options', 'x'.repeat(65_537)), field('next', '')]],
    ['a part without a name', [`--${boundary}\r\n\r\nx\r\n`, field('unknown', 'x'), opening]],
    ['an unknown part before the file', [field('unknown', 'x'), opening]],
  ])('400: %s, without waiting for the end', async (_what, pieces) => {
    const { status, body } = await refused(multipartType, pieces);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', detail: expect.any(String) });
  });
});

describe('a form with excessive data outside of files', () => {
  const flood = 'x'.repeat(65_536);

  it.each([
    ['an endless field', `--${boundary}\r\ncontent-disposition: form-data; name="options"\r\n\r\n`],
    ['an endless header of a part', `--${boundary}\r\nx-head: `],
    ['endless text after the last part', `${opening}${closing}`],
  ])('413: %s, after at most two megabytes', async (_what, beginning) => {
    const { base } = lenient;
    const outgoing = open(base);
    outgoing.write(beginning);
    const { status, body } = await writeSlowly(outgoing, flood, 1);
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'payload_too_large', detail: expect.any(String) });
  });
});

describe('an unterminated form with too many parts', () => {
  const nameless = `--${boundary}\r\n\r\nx\r\n`;
  const field = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n{}`;

  /** Sends the body at once, so that its end arrives before the server can stop reading. */
  const sendWhole = (base: string, path: string, sent: string) =>
    fetch(new URL(path, base), {
      method: 'POST',
      headers: { authorization: 'Bearer alice', 'content-type': multipartType },
      body: sent,
    });

  it.each([
    ['/jobs', `${field('options')}\r\n${nameless.repeat(5)}${field('options')}`],
    ['/preflight', `${field('options')}\r\n${nameless.repeat(5)}${field('options')}`],
    ['/jobs', `${nameless.repeat(6)}${field('options')}`],
    ['/jobs', `${field('options')}\r\n${opening}\r\n${opening}\r\n${nameless.repeat(3)}${field('options')}`],
    ['/jobs', `${opening}${'x'.repeat(900_000)}\r\n${nameless.repeat(5)}${field('options')}`],
  ])('400: %s, and the process keeps running', async (path, sent) => {
    const { base } = lenient;
    expect((await sendWhole(base, path, sent)).status).toBe(400);
    // An unhandled late error of the parser would end the process a moment after the response.
    await delay(50);
    expect((await fetch(new URL('/livez', base))).status).toBe(200);
  });
});

describe('a form that ends inside its file', () => {
  it.each([
    ['/jobs', 10],
    ['/jobs', 4_000_000],
    ['/preflight', 10],
    ['/preflight', 4_000_000],
  ])('400: %s, after %d bytes', async (path, bytes) => {
    const { base, spoolDir } = lenient;
    const outgoing = open(base, { path });
    const answer = answerOf(outgoing);
    outgoing.end(opening + 'x'.repeat(bytes));
    const { status, body } = await answer;
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(body.detail).toContain('ended before it was complete');
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
  });
});

describe('an interrupted upload', () => {
  it('leaves no file on the disk and releases its slot', async () => {
    const { base, spoolDir } = lenient;
    const user = 'carol';
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    const cut = Array.from({ length: uploadsPerAccountMax }, () => open(base, { user }));
    for (const outgoing of cut) outgoing.write(opening);
    await expect.poll(() => readdirSync(spoolDir)).toHaveLength(cut.length);
    for (const outgoing of cut) outgoing.destroy();
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    const next = open(base, { user });
    next.end(opening + closing);
    expect((await answerOf(next)).status).toBe(201);
  });
});

describe('concurrent requests', () => {
  const submitted = async (base: string, user: string) => {
    const outgoing = open(base, { user });
    outgoing.end(opening + closing);
    return answerOf(outgoing);
  };
  const startUploads = (base: string, user: string, count: number) => {
    const opened = Array.from({ length: count }, () => open(base, { user }));
    for (const outgoing of opened) outgoing.write(opening);
    // The server waits for open requests when it closes.
    atEnd(() => opened.forEach((outgoing) => void outgoing.destroy()));
    return opened;
  };
  const refusedFor = (base: string, user: string) =>
    expect.poll(async () => (await submitted(base, user)).body.code, { interval: 20 });

  it('429: too many uploads of one account; other accounts are not affected', async () => {
    const { base } = lenient;
    const opened = startUploads(base, 'alice', uploadsPerAccountMax);
    await refusedFor(base, 'alice').toBe('too_many_uploads');
    const { status, headers } = await submitted(base, 'alice');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('5');
    expect((await submitted(base, 'bob')).status).toBe(201);
    opened[0]?.end(closing);
    opened[1]?.destroy();
    await refusedFor(base, 'alice').not.toBe('too_many_uploads');
  });

  it.each([0, 1])('429: the refusal states how many jobs are active: %d', async (activeJobs) => {
    const { base, spoolDir } = lenient;
    const user = `dana-${activeJobs}`;
    for (let job = 0; job < activeJobs; job += 1) expect((await submitted(base, user)).status).toBe(201);
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    const opened = startUploads(base, user, uploadsPerAccountMax);
    // Wait for the open uploads: an earlier submit would be accepted.
    await expect.poll(() => readdirSync(spoolDir)).toHaveLength(uploadsPerAccountMax);
    expect((await submitted(base, user)).body).toMatchObject({
      code: 'too_many_uploads',
      detail: expect.stringMatching(new RegExp(`^${activeJobs} jobs are active, and 2 uploads `)),
    });
    for (const outgoing of opened) outgoing.destroy();
  });

  it('connections over the limit are closed at once, and accepted again after others close', async () => {
    const { base } = await running({ connectionsMax: 3 });
    const port = Number(new URL(base).port);
    const connectSocket = async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    };
    const opened = await Promise.all([connectSocket(), connectSocket(), connectSocket()]);
    const fourth = await connectSocket();
    fourth.resume();
    await once(fourth, 'close');
    for (const socket of opened) socket.destroy();
    await expect.poll(async () => (await fetch(`${base}/livez`).catch(() => null))?.status).toBe(200);
  });
});
