/** What the compatible routes answer when a conversion ends, waits or is refused, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type CompatibleApp, compatibleApp, pdf, requestsTo } from './compatible-app.ts';

let app: CompatibleApp;
let key: string;
const { post, get } = requestsTo(() => ({ app, key }));

beforeEach(async () => {
  app = await compatibleApp();
  key = await app.keyOf('alice');
});

describe('ends of a conversion', () => {
  it('409: a failed job, with its message; as a task it is a failure in the protocol', async () => {
    app.behaviour.result = 'failed';
    const { status, body } = await post('/v1/convert/file');
    expect([status, body['code'], body['detail']]).toEqual([
      409,
      'job_failed',
      'The document could not be converted.',
    ]);
    const task = await post('/v1/convert/file/async');
    const id = String(task.body['task_id']);
    const polled = await get(`/v1/status/poll/${id}?wait=5`);
    const failure = {
      ...{ category: 'unknown', message: 'The document could not be converted.', retryable: false },
      ...{ phase: 'execution', details: {} },
    };
    expect(polled.body).toMatchObject({ task_status: 'failure', failure, task_meta: { num_failed: 1 } });
    expect((await get(`/v1/result/${id}`)).body).toEqual({ kind: 'TaskFailureResult', failure });
  });

  it('partial_success: text is missing', async () => {
    app.behaviour.warnings = [
      { code: 'page_only_image', message: 'A page is an image.', pages: [2], count: 1 },
    ];
    const { body } = await post('/v1/convert/file');
    expect(body).toMatchObject({
      status: 'partial_success',
      errors: [
        { component_type: 'pipeline', module_name: 'page_only_image', error_message: 'A page is an image.' },
      ],
    });
  });

  it('504: it takes longer than a request waits, and goes on as a task', async () => {
    app = await compatibleApp({ compatibleApi: { enabled: true, waitMs: 50 } });
    key = await app.keyOf('alice');
    app.behaviour.result = 'never';
    const { status, body } = await post('/v1/convert/file');
    const id = app.jobs[0]?.id ?? '';
    expect([status, body['code']]).toEqual([504, 'wait_timeout']);
    expect(body['detail']).toMatch(new RegExp(`^Conversion is taking too long.*${id}`));
    expect((await get(`/v1/status/poll/${id}?wait=0.01`)).body).toMatchObject({ task_status: 'pending' });
    const early = await get(`/v1/result/${id}`);
    expect([early.status, early.body['code']]).toEqual([404, 'result_not_ready']);
    expect(early.body['detail']).toBe('Task result not found. Please wait for a completion status.');
  });

  it('404: tasks that do not exist, or belong to another account, are the same', async () => {
    const { body } = await post('/v1/chunk/hybrid/file/async');
    const id = String(body['task_id']);
    const mallory = await app.keyOf('mallory');
    for (const [task, as] of [
      [id, mallory],
      ['00000000-0000-7000-8000-000000000000~256m', key],
      ['x', key],
    ] as const) {
      for (const path of [`/v1/status/poll/${task}`, `/v1/result/${task}`]) {
        const answer = await get(path, as);
        expect([answer.status, answer.body['code'], answer.body['detail']]).toEqual([
          404,
          'job_not_found',
          'Task not found.',
        ]);
      }
    }
  });

  it('chunks within the request: raw text and the whole document on demand', async () => {
    const { status, body } = await post('/v1/chunk/hybrid/file', [
      ...([
        ['chunking_include_raw_text', 'true'],
        ['chunking_merge_peers', 'false'],
      ] as const),
      ...([
        ['chunking_max_tokens', '64'],
        ['include_converted_doc', 'true'],
      ] as const),
    ]);
    expect(status).toBe(200);
    const { chunks, documents } = body as { chunks: Record<string, unknown>[]; documents: unknown[] };
    expect(chunks.map(({ raw_text }) => raw_text)).toContain('The turbine of page 1 runs.');
    expect(documents).toMatchObject([{ content: { json_content: { schema_name: 'DoclingDocument' } } }]);
  });
});

describe('limits', () => {
  it('429: no more requests wait than an account may have long polls, and a refused one creates no job', async () => {
    const accountLimits = {
      streamsPerAccountMax: 1,
      downloadsPerAccountMax: 1,
      downloadsMax: 1,
      requestsPerAccountMax: 9,
    };
    app = await compatibleApp({ accountLimits });
    key = await app.keyOf('alice', 'business');
    app.behaviour.result = 'never';
    const first = post('/v1/convert/file').catch(() => null);
    await expect.poll(() => app.jobs.length).toBe(1);
    const second = await post('/v1/convert/file');
    expect([second.status, second.body['code']]).toEqual([429, 'too_many_requests']);
    expect(app.jobs).toHaveLength(1);
    await first;
  });

  it('429: active jobs of the plan, as POST /jobs', async () => {
    app.behaviour.result = 'never';
    const answers = [];
    for (let count = 0; count < 60; count++) {
      const { status, body } = await post('/v1/convert/file/async');
      answers.push(status);
      if (status !== 200) {
        expect([status, body['code']]).toEqual([429, 'concurrent_job_limit']);
        break;
      }
    }
    expect(answers.at(-1)).toBe(429);
    const own = new FormData();
    own.append('file', new Blob([pdf]), 'a.pdf');
    expect(
      (await app.send('/jobs', { method: 'POST', body: own, headers: { 'x-api-key': key } })).status,
    ).toBe(429);
  });
});
