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
import { beforeAll, describe, expect } from 'vitest';
import { proves } from '../proves.ts';

const notPdf = Buffer.from('GIF89a, not a PDF at all');
const garbage = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_096, 0x41)]);

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

describe('POST /jobs, 400: the part file', () => {
  proves('S-063 O-023', async () => {
    expectFaultAt(await submitParts(pro, [optionsPart({})]), 'file');
  });

  proves('S-063 O-023', 'a plain field of that name is no file', async () => {
    const answer = await submitParts(pro, [{ name: 'file', content: makeDocument().toString('latin1') }]);
    expectFaultAt(answer, 'file');
  });

  proves('O-024', async () => expectFaultAt(await submit(pro, { file: Buffer.alloc(0) }), 'file'));

  proves('O-025', async () => {
    const file = pdfPart(makeDocument());
    expectFaultAt(await submitParts(pro, [file, file]), 'file');
  });
});

describe('POST /jobs, 400: the bytes of the file', () => {
  proves('S-064 S-126 O-013', async () => {
    expectError(await submit(pro, { file: notPdf }), 400, 'invalid_pdf');
  });

  proves('S-064 S-126 O-013', 'the magic one byte too late', async () => {
    const late = Buffer.concat([Buffer.from('\n'), makeDocument()]);
    expectError(await submit(pro, { file: late }), 400, 'invalid_pdf');
  });

  proves('S-064 S-126 O-013', 'a file shorter than the magic', async () => {
    expectError(await submit(pro, { file: Buffer.from('%PDF') }), 400, 'invalid_pdf');
  });

  proves('O-014', async () => {
    const body = multipart([pdfPart(Buffer.concat([notPdf, Buffer.alloc(4_194_304)]))]);
    const answer = await upload({ caller: pro, body, holdAfterBytes: 4_096, timeoutMs: 20_000 });
    expectError(answer, 400, 'invalid_pdf');
    expect(answer.bytesSent).toBeLessThan(8_192);
  });

  proves('O-015', async () => expectError(await submit(pro, { file: garbage }), 400, 'pdf_unreadable'));

  proves('O-015', 'cut short in the middle', async () => {
    const whole = makeDocument({ pages: 20 });
    const answer = await submit(pro, { file: whole.subarray(0, 200) });
    expectError(answer, 400, 'pdf_unreadable');
  });

  proves('O-016', async () => {
    expectError(await submit(pro, { file: makeDocumentWithoutPages() }), 400, 'pdf_unreadable');
  });

  proves('S-106', 'and nothing of it is listed', async () => {
    const before = await listJobs(pro);
    const body = expectError(await submit(pro, { file: notPdf }), 400, 'invalid_pdf');
    expect(body.detail).toMatch(/\w+ \w+/);
    expect((await listJobs(pro)).total).toBe(before.total);
  });
});

describe('POST /jobs: encrypted files', () => {
  const locked = makeDocument({ password: 'open sesame', title: 'Octavo locked' });

  proves('O-017', async () => {
    const job = await done(pro, { file: makeDocument({ password: '' }), options: { format: ['text'] } });
    expect(job.page_count).toBe(1);
  });

  proves('O-018', async () => expectError(await submit(pro, { file: locked }), 400, 'pdf_password_required'));

  proves('O-019', async () => {
    const answer = await submit(pro, { file: locked, options: { password: 'wrong' } });
    expectError(answer, 400, 'pdf_password_incorrect');
    expect(answer.text).not.toContain('wrong');
  });

  proves('O-020', async () => {
    const options = { format: ['text'], password: 'open sesame' };
    const job = await done(pro, { file: locked, options });
    expect((await download(pro, job.id, 'text')).text).toContain('Octavo locked');
  });

  proves('O-021', async () => {
    const answer = await submit(pro, { file: locked, options: { password: 'open sesame' } });
    expect(answer.status, answer.text).toBe(201);
    const read = await readJob(pro, (answer.json as Job).id);
    const list = await listJobs(pro);
    expect(JSON.stringify([answer.json, read, list])).not.toMatch(/sesame|"password"/);
  });
});
