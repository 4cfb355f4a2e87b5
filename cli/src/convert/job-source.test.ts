/** Each content gets one job: the key is on disk before the upload, and existing jobs are reused. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Job, Octavo, type ParserOptionsInput } from '@octavo/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorResponse,
  type FakeResponse,
  fakeFetch,
  jsonResponse,
  type RecordedRequest,
} from '../../../sdk/src/testing/fake-fetch.ts';
import { BatchState, type JobEntry } from './batch-state.ts';
import { contentId, idempotencyKey, optionsDigest } from './content-id.ts';
import { JobSource } from './job-source.ts';
import type { Step } from './reporter.ts';

const parserOptions: ParserOptionsInput = { format: ['markdown'] };
const sha256 = createHash('sha256').update('%PDF-').digest('hex');
const id = contentId(sha256, optionsDigest(parserOptions));
const job = (jobId: string, more: Partial<Job> = {}) =>
  jsonResponse({ id: jobId, status: 'pending', options: parserOptions, ...more }, 201);

let directory: string;
let state: BatchState;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-job-source-'));
  writeFileSync(join(directory, 'a.pdf'), '%PDF-');
  state = await BatchState.open(join(directory, '.octavo'));
});

afterEach(async () => {
  await state.close();
  rmSync(directory, { recursive: true });
});

const onDisk = (): JobEntry =>
  JSON.parse(readFileSync(join(directory, '.octavo', 'state.json'), 'utf8')).jobs[id];

async function getOrSubmit(
  responses: readonly FakeResponse[],
  more: { isForced?: boolean; runId?: string } = {},
) {
  const { fetch, requests } = fakeFetch(...responses);
  const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch, maxRetries: 0 });
  const source = new JobSource({
    client,
    state,
    parserOptions,
    signal: new AbortController().signal,
    waitTimeoutMs: 0,
    isForced: false,
    runId: 'run-1',
    ...more,
  });
  const steps: Step[] = [];
  const content = { id, sha256, path: join(directory, 'a.pdf'), name: 'a.pdf' };
  const obtained = await source.getOrSubmit(content, (step) => steps.push(step));
  return { obtained, requests, steps, keys: requests.map(keyOf) };
}

const keyOf = ({ headers }: RecordedRequest) => headers.get('idempotency-key');

describe('JobSource', () => {
  it('writes the key to disk before the upload, and the job afterwards', async () => {
    let atSubmit: JobEntry | undefined;
    const { obtained, keys } = await getOrSubmit([
      () => {
        atSubmit = onDisk();
        return job('J');
      },
    ]);
    expect(atSubmit).toMatchObject({ idempotency_key: keys[0], status: 'submitting', job_id: null });
    expect(onDisk()).toMatchObject({ idempotency_key: keys[0], status: 'accepted', job_id: 'J' });
    expect(obtained.id).toBe('J');
    expect(keys[0]).toBe(idempotencyKey(id));
  });

  it('repeats an interrupted upload under the same key', async () => {
    await expect(getOrSubmit([new TypeError('fetch failed')])).rejects.toThrow();
    const before = onDisk();
    expect(before).toMatchObject({ status: 'submitting', job_id: null });
    const { keys } = await getOrSubmit([job('J')]);
    expect(keys).toEqual([before.idempotency_key]);
  });

  it('reuses an accepted job without an upload', async () => {
    await getOrSubmit([job('J')]);
    const { requests, obtained } = await getOrSubmit([job('J', { status: 'processing' })]);
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /jobs/J']);
    expect(obtained.status).toBe('processing');
  });

  it('creates a new job if the old one was deleted', async () => {
    await getOrSubmit([job('J')]);
    const { obtained, keys } = await getOrSubmit([errorResponse(404, 'job_not_found'), job('K')]);
    expect(obtained.id).toBe('K');
    expect(keys[1]).not.toBe(idempotencyKey(id));
    expect(onDisk()).toMatchObject({ job_id: 'K', idempotency_key: keys[1] });
  });

  it('retries a failed job as a new job', async () => {
    await getOrSubmit([job('J')]);
    await state.setJob(id, { ...onDisk(), status: 'failed' });
    const { obtained, keys } = await getOrSubmit([job('K')]);
    expect(obtained.id).toBe('K');
    expect(keys[0]).not.toBe(idempotencyKey(id));
  });

  it('uses a new key, on disk first, if the old one belongs to another request', async () => {
    let atSecond: JobEntry | undefined;
    const { keys } = await getOrSubmit([
      errorResponse(409, 'idempotency_key_reused'),
      () => {
        atSecond = onDisk();
        return job('K');
      },
    ]);
    expect(atSecond).toMatchObject({ idempotency_key: keys[1], status: 'submitting' });
    expect(keys[1]).not.toBe(keys[0]);
    expect(onDisk().job_id).toBe('K');
  });

  it('uses a new key if the old one returns a failed job', async () => {
    const { obtained, keys, steps } = await getOrSubmit([job('J', { status: 'failed' }), job('K')]);
    expect(obtained.id).toBe('K');
    expect(steps.filter(({ step }) => step === 'submitted')).toEqual([{ step: 'submitted', jobId: 'K' }]);
    expect(new Set(keys).size).toBe(2);
  });

  it('does not retry other errors', async () => {
    await expect(getOrSubmit([errorResponse(409, 'job_failed'), job('K')])).rejects.toThrow();
    await expect(getOrSubmit([errorResponse(400, 'invalid_pdf'), job('K')])).rejects.toThrow();
  });

  it('with --force creates one new job per run, however often the run is resumed', async () => {
    await getOrSubmit([job('J')]);
    const forced = { isForced: true, runId: 'run-2' };
    expect((await getOrSubmit([job('K')], forced)).obtained.id).toBe('K');
    const resumed = await getOrSubmit([job('K')], forced);
    expect(resumed.requests.map(({ method }) => method)).toEqual(['GET']);
    expect((await getOrSubmit([job('L')], { isForced: true, runId: 'run-3' })).obtained.id).toBe('L');
  });
});

describe('an upload interrupted more than a day ago, whose key has expired', () => {
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  const cutOff: JobEntry = {
    idempotency_key: 'old-key',
    submitted_at: dayAgo,
    job_id: null,
    status: 'submitting',
  };
  const list = (...items: object[]) => jsonResponse({ items, total: items.length, page: 1, page_size: 100 });
  const listed = (jobId: string, more: object = {}) => ({
    id: jobId,
    status: 'done',
    options: { ...parserOptions, reading_order: 'xycut' },
    file: { sha256, name: 'a.pdf', bytes: 5, pages: 1 },
    ...more,
  });

  it('is found by content and options among the jobs', async () => {
    await state.setJob(id, cutOff);
    const others = [
      listed('X', { file: { sha256: 'other' } }),
      listed('Y', { options: { format: ['text'] } }),
    ];
    const { obtained, requests } = await getOrSubmit([
      list(...others, listed('J')),
      job('J', { status: 'done' }),
    ]);
    expect(obtained.id).toBe('J');
    expect(requests[0]?.url.searchParams.get('include')).toBe('file');
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(onDisk()).toMatchObject({ job_id: 'J', status: 'accepted' });
  });

  it('is repeated if it never arrived', async () => {
    await state.setJob(id, cutOff);
    const { obtained, requests } = await getOrSubmit([
      list(listed('X', { file: { sha256: 'other' } })),
      job('K'),
    ]);
    expect(obtained.id).toBe('K');
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('does not use the job of another file', async () => {
    await state.setJob('another-content', { ...cutOff, job_id: 'J', status: 'done' });
    await state.setJob(id, cutOff);
    expect((await getOrSubmit([list(listed('J')), job('K')])).obtained.id).toBe('K');
  });
});

describe('the idempotency key', () => {
  it('is the same for the same options in any order, and different for others', () => {
    const one = optionsDigest({ format: ['markdown'], pages: '1-3' });
    expect(optionsDigest({ pages: '1-3', format: ['markdown'] })).toBe(one);
    expect(optionsDigest({ format: ['text'], pages: '1-3' })).not.toBe(one);
  });

  it('does not depend on the password', () => {
    const options: ParserOptionsInput = { format: ['markdown'] };
    expect(optionsDigest({ ...options, password: 'secret' })).toBe(optionsDigest(options));
  });

  it('is valid: visible ASCII, at most 255 characters', () => {
    expect(idempotencyKey(id)).toMatch(/^[!-~]{20,255}$/);
  });
});
