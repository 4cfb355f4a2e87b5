/** `POST /preflight`: says what a job would meet and cost, and leaves nothing behind. */
import { Buffer } from 'node:buffer';
import { multipart, optionsPart, pdfPart } from '@octavo/testkit/client/multipart.ts';
import {
  makeBlankDocument,
  makeDocument,
  makeDocumentWithoutPages,
} from '@octavo/testkit/documents/documents.ts';
import { makeScannedDocument } from '@octavo/testkit/documents/scan.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, download, listJobs, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { anonymous, type Caller, type Reply, request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Report = {
  readonly pages: number;
  readonly pages_inspected: number;
  readonly scanned_pages: readonly number[];
  readonly cost: { readonly pages: number; readonly pages_remaining: number; readonly enough: boolean };
  readonly submit_now: { readonly status: number; readonly code: string | null };
  readonly recommended_options: Readonly<Record<string, unknown>>;
  readonly reasons: readonly { readonly option: string | null; readonly why: string }[];
};

function ask(caller: Caller, file: Buffer, options?: unknown): Promise<Reply> {
  const parts = options === undefined ? [pdfPart(file)] : [pdfPart(file), optionsPart(options)];
  const { contentType, chunks } = multipart(parts);
  const body = Buffer.concat(chunks);
  return request('/preflight', { method: 'POST', caller, headers: { 'content-type': contentType }, body });
}

async function reportOf(caller: Caller, file: Buffer, options?: unknown): Promise<Report> {
  const answer = await ask(caller, file, options);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Report;
}

const usedPages = async (caller: Caller) =>
  ((await request('/auth/me', { caller })).json as { pages_used: number }).pages_used;

let pro: Account;
beforeAll(async () => {
  pro = await account('pro');
});

describe('200', () => {
  it('a plain document: its pages and its price, with nothing to recommend; no job, no charge', async () => {
    const before = { jobs: (await listJobs(pro)).total, used: await usedPages(pro) };
    const report = await reportOf(pro, makeDocument({ pages: 5 }));
    expect(report).toMatchObject({
      pages: 5,
      pages_inspected: 5,
      encrypted: false,
      tagged: false,
      scanned_pages: [],
      pages_without_text: [],
      garbled_text: { risk: 'none', pages: [], fonts: 0 },
      cost: { pages: 5, enough: true },
      submit_now: { status: 201, code: null },
      recommended_options: {},
      reasons: [],
    });
    expect({ jobs: (await listJobs(pro)).total, used: await usedPages(pro) }).toEqual(before);
  });

  it('a scanned page is foretold, and the other pages are converted', async () => {
    const file = makeScannedDocument();
    const report = await reportOf(pro, file);
    expect(report).toMatchObject({ scanned_pages: [2], pages_without_text: [2] });
    expect(report.reasons[0]?.why).toMatch(/^Page 2 is a scan without text/);
    const job = await done(pro, { file, options: { format: ['markdown', 'json', 'images'] } });
    expect((await download(pro, job.id, 'markdown')).text).toContain('A page that can be read.');
    const images = await request(`/jobs/${job.id}/images`, { caller: pro });
    expect(images.json).toMatchObject({ total: 1, items: [{ page: 2 }] });
  });

  it('chosen pages alone are inspected and priced', async () => {
    expect(await reportOf(pro, makeScannedDocument(), { pages: '1' })).toMatchObject({
      pages: 2,
      pages_inspected: 1,
      scanned_pages: [],
      cost: { pages: 1 },
    });
  });

  it('an encrypted document, with its password, which is not shown again', async () => {
    const answer = await ask(pro, makeDocument({ password: 'opensesame' }), { password: 'opensesame' });
    expect(answer.json).toMatchObject({ encrypted: true, pages_inspected: 1 });
    expect((answer.json as Report).reasons[0]?.why).toContain('tagged-pdf');
    expect(answer.text).not.toContain('opensesame');
  });

  it('more pages than remain: not 402 but the same news, and the pages that would fit do', async () => {
    const free = await account('free');
    const { cost } = await reportOf(free, makeDocument());
    const file = makeBlankDocument(cost.pages_remaining + 3);
    const report = await reportOf(free, file);
    expect(report.cost).toMatchObject({ pages: cost.pages_remaining + 3, enough: false });
    expect(report.submit_now).toEqual({ status: 402, code: 'page_limit_reached' });
    expectError(await submit(free, { file }), 402, 'page_limit_reached');
    const fitting = await reportOf(free, file, report.recommended_options);
    expect(fitting.submit_now).toEqual({ status: 201, code: null });
    expect(fitting.cost.pages).toBe(cost.pages_remaining);
  });
});

describe('refused as a submit would be', () => {
  it('400: no PDF, a damaged one, one without pages, locked or with the wrong password', async () => {
    expectError(await ask(pro, Buffer.from('hello')), 400, 'invalid_pdf');
    expectError(await ask(pro, Buffer.from('%PDF-1.7\nand no more')), 400, 'pdf_unreadable');
    expectError(await ask(pro, makeDocumentWithoutPages()), 400, 'pdf_unreadable');
    const locked = makeDocument({ password: 'opensesame' });
    expectError(await ask(pro, locked), 400, 'pdf_password_required');
    expectError(await ask(pro, locked, { password: 'wrong' }), 400, 'pdf_password_incorrect');
  });

  it('400: options that are not valid, and pages the document does not have', async () => {
    expectFaultAt(await ask(pro, makeDocument(), { colour: 'red' }), 'options.colour');
    expectFaultAt(await ask(pro, makeDocument(), { pages: '2-9' }), 'options.pages');
  });

  it('401 and 405', async () => {
    expectError(await ask(anonymous, makeDocument()), 401, 'unauthorized');
    const answer = await request('/preflight', { caller: pro });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
  });

  it('413: a file over the plan’s limit', async () => {
    const free = await account('free');
    expectError(await ask(free, makeDocument({ bytes: 25 * 1_048_576 + 1 })), 413, 'file_too_large');
  });
});

describe('many at once', () => {
  it('are each answered or refused with Retry-After, and a submit works meanwhile', async () => {
    const answers = Promise.all(Array.from({ length: 12 }, () => ask(pro, makeDocument({ pages: 30 }))));
    const meanwhile = await submit(pro, { options: { format: ['text'] } });
    expect(meanwhile.status).toBe(201);
    for (const answer of await answers) {
      if (answer.status === 200) continue;
      expectError(answer, 429, 'too_many_inspections');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await ask(pro, makeDocument())).status).toBe(200);
  });
});
