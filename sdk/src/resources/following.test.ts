/** Waiting and watching outlive what happens on the way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { JobDeletedError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { brokenAfter } from '../testing/broken-body.ts';
import { type Answer, type Asked, fakeFetch, json, refusal } from '../testing/fake-fetch.ts';
import { settled } from '../testing/settled.ts';
import type { AccountEvent, JobEvent } from '../wire.ts';

const broken = new TypeError('fetch failed');

function job(status: string, more: object = {}) {
  return json({ id: 'j', status, page_count: null, error_message: null, updated_at: 't', ...more });
}

function frame(type: string, id?: number): string {
  const data = JSON.stringify({ type, timestamp: 't', data: { job_id: 'j', status: 'processing' } });
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
}

const headers = { 'content-type': 'text/event-stream' };
const stream =
  (text: string): Answer =>
  () =>
    new Response(text, { headers });
const cut = (text: string): Answer => {
  const bytes = new TextEncoder().encode(text);
  return () => new Response(brokenAfter(bytes, bytes.length), { headers });
};

function clientOf(...answers: readonly Answer[]) {
  const { fetch, asked } = fakeFetch(...answers);
  return { client: new Octavo({ apiKey: 'k', baseUrl: 'http://a.test', fetch }), asked };
}

async function collect<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const heard: Event[] = [];
  for await (const event of events) heard.push(event);
  return heard;
}

const waitOf = ({ url }: Asked) => url.searchParams.get('wait');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('wait', () => {
  it('asks once at once, then with long polls, and answers the job that is done', async () => {
    const { client, asked } = clientOf(job('pending'), job('processing'), job('done'));
    expect(await settled(client.jobs.wait('j'))).toMatchObject({ status: 'done' });
    expect(asked.map(waitOf)).toEqual([null, '25', '25']);
  });

  it('bridges a restart of the service', async () => {
    const { client } = clientOf(
      job('pending'),
      broken,
      broken,
      broken,
      refusal(503, 'service_unavailable'),
      job('done'),
    );
    expect(await settled(client.jobs.wait('j'))).toMatchObject({ status: 'done' });
  });

  it('throws what a failed job says', async () => {
    const { client } = clientOf(job('failed', { error_message: 'The file is empty.' }));
    await expect(settled(client.jobs.wait('j'))).rejects.toThrow(JobFailedError);
    await expect(settled(client.jobs.wait('j'))).rejects.toThrow(/The file is empty\. .*submit it again/);
  });

  it('tells a job that was deleted meanwhile', async () => {
    const { client } = clientOf(job('pending'), refusal(404, 'job_not_found'));
    await expect(settled(client.jobs.wait('j'))).rejects.toThrow(JobDeletedError);
  });

  it('pauses between polls that are answered at once, as by a service without long polls', async () => {
    const { client, asked } = clientOf(job('pending'));
    await expect(settled(client.jobs.wait('j', { timeoutMs: 60_000 }))).rejects.toThrow(WaitTimeoutError);
    expect(asked.length).toBeLessThan(20);
  });
});

describe('watch', () => {
  it('ends with the last event', async () => {
    const { client } = clientOf(
      stream(frame('job.created', 1) + frame('job.progress') + frame('job.done', 3)),
    );
    const heard = await settled(collect(client.jobs.watch('j')));
    expect(heard.map(({ id, type }) => [id, type])).toEqual([
      [1, 'job.created'],
      [null, 'job.progress'],
      [3, 'job.done'],
    ]);
  });

  it('goes on after the last event it heard when the connection breaks', async () => {
    const { client, asked } = clientOf(
      cut(frame('job.created', 1) + frame('job.processing', 2)),
      stream(frame('job.done', 3)),
    );
    const heard = await settled(collect(client.jobs.watch('j')));
    expect(heard.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(asked.map(({ headers: sent }) => sent.get('last-event-id'))).toEqual([null, '2']);
  });

  it('ends when there is nothing left to hear', async () => {
    const { client } = clientOf(() => new Response(null, { status: 204 }));
    expect(await settled(collect(client.jobs.watch('j', { lastEventId: 3 })))).toEqual([]);
  });

  const swallowed: Answer = ({ url }) =>
    url.pathname.endsWith('/events')
      ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
      : nextJob();
  const nextJob = () => states.shift() ?? job('done');
  let states: Response[] = [];

  it.each([
    ['something in between answers for it', swallowed],
    [
      'the service does not know it',
      ((asked) =>
        asked.url.pathname.endsWith('/events') ? refusal(404, 'route_not_found') : nextJob()) as Answer,
    ],
  ])('asks instead when there is no stream: %s', async (_, answer) => {
    states = [job('pending'), job('pending'), job('processing')];
    const { client } = clientOf(answer);
    const heard: JobEvent[] = await settled(collect(client.jobs.watch('j')));
    expect(heard.map(({ type }) => type)).toEqual(['job.pending', 'job.processing', 'job.done']);
  });

  it('throws what will not change', async () => {
    const { client } = clientOf(refusal(404, 'job_not_found'));
    await expect(settled(collect(client.jobs.watch('j')))).rejects.toThrow(/jobs\.list/);
  });
});

describe('the events of the account', () => {
  it('are one stream across connections, and begin after the number that was given', async () => {
    const { client, asked } = clientOf(
      stream(frame('job.created', 8)),
      broken,
      broken,
      broken,
      stream(frame('job.done', 9)),
    );
    const heard: AccountEvent[] = [];
    const listen = async () => {
      for await (const event of client.events.stream({ lastEventId: 7 })) {
        heard.push(event);
        if (heard.length === 2) return;
      }
    };
    await settled(listen());
    expect(heard.map(({ id }) => id)).toEqual([8, 9]);
    expect(asked[0]?.headers.get('last-event-id')).toBe('7');
    expect(asked.at(-1)?.headers.get('last-event-id')).toBe('8');
  });

  it('end with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('bye');
    const { client } = clientOf(stream(''));
    const work = collect(client.events.stream({ signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 3_000);
    await expect(settled(work)).rejects.toBe(reason);
  });
});
