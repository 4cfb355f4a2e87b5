/** Waiting and watching survive interruptions. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { JobDeletedError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { brokenBody } from '../testing/broken-body.ts';
import {
  errorResponse,
  type FakeResponse,
  fakeFetch,
  jsonResponse,
  type RecordedRequest,
} from '../testing/fake-fetch.ts';
import { runTimersUntilSettled } from '../testing/run-timers.ts';
import type { AccountEvent, JobEvent } from '../wire.ts';

const broken = new TypeError('fetch failed');

function job(status: string, more: object = {}) {
  return jsonResponse({ id: 'j', status, page_count: null, error_message: null, updated_at: 't', ...more });
}

function frame(type: string, id?: number): string {
  const data = JSON.stringify({ type, timestamp: 't', data: { job_id: 'j', status: 'processing' } });
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
}

const headers = { 'content-type': 'text/event-stream' };
const stream =
  (text: string): FakeResponse =>
  () =>
    new Response(text, { headers });
const cut = (text: string): FakeResponse => {
  const bytes = new TextEncoder().encode(text);
  return () => new Response(brokenBody(bytes, bytes.length), { headers });
};

function clientOf(...responses: readonly FakeResponse[]) {
  const { fetch, requests } = fakeFetch(...responses);
  return { client: new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch }), requests };
}

async function collect<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const received: Event[] = [];
  for await (const event of events) received.push(event);
  return received;
}

const waitOf = ({ url }: RecordedRequest) => url.searchParams.get('wait');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('wait', () => {
  it('polls once immediately, then with long polls, and returns the finished job', async () => {
    const { client, requests } = clientOf(job('pending'), job('processing'), job('done'));
    expect(await runTimersUntilSettled(client.jobs.wait('j'))).toMatchObject({ status: 'done' });
    expect(requests.map(waitOf)).toEqual([null, '25', '25']);
  });

  it('survives a restart of the server', async () => {
    const { client } = clientOf(
      job('pending'),
      broken,
      broken,
      broken,
      errorResponse(503, 'service_unavailable'),
      job('done'),
    );
    expect(await runTimersUntilSettled(client.jobs.wait('j'))).toMatchObject({ status: 'done' });
  });

  it('throws the error message of a failed job', async () => {
    const { client } = clientOf(job('failed', { error_message: 'The file is empty.' }));
    await expect(runTimersUntilSettled(client.jobs.wait('j'))).rejects.toThrow(JobFailedError);
    await expect(runTimersUntilSettled(client.jobs.wait('j'))).rejects.toThrow(
      /The file is empty\. .*submit the file again/,
    );
  });

  it('throws JobDeletedError if the job is deleted while waiting', async () => {
    const { client } = clientOf(job('pending'), errorResponse(404, 'job_not_found'));
    await expect(runTimersUntilSettled(client.jobs.wait('j'))).rejects.toThrow(JobDeletedError);
  });

  it('pauses between polls if the server does not support long polling', async () => {
    const { client, requests } = clientOf(job('pending'));
    await expect(runTimersUntilSettled(client.jobs.wait('j', { timeoutMs: 60_000 }))).rejects.toThrow(
      WaitTimeoutError,
    );
    expect(requests.length).toBeLessThan(20);
  });
});

describe('watch', () => {
  it('ends with the last event', async () => {
    const { client } = clientOf(
      stream(frame('job.created', 1) + frame('job.progress') + frame('job.done', 3)),
    );
    const received = await runTimersUntilSettled(collect(client.jobs.watch('j')));
    expect(received.map(({ id, type }) => [id, type])).toEqual([
      [1, 'job.created'],
      [null, 'job.progress'],
      [3, 'job.done'],
    ]);
  });

  it('continues after the last event when the connection breaks', async () => {
    const { client, requests } = clientOf(
      cut(frame('job.created', 1) + frame('job.processing', 2)),
      stream(frame('job.done', 3)),
    );
    const received = await runTimersUntilSettled(collect(client.jobs.watch('j')));
    expect(received.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(requests.map(({ headers: sent }) => sent.get('last-event-id'))).toEqual([null, '2']);
  });

  it('ends when there are no more events', async () => {
    const { client } = clientOf(() => new Response(null, { status: 204 }));
    expect(await runTimersUntilSettled(collect(client.jobs.watch('j', { lastEventId: 3 })))).toEqual([]);
  });

  const swallowed: FakeResponse = ({ url }) =>
    url.pathname.endsWith('/events')
      ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
      : nextJob();
  const nextJob = () => states.shift() ?? job('done');
  let states: Response[] = [];

  it.each([
    ['a proxy responds instead', swallowed],
    [
      'the server does not have it',
      ((requests) =>
        requests.url.pathname.endsWith('/events')
          ? errorResponse(404, 'route_not_found')
          : nextJob()) as FakeResponse,
    ],
  ])('polls if there is no stream: %s', async (_, response) => {
    states = [job('pending'), job('pending'), job('processing')];
    const { client } = clientOf(response);
    const received: JobEvent[] = await runTimersUntilSettled(collect(client.jobs.watch('j')));
    expect(received.map(({ type }) => type)).toEqual(['job.pending', 'job.processing', 'job.done']);
  });

  it('throws permanent errors', async () => {
    const { client } = clientOf(errorResponse(404, 'job_not_found'));
    await expect(runTimersUntilSettled(collect(client.jobs.watch('j')))).rejects.toThrow(/jobs\.list/);
  });
});

describe('the events of the account', () => {
  it('are one stream across connections, starting after lastEventId', async () => {
    const { client, requests } = clientOf(
      stream(frame('job.created', 8)),
      broken,
      broken,
      broken,
      stream(frame('job.done', 9)),
    );
    const received: AccountEvent[] = [];
    const listen = async () => {
      for await (const event of client.events.stream({ lastEventId: 7 })) {
        received.push(event);
        if (received.length === 2) return;
      }
    };
    await runTimersUntilSettled(listen());
    expect(received.map(({ id }) => id)).toEqual([8, 9]);
    expect(requests[0]?.headers.get('last-event-id')).toBe('7');
    expect(requests.at(-1)?.headers.get('last-event-id')).toBe('8');
  });

  it('end with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('bye');
    const { client } = clientOf(stream(''));
    const work = collect(client.events.stream({ signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 3_000);
    await expect(runTimersUntilSettled(work)).rejects.toBe(reason);
  });
});
