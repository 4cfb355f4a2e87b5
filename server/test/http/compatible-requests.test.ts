/** Requests to the compatible routes: credentials, options and bodies, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type CompatibleApp, compatibleApp, formOf, pdf, requestsTo } from './compatible-app.ts';
import { testApp } from './test-app.ts';

let app: CompatibleApp;
let key: string;
const { post } = requestsTo(() => ({ app, key }));

beforeEach(async () => {
  app = await compatibleApp();
  key = await app.keyOf('alice');
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
      expect((await app.send(path, { method: 'POST', body: formOf([]) })).status).toBe(401);
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
    const two = formOf([]);
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
