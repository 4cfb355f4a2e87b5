/** POST /jobs with several things wrong at once: the answer is the first of the written order. */
import { Buffer } from 'node:buffer';
import { multipart, optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { submit, submitParts } from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { anonymous } from '@octavo/testkit/service-under-test/request.ts';
import { whileSlowJobRuns, whileSlowJobsRun } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { upload } from '@octavo/testkit/service-under-test/upload.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const notPdf = Buffer.from('PK not a PDF');
const unreadable = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_048, 0x41)]);
const badOptions = optionsPart({ colour: 'blue' });
const oversized = () => multipart([badOptions, pdfPart(Buffer.concat([notPdf, Buffer.alloc(31_457_280)]))]);

let pro: Account;

beforeAll(async () => {
  pro = await account('pro');
});

describe('the first fault decides', () => {
  it('401 comes before everything else [O-053]', async () => {
    const answer = await upload({
      caller: anonymous,
      body: oversized(),
      holdAfterBytes: 0,
      timeoutMs: 20_000,
    });
    expectError(answer, 401, 'unauthorized');
  });

  it('413 by header comes before 429 [O-055 O-056]', async () => {
    const free = await account('free');
    await whileSlowJobsRun(free, 2, async () => {
      const large = await upload({ caller: free, body: oversized(), holdAfterBytes: 0, timeoutMs: 20_000 });
      expectError(large, 413, 'file_too_large');
      expectError(await submit(free, { file: notPdf }), 429, 'concurrent_job_limit');
    });
  });

  it('429 comes before the magic bytes (before a byte of the body is sent) [O-056]', async () => {
    const free = await account('free');
    await whileSlowJobsRun(free, 2, async () => {
      const body = multipart([pdfPart(notPdf)]);
      const answer = await upload({ caller: free, body, holdAfterBytes: 0, timeoutMs: 20_000 });
      expectError(answer, 429, 'concurrent_job_limit');
    });
  });

  it('The magic bytes come before the options (options after the file) [O-057]', async () => {
    expectError(await submitParts(pro, [pdfPart(notPdf), badOptions]), 400, 'invalid_pdf');
  });

  it('The magic bytes come before the options (options before the file) [O-057]', async () => {
    expectError(await submitParts(pro, [badOptions, pdfPart(notPdf)]), 400, 'invalid_pdf');
  });

  it('413 of the stream comes before the options [O-058]', async () => {
    const free = await account('free');
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(31_457_280)]);
    const body = multipart([badOptions, pdfPart(file)]);
    const answer = await upload({ caller: free, body, framing: 'chunked' });
    expectError(answer, 413, 'file_too_large');
  });

  it('The options come before the reading of the PDF [O-059]', async () => {
    expectError(await submitParts(pro, [pdfPart(unreadable), badOptions]), 400, 'invalid_request');
    expectError(await submitParts(pro, [badOptions, pdfPart(unreadable)]), 400, 'invalid_request');
  });

  it('The reading of the PDF comes before 402 [O-060]', async () => {
    const free = await account('free');
    const { pages_limit, pages_used } = await me(free);
    const remaining = pages_limit - pages_used;
    expect(remaining).toBeGreaterThan(0);
    await whileSlowJobRuns(
      free,
      async () => {
        expectError(await submit(free, { file: unreadable }), 400, 'pdf_unreadable');
        expectError(await submit(free), 402, 'page_limit_reached');
      },
      remaining,
    );
  });
});
