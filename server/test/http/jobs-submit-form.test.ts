/** `POST /jobs` on fakes: the parts of the form, its encodings, and the headers of the response. */
import { beforeEach, describe, expect, it } from 'vitest';
import { formOf, type JobsApp, jobsApp, pdf } from './jobs-app.ts';

let app: JobsApp;
beforeEach(async () => {
  app = await jobsApp();
});

describe('the form of POST /jobs', () => {
  it.each([
    'application/pdf',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'text/plain',
    'nonsense',
  ])('400: a body of the type %s', async (type) => {
    const answer = await fetch(`${app.base}/jobs`, {
      method: 'POST',
      body: pdf,
      headers: { authorization: 'Bearer alice', 'content-type': type },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: 'The form is not valid: it must be multipart/form-data.',
      code: 'invalid_request',
    });
    await app.expectNothingLeft();
  });

  it('400: a compressed form', async () => {
    const answer = await fetch(`${app.base}/jobs`, {
      method: 'POST',
      body: formOf({}),
      headers: { authorization: 'Bearer alice', 'content-encoding': 'gzip' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: 'The form is not valid: it must be sent without a Content-Encoding.',
    });
    await app.expectNothingLeft();
  });

  const send = async (body: FormData) => {
    const headers = { authorization: 'Bearer alice' };
    const answer = await fetch(`${app.base}/jobs`, { method: 'POST', body, headers });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, string>,
    };
  };
  const fileOf = (content: string | Buffer, type = 'application/json') =>
    new File([new Uint8Array(Buffer.from(content))], 'options.json', { type });

  it.each(['before', 'after'])('201: options as a file, %s the document', async (order) => {
    const form = new FormData();
    if (order === 'before') form.append('options', fileOf('\ufeff{"format":["text"]}'));
    form.append('file', new Blob([pdf]), 'a.pdf');
    if (order === 'after') form.append('options', fileOf('{"format":["text"]}'));
    const { status, body } = await send(form);
    expect([status, body['options']]).toMatchObject([201, { format: ['text'] }]);
  });

  it.each(['', ' \n'])('201: empty options mean the defaults, %j', async (options) => {
    const { status, body } = await app.submit({ options });
    expect([status, body['options']]).toMatchObject([201, { format: ['markdown', 'json'] }]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /options must be encoded as UTF-8/],
    ['too long', `{"password":"${'x'.repeat(70_000)}"}`, /options must not be longer than 65536 bytes/],
    ['not JSON', '{', /options is not valid JSON/],
  ])('400: options as a file that is %s', async (_what, content, detail) => {
    const form = formOf({});
    form.append('options', fileOf(content));
    const { status, body } = await send(form);
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(detail)]);
    await app.expectNothingLeft();
  });

  it.each<[string, string, string]>([
    ['a field', 'pdf', 'pdf is not a part of this request; file is required'],
    ['a file', pdf, 'pdf is not a part of this request; file is required'],
    ['a large file', pdf.padEnd(90_000, ' '), 'pdf is not a part of this request; file must hold the PDF'],
  ])(
    '400: names every fault of a form whose document is sent under another name, as %s',
    async (as, content, faults) => {
      const form = new FormData();
      if (as === 'a field') form.append('pdf', content);
      else form.append('pdf', new Blob([content]), 'a.pdf');
      const { status, body } = await send(form);
      expect([status, body['detail']]).toEqual([400, `The request is not valid: ${faults}.`]);
      expect(body['errors']).toHaveLength(2);
    },
  );

  it('201: Location leads to the job, and nothing is cached', async () => {
    const { status, headers, body } = await send(formOf({}));
    expect([status, headers.get('location')]).toEqual([201, `/jobs/${body['id']}`]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('201: reads the escapes of a browser in a file name', async () => {
    const form = new FormData();
    form.append('file', new Blob([pdf]), 'a "b".pdf');
    const { body } = await send(form);
    const answer = await fetch(`${app.base}/jobs/${body['id']}?include=file`, {
      headers: { authorization: 'Bearer alice' },
    });
    expect(await answer.json()).toMatchObject({ file: { name: 'a b.pdf' } });
  });
});
