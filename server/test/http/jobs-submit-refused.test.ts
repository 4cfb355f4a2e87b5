/** `POST /jobs` on fakes: every refusal by status, and that it leaves nothing behind. */
import { existsSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PreflightOutcome } from '../../src/ports/engine.ts';
import { type Form, formOf, type JobsApp, jobsApp, pdf } from './jobs-app.ts';

let app: JobsApp;
beforeEach(async () => {
  app = await jobsApp();
});

const upgradeHint = 'To change your plan, ask the operator of this installation.';

describe('POST /jobs', () => {
  it.each<[string, Form, string, unknown]>([
    ['no file', { file: null }, 'invalid_request', ['file']],
    ['an empty file', { file: '' }, 'invalid_request', ['file']],
    ['no magic bytes', { file: 'hello' }, 'invalid_pdf', undefined],
    ['fewer bytes than the magic bytes', { file: '%PD' }, 'invalid_pdf', undefined],
    ['magic bytes that are not at the start', { file: `\n${pdf}` }, 'invalid_pdf', undefined],
    ['options that are not JSON', { options: '{' }, 'invalid_json', ['options']],
    ['options that are not an object', { options: '[]' }, 'invalid_request', ['options']],
    ['an unknown option', { options: '{"colour":1}' }, 'invalid_request', ['options', 'colour']],
    ['no formats', { options: '{"format":[]}' }, 'invalid_request', ['options', 'format']],
    ['an unknown format', { options: '{"format":["docx"]}' }, 'invalid_request', ['options', 'format', 0]],
    ['pages outside the document', { options: '{"pages":"2-9"}' }, 'invalid_request', ['options', 'pages']],
    ['an unknown part', { extra: ['colour', 'red'] }, 'invalid_request', ['colour']],
    [
      'a long password',
      { options: `{"password":"${'x'.repeat(257)}"}` },
      'invalid_request',
      ['options', 'password'],
    ],
  ])('400: %s', async (_name, form, code, loc) => {
    const { status, body } = await app.submit(form);
    expect([status, body['code']]).toEqual([400, code]);
    if (loc) expect((body['errors'] as unknown as { loc: unknown }[])[0]?.loc).toEqual(loc);
    await app.expectNothingLeft();
  });

  it('400: two files', async () => {
    const body = formOf({});
    body.append('file', new Blob([pdf]), 'second.pdf');
    const answer = await fetch(`${app.base}/jobs`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer alice' },
    });
    expect(answer.status).toBe(400);
    await app.expectNothingLeft();
  });

  it.each<[PreflightOutcome, string]>([
    [{ status: 'refused', reason: 'unreadable', message: 'Damaged.' }, 'pdf_unreadable'],
    [{ status: 'refused', reason: 'no_pages', message: 'No pages.' }, 'pdf_unreadable'],
    [{ status: 'refused', reason: 'password_required', message: 'Locked.' }, 'pdf_password_required'],
    [{ status: 'refused', reason: 'password_incorrect', message: 'Wrong.' }, 'pdf_password_incorrect'],
  ])('400: a document that preflight refuses, %j', async (outcome, code) => {
    app.preflight = outcome;
    const { status, body } = await app.submit();
    expect([status, body['code']]).toEqual([400, code]);
    await app.expectNothingLeft();
  });

  it('400: a tagged PDF of an encrypted file', async () => {
    app.preflight = { status: 'accepted', pageCount: 3, encrypted: true, tagged: false, repaired: false };
    const { status, body } = await app.submit({ options: '{"format":["tagged-pdf"]}' });
    expect([status, body['code']]).toEqual([400, 'format_unsupported']);
    expect((await app.submit({ options: '{"format":["text"]}' })).status).toBe(201);
  });

  it('401: without credentials, before anything is read', async () => {
    const answer = await fetch(`${app.base}/jobs`, { method: 'POST', body: formOf({}) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    expect(existsSync(app.spoolDir) && readdirSync(app.spoolDir)).toEqual([]);
  });

  it('402: the documented object, at one page over the limit and not before', async () => {
    app.preflight = { status: 'accepted', pageCount: 9, encrypted: false, tagged: false, repaired: false };
    expect((await app.submit()).status).toBe(201);
    app.preflight = { status: 'accepted', pageCount: 2, encrypted: false, tagged: false, repaired: false };
    const { status, body } = await app.submit();
    expect(status).toBe(402);
    expect(body['detail']).toEqual({
      message: expect.any(String),
      pdf_pages: 2,
      pages_remaining: 1,
      pages_used: 9,
      pages_limit: 10,
      tier: 'free',
    });
    app.preflight = { status: 'accepted', pageCount: 1, encrypted: false, tagged: false, repaired: false };
    expect((await app.submit()).status).toBe(201);
  });

  it('402: pdf_pages counts the whole PDF, also when the option pages chose fewer', async () => {
    app.preflight = { status: 'accepted', pageCount: 12, encrypted: false, tagged: false, repaired: false };
    const { status, body } = await app.submit({ options: '{"pages":"1-11"}' });
    expect([status, body['detail']]).toEqual([
      402,
      {
        message: `You asked for 11 of the PDF’s 12 pages, and 10 of this month’s 10 remain. ${upgradeHint}`,
        pdf_pages: 12,
        pages_remaining: 10,
        pages_used: 0,
        pages_limit: 10,
        tier: 'free',
      },
    ]);
    const whole = await app.submit();
    expect(whole.body['detail']).toMatchObject({
      message: `The PDF has 12 pages, and 10 of this month’s 10 remain. ${upgradeHint}`,
      pdf_pages: 12,
    });
  });

  it('413: one byte over the limit, but not at the limit', async () => {
    const sized = (bytes: number) => pdf.padEnd(bytes, ' ');
    expect((await app.submit({ file: sized(1_000) })).status).toBe(201);
    const { status, body } = await app.submit({ file: sized(1_001) });
    expect([status, body['code']]).toEqual([413, 'file_too_large']);
    expect(await app.stored()).toHaveLength(1);
  });

  it('429: reports the number of active jobs with Retry-After; a finished job frees a slot', async () => {
    const { body: first } = await app.submit();
    await app.submit();
    const refused = await app.submit();
    expect(refused.status).toBe(429);
    expect(refused.body['detail']).toContain('2 jobs are active');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await fetch(`${app.base}/jobs/${first['id']}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer alice' },
    });
    expect((await app.submit()).status).toBe(201);
  });
});
