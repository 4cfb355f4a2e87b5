/** POST /jobs, 400: files that are none, are no PDF, or cannot be read. */
import { Buffer } from 'node:buffer';
import { multipart, optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { makeDocument, makeDocumentWithoutPages } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  done,
  download,
  type Job,
  listJobs,
  readJob,
  submit,
  submitParts,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { upload } from '@octavo/testkit/service-under-test/upload.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const notPdf = Buffer.from('GIF89a, not a PDF at all');
const garbage = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_096, 0x41)]);

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

describe('POST /jobs, 400: the part file', () => {
  it('POST /jobs requires the part file [S-063 O-023]', async () => {
    expectFaultAt(await submitParts(pro, [optionsPart({})]), 'file');
  });

  it('POST /jobs requires the part file (a plain field of that name is no file) [S-063 O-023]', async () => {
    const answer = await submitParts(pro, [{ name: 'file', content: makeDocument().toString('latin1') }]);
    expectFaultAt(answer, 'file');
  });

  it('An empty file: 400 with errors [O-024]', async () =>
    expectFaultAt(await submit(pro, { file: Buffer.alloc(0) }), 'file'));

  it('Two files: 400 with errors [O-025]', async () => {
    const file = pdfPart(makeDocument());
    expectFaultAt(await submitParts(pro, [file, file]), 'file');
  });
});

describe('POST /jobs, 400: the bytes of the file', () => {
  it('The file must begin with %PDF- [S-064 S-126 O-013]', async () => {
    expectError(await submit(pro, { file: notPdf }), 400, 'invalid_pdf');
  });

  it('The file must begin with %PDF- (the magic one byte too late) [S-064 S-126 O-013]', async () => {
    const late = Buffer.concat([Buffer.from('\n'), makeDocument()]);
    expectError(await submit(pro, { file: late }), 400, 'invalid_pdf');
  });

  it('The file must begin with %PDF- (a file shorter than the magic) [S-064 S-126 O-013]', async () => {
    expectError(await submit(pro, { file: Buffer.from('%PDF') }), 400, 'invalid_pdf');
  });

  it('invalid_pdf is decided on the first bytes, before the rest is read [O-014]', async () => {
    const body = multipart([pdfPart(Buffer.concat([notPdf, Buffer.alloc(4_194_304)]))]);
    const answer = await upload({ caller: pro, body, holdAfterBytes: 4_096, timeoutMs: 20_000 });
    expectError(answer, 400, 'invalid_pdf');
    expect(answer.bytesSent).toBeLessThan(8_192);
  });

  it('%PDF- but unreadable: 400 pdf_unreadable [O-015]', async () =>
    expectError(await submit(pro, { file: garbage }), 400, 'pdf_unreadable'));

  it('%PDF- but unreadable: 400 pdf_unreadable (cut short in the middle) [O-015]', async () => {
    const whole = makeDocument({ pages: 20 });
    const answer = await submit(pro, { file: whole.subarray(0, 200) });
    expectError(answer, 400, 'pdf_unreadable');
  });

  it('Zero pages: 400 pdf_unreadable [O-016]', async () => {
    expectError(await submit(pro, { file: makeDocumentWithoutPages() }), 400, 'pdf_unreadable');
  });

  it('400: invalid input, explained in detail (and nothing of it is listed) [S-106]', async () => {
    const before = await listJobs(pro);
    const body = expectError(await submit(pro, { file: notPdf }), 400, 'invalid_pdf');
    expect(body.detail).toMatch(/\w+ \w+/);
    expect((await listJobs(pro)).total).toBe(before.total);
  });
});

describe('POST /jobs: encrypted files', () => {
  const locked = makeDocument({ password: 'open sesame', title: 'Octavo locked' });

  it('Encrypted, and an empty user password opens it: accepted [O-017]', async () => {
    const job = await done(pro, { file: makeDocument({ password: '' }), options: { format: ['text'] } });
    expect(job.page_count).toBe(1);
  });

  it('Encrypted, and a password is needed: 400 pdf_password_required [O-018]', async () =>
    expectError(await submit(pro, { file: locked }), 400, 'pdf_password_required'));

  it('Encrypted, and the password is wrong: 400 pdf_password_incorrect [O-019]', async () => {
    const answer = await submit(pro, { file: locked, options: { password: 'wrong' } });
    expectError(answer, 400, 'pdf_password_incorrect');
    expect(answer.text).not.toContain('wrong');
  });

  it('Encrypted, and the password is right: converted [O-020]', async () => {
    const options = { format: ['text'], password: 'open sesame' };
    const job = await done(pro, { file: locked, options });
    expect((await download(pro, job.id, 'text')).text).toContain('Octavo locked');
  });

  it('The password is never echoed [O-021]', async () => {
    const answer = await submit(pro, { file: locked, options: { password: 'open sesame' } });
    expect(answer.status, answer.text).toBe(201);
    const read = await readJob(pro, (answer.json as Job).id);
    const list = await listJobs(pro);
    expect(JSON.stringify([answer.json, read, list])).not.toMatch(/sesame|"password"/);
  });
});
