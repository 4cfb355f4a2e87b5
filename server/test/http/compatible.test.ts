/** Routes of docling-serve and of Open WebUI's document loader on fakes, with requests as their clients send them. */
import { documentOf, heading, paragraph, table } from '@octavo/document/write/sample-document.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CompatibleApp, compatibleApp, pdf } from './compatible-app.ts';
import { testApp } from './test-app.ts';

const document = documentOf(
  [1, 2, 3].map((page) =>
    [
      heading(1, `Chapter ${page}`),
      paragraph(`The turbine of page ${page} runs.`),
      ...(page === 2
        ? [
            table([
              ['Item', 'Price'],
              ['A bicycle', '100 EUR'],
            ]),
          ]
        : []),
    ].map((kid) => ({ ...kid, page })),
  ),
  { title: 'Turbines', pages: [1, 2, 3].map((page) => ({ page, width: 612, height: 792, rotation: 0 })) },
);

let app: CompatibleApp;
let key: string;
beforeEach(async () => {
  app = await compatibleApp(document);
  key = await app.keyOf('alice');
});

const form = (fields: readonly (readonly [string, string])[], file: string | null = pdf): FormData => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  if (file !== null) data.append('files', new Blob([file], { type: 'application/pdf' }), 'report.pdf');
  return data;
};

const post = (path: string, fields: readonly (readonly [string, string])[] = [], file: string | null = pdf) =>
  app.send(path, { method: 'POST', body: form(fields, file), headers: { 'x-api-key': key } });

const get = (path: string, as = key) => app.send(path, { headers: { 'x-api-key': as } });

describe('Open WebUI', () => {
  it('docling engine: reads md_content of the answer', async () => {
    const { status, body } = await app.replay('open-webui-docling', key);
    expect(status).toBe(200);
    const result = body as { document: Record<string, unknown> };
    expect(result.document['md_content']).toBe('markdown of 5b1c_Annual report 2026.pdf');
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { format: ['markdown'], imageOutput: 'off', pages: null, ocr: 'auto' },
    ]);
  });

  it('docling engine with parameters: options of the job, and a placeholder between pages only', async () => {
    app.behaviour.contents['markdown'] = '<!-- page break -->\n\nOne\n\n<!-- page break -->\n\nTwo\n';
    const { status, body } = await app.replay('open-webui-docling-params', key);
    expect(status).toBe(200);
    expect(body['document']).toMatchObject({ md_content: 'One\n\n<!-- page break -->\n\nTwo\n' });
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { ocr: 'auto', ocrLanguages: ['eng'], markdownPageSeparator: '<!-- page break -->' },
    ]);
  });

  it('external engine: a list of texts with their pages, counted from 0', async () => {
    const { status, text } = await app.replay('open-webui-external', key);
    expect(status).toBe(200);
    const documents = JSON.parse(text) as { page_content: string; metadata: Record<string, unknown> }[];
    expect(documents.map(({ metadata }) => metadata['page'])).toEqual([0, 1, 2]);
    expect(documents[0]).toEqual({
      page_content: '# Chapter 1\n\nThe turbine of page 1 runs.\n',
      metadata: {
        source: 'Jahresbericht für 2026.pdf',
        page: 0,
        total_pages: 3,
        job_id: app.jobs[0]?.id,
      },
    });
    expect(documents[1]?.page_content).toContain('| A bicycle | 100 EUR |');
  });

  it('external engine: errors have a detail that the loader shows', async () => {
    const { status, body } = await app.replay('open-webui-external', key, 'no pdf at all');
    expect([status, body['code']]).toEqual([400, 'invalid_pdf']);
    expect(body['detail']).toContain('not a PDF');
    expect(app.jobs).toEqual([]);
  });
});

describe('the client of docling-serve', () => {
  it('goes on with inbody after it was refused presigned_url', async () => {
    const { status, body } = await app.replay('docling-client-presigned', key);
    expect(status).toBe(400);
    expect(String(body['detail']).toLowerCase()).toContain('artifact storage to be configured');
    expect(app.jobs).toEqual([]);
  });

  it('convert: a task, and a result with a DoclingDocument', async () => {
    const submitted = await app.replay('docling-client-convert', key);
    expect(submitted.status).toBe(200);
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { format: ['markdown', 'json'], ocr: 'off', pages: '1-3' },
    ]);
    const id = String(submitted.body['task_id']);
    expect((await get(`/v1/status/poll/${id}?wait=5.0`)).body).toMatchObject({ task_status: 'success' });
    const { body, headers } = await get(`/v1/result/${id}`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const result = body as { document: { json_content: Record<string, unknown[]> } };
    expect(result).toMatchObject({
      document: { filename: 'report.pdf', md_content: 'markdown of report.pdf', html_content: null },
      ...{ status: 'success', errors: [], timings: {} },
    });
    expect(result.document.json_content).toMatchObject({
      ...{ schema_name: 'DoclingDocument', name: 'report' },
      body: { children: expect.arrayContaining([{ $ref: '#/tables/0' }]) },
      tables: [{ data: { num_rows: 2, num_cols: 2 } }],
    });
    expect(result.document.json_content['texts']).toHaveLength(6);
  });

  it('chunk: a task, its status, and chunks with its names', async () => {
    const submitted = await app.replay('docling-client-chunk', key);
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      task_type: 'chunk',
      task_status: 'pending',
      task_meta: { num_docs: 1 },
    });
    const id = String(submitted.body['task_id']);
    const status = await get(`/v1/status/poll/${id}?wait=5.0`);
    expect(status.body).toEqual({
      ...{ task_id: id, task_type: 'chunk', task_status: 'success', task_position: null },
      task_meta: {
        ...{ num_docs: 1, num_processed: 1, num_succeeded: 1 },
        ...{ num_partially_succeeded: 0, num_failed: 0 },
      },
      ...{ error_message: null, failure: null },
    });
    const { body } = await get(`/v1/result/${id}`);
    const { chunks, documents, processing_time } = body as {
      chunks: Record<string, unknown>[];
      documents: unknown[];
      processing_time: number;
    };
    expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, index) => index));
    expect(chunks[0]).toMatchObject({
      filename: 'report.pdf',
      text: 'Chapter 1\n\nThe turbine of page 1 runs.',
      raw_text: null,
      headings: ['Chapter 1'],
      captions: null,
      page_numbers: [1],
      metadata: { job_id: app.jobs[0]?.id, type: 'text', has_image: false },
    });
    expect(documents).toMatchObject([
      { kind: 'ExportResult', content: { filename: 'report.pdf', md_content: null }, status: 'success' },
    ]);
    expect(processing_time).toBeGreaterThanOrEqual(0);
  });
});

describe('RAGFlow', () => {
  it('reads md_content of the answer to base64 in JSON; wishes for chunks in the options are ignored', async () => {
    const { status, body } = await app.replay('ragflow', key);
    expect(status).toBe(200);
    expect(body['chunks'] ?? body['results']).toBeUndefined();
    expect(body['document']).toMatchObject({
      md_content: 'markdown of report.pdf',
      text_content: 'text of report.pdf',
      json_content: { schema_name: 'DoclingDocument' },
    });
    expect(app.jobs.map(({ source }) => source.bytes)).toEqual([pdf.length]);
  });

  it('finds a server by its OpenAPI document', async () => {
    expect((await app.send('/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('Langflow', () => {
  it('reads json_content of the result; the name of the file may stand behind it', async () => {
    const { status, body } = await app.replay('langflow', key);
    expect([status, body['task_status']]).toEqual([200, 'pending']);
    const id = String(body['task_id']);
    await expect.poll(async () => (await get(`/v1/status/poll/${id}`)).body['task_status']).toBe('success');
    const result = (await get(`/v1/result/${id}`)).body as { document: Record<string, unknown> };
    expect(result.document).toMatchObject({
      filename: 'report.pdf',
      md_content: null,
      json_content: { schema_name: 'DoclingDocument', name: 'report' },
    });
  });
});

describe('credentials', () => {
  const status = async (headers: Record<string, string>) =>
    (await app.send('/v1/status/poll/00000000-0000-7000-8000-000000000000', { headers })).status;
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('takes an API key in X-Api-Key, as a bearer token, as a password, and a session', async () => {
    expect(await status({ 'x-api-key': key })).toBe(404);
    expect(await status({ authorization: `Bearer ${key}` })).toBe(404);
    expect(await status(basic(`octavo:${key}`))).toBe(404);
    expect(await status({ authorization: 'Bearer alice' })).toBe(404);
  });

  it('401: none, unknown and malformed ones, on every route, before the body is read', async () => {
    for (const headers of [
      {},
      { 'x-api-key': 'oct_x' },
      basic('octavo:oct_x'),
      basic(key),
      basic(':'),
      { authorization: 'Basic !' },
    ])
      expect(await status(headers)).toBe(401);
    for (const path of ['/v1/convert/file', '/v1/convert/source/async', '/v1/chunk/hybrid/file'])
      expect((await app.send(path, { method: 'POST', body: form([]) })).status).toBe(401);
    expect((await app.send('/process', { method: 'PUT', body: pdf })).status).toBe(401);
    expect(app.jobs).toEqual([]);
  });

  it('takes passwords on these routes only', async () => {
    expect((await app.send('/jobs', { headers: basic(`octavo:${key}`) })).status).toBe(401);
  });

  it('403: a plan without API keys', async () => {
    const free = await app.keyOf('frida', 'free');
    const { status: refused, body } = await app.replay('open-webui-docling', free);
    expect([refused, body['code']]).toEqual([403, 'plan_required']);
  });
});

describe('options', () => {
  it.each([
    ['to_formats', 'doctags'],
    ['from_formats', 'docx'],
    ['image_export_mode', 'referenced'],
    ['do_picture_description', 'true'],
    ['do_formula_enrichment', 'True'],
    ['do_ocr', 'maybe'],
    ['page_range', '0'],
    ['target_type', 'zip'],
    ['callbacks', 'https://hook.example.com/'],
  ])('400: %s=%s is named, and no job is created', async (name, value) => {
    const { status, body } = await post('/v1/convert/file', [[name, value]]);
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['errors']).toMatchObject([{ loc: [name] }]);
    expect(app.jobs).toEqual([]);
  });

  it('400: those of chunks', async () => {
    const fields = [
      ['chunking_max_tokens', '5'],
      ['convert_do_ocr', 'x'],
    ] as const;
    const { status, body } = await post('/v1/chunk/hybrid/file', fields);
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ loc: ['convert_do_ocr'] }, { loc: ['chunking_max_tokens'] }]);
  });

  it('become those of the job', async () => {
    await post('/v1/convert/file', [
      ...([
        ['to_formats', 'html'],
        ['to_formats', 'text'],
        ['image_export_mode', 'embedded'],
      ] as const),
      ...([
        ['force_ocr', 'true'],
        ['ocr_lang', 'en,de'],
        ['page_range', '2'],
        ['page_range', '3'],
      ] as const),
    ]);
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      {
        ...{ format: ['html', 'text'], imageOutput: 'embedded', ocr: 'force' },
        ...{ ocrLanguages: ['eng', 'deu'], pages: '2-3' },
      },
    ]);
  });

  it('that choose models, and unknown ones, are ignored; an open range of pages is the whole document', async () => {
    const { status } = await post('/v1/convert/file', [
      ...([
        ['pipeline', 'vlm'],
        ['table_mode', 'fast'],
        ['of_the_future', '1'],
      ] as const),
      ...([
        ['page_range', '1'],
        ['page_range', '9223372036854775807'],
      ] as const),
    ]);
    expect(status).toBe(200);
    expect(app.jobs.map(({ options }) => options.pages)).toEqual([null]);
  });
});

describe('bodies', () => {
  const source = (body: string) =>
    app.send('/v1/convert/source', { method: 'POST', body, headers: { 'x-api-key': key } });
  const base64 = Buffer.from(pdf).toString('base64');

  it('400: no file, two files, a file under another name', async () => {
    const none = await post('/v1/convert/file', [], null);
    expect([none.status, none.body['errors']]).toMatchObject([400, [{ loc: ['files'] }]]);
    const two = form([]);
    two.append('files', new Blob([pdf]), 'b.pdf');
    const send = (data: FormData) =>
      app.send('/v1/convert/file', { method: 'POST', body: data, headers: { 'x-api-key': key } });
    expect((await send(two)).status).toBe(400);
    const other = new FormData();
    other.append('file', new Blob([pdf]), 'a.pdf');
    expect((await send(other)).body['errors']).toMatchObject([{ loc: ['file'] }]);
    expect(app.jobs).toEqual([]);
  });

  it.each([
    ['no JSON', '{"sources": [', 'invalid_json'],
    ['no file', '{"options": {}}', 'invalid_request'],
    ['an address', '{"sources": [{"kind": "http", "url": "https://example.com/a.pdf"}]}', 'invalid_request'],
    ['no base64', '{"sources": [{"kind": "file", "base64_string": "%%%"}]}', 'invalid_request'],
    ['no PDF', `{"sources": [{"base64_string": "${btoa('hello there')}"}]}`, 'invalid_pdf'],
    [
      'two files',
      `{"sources": [{"base64_string": "${base64}"}, {"base64_string": "${base64}"}]}`,
      'invalid_request',
    ],
    [
      'a refused option',
      `{"options": {"to_formats": ["yaml"]}, "sources": [{"base64_string": "${base64}"}]}`,
      'invalid_request',
    ],
  ])('400: %s in a source', async (_, body, code) => {
    const answer = await source(body);
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
    expect(app.jobs).toEqual([]);
  });

  it('413: a source with too much besides its file', async () => {
    const answer = await source(
      `{"x": "${'y'.repeat(2_000_000)}", "sources": [{"base64_string": "${base64}"}]}`,
    );
    expect([answer.status, answer.body['code']]).toEqual([413, 'payload_too_large']);
  });

  it.each([
    ['many members', `"x": [${'{"a": null},'.repeat(100_000)}1]`],
    ['spaces', `"x": ${' '.repeat(20_000_000)}1`],
  ])('413: a source with %s besides its file', async (_, members) => {
    const answer = await source(`{${members}, "sources": [{"base64_string": "${base64}"}]}`);
    expect([answer.status, answer.body['code']]).toEqual([413, 'payload_too_large']);
  });

  it('reads a source that is larger than what it may have besides its file, with breaks in its base64', async () => {
    const large = `${pdf}${'0123456789'.repeat(300_000)}`;
    const lines = Buffer.from(large)
      .toString('base64')
      .replaceAll(/.{760}/g, '$&\\n');
    const { status } = await source(
      `{"sources": [{"base64_string": "${lines}", "filename": "a.pdf"}], "options": {}}`,
    );
    expect(status).toBe(200);
    expect(app.jobs.map(({ source: { bytes, fileName } }) => [bytes, fileName])).toEqual([
      [large.length, 'a.pdf'],
    ]);
  });

  it('answers with long and unusual text exactly', async () => {
    const content = '“Quote” \\ \u0001 \u{1F600} ﷽\n'.repeat(50_000);
    app.behaviour.contents['markdown'] = content;
    const { body } = await post('/v1/convert/file');
    expect((body['document'] as Record<string, unknown>)['md_content'] === content).toBe(true);
  });
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
    app = await compatibleApp(document, { compatibleApi: { enabled: true, waitMs: 50 } });
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
    app = await compatibleApp(document, { accountLimits });
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

it('is off by default: 404 on every route', async () => {
  const plain = await testApp();
  const headers = { authorization: 'Bearer alice' };
  for (const [method, url] of [
    ['POST', '/v1/convert/file'],
    ['POST', '/v1/convert/source/async'],
    ['POST', '/v1/chunk/hybrid/file'],
    ['GET', '/v1/status/poll/x'],
    ['GET', '/v1/result/x'],
    ['PUT', '/process'],
  ] as const)
    expect((await plain.inject({ method, url, headers })).statusCode).toBe(404);
});
