/** Accessibility reports from outside: both checks, what was written and from where, what is left to do, and erasure. */
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, download, remove, submit } from '@octavo/testkit/service-under-test/jobs.ts';
import { type Caller, request } from '@octavo/testkit/service-under-test/request.ts';
import { beforeAll, describe, expect, it } from 'vitest';

type Place = { readonly page: number; readonly box: readonly number[] | null };
type Check = {
  readonly passes: boolean;
  readonly rules_failed: number;
  readonly failures: readonly { readonly clause: string; readonly places: readonly Place[] }[];
};
type Report = {
  readonly standard: string;
  readonly checked_by: string;
  readonly before: Check | null;
  readonly after: Check | null;
  readonly written: readonly {
    readonly what: string;
    readonly value: string | null;
    readonly from: string;
  }[];
  readonly to_do: readonly {
    readonly what: string;
    readonly count: number;
    readonly places: readonly Place[];
  }[];
};

const address = (id: string) => `/jobs/${id}/accessibility`;
const reportOf = async (caller: Caller, id: string) =>
  (await request(address(id), { caller })).json as Report;
const tagged = (caller: Caller, options: object = {}) =>
  done(caller, { file: makeRichDocument(), options: { format: ['tagged-pdf', 'html'], ...options } });

describe('the accessibility report', () => {
  let owner: Account;
  let jobId: string;
  let report: Report;
  beforeAll(async () => {
    owner = await account('pro');
    jobId = (await tagged(owner, { language: 'de-CH' })).id;
    report = await reportOf(owner, jobId);
  });

  it('has the failed rules of the source and of the tagged PDF, of which there are fewer', () => {
    const { standard, checked_by: checkedBy, before, after } = report;
    expect([standard, checkedBy.startsWith('veraPDF ')]).toEqual(['PDF/UA-1', true]);
    expect([before?.passes, after?.passes]).toEqual([false, false]);
    expect(before?.failures).toHaveLength(before?.rules_failed ?? 0);
    expect(after?.rules_failed).toBeLessThan(before?.rules_failed ?? 0);
  });

  it('says what was written, and that the language comes from the option', () => {
    expect(report.written).toContainEqual({ what: 'language', value: 'de-CH', from: 'option', count: 1 });
    expect(report.written).toContainEqual(
      expect.objectContaining({ what: 'title', value: 'Octavo quarterly report', from: 'first_heading' }),
    );
    // The image has no alternative text, so the rules do not pass and the identifier is not written.
    expect(report.written.map(({ what }) => what)).not.toContain('pdfua_identifier');
  });

  it('counts the image without an alternative text as a task, with page and box', () => {
    const task = report.to_do.find(({ what }) => what === 'alternative_text');
    expect(task?.count).toBe(1);
    const [left = 0, bottom = 0, right = 0, top = 0] = task?.places[0]?.box ?? [];
    expect(task?.places[0]?.page).toBe(1);
    for (const [edge, drawn] of [
      [left, 72],
      [bottom, 380],
      [right, 192],
      [top, 500],
    ] as const) {
      expect(Math.abs(edge - drawn)).toBeLessThan(2);
    }
  });

  it('agrees with the files: the language is in the tagged PDF and in html, and no placeholder is', async () => {
    expect((await download(owner, jobId, 'html')).text).toContain('<html lang="de-CH"');
    const pdf = (await download(owner, jobId, 'tagged-pdf')).bytes.toString('latin1');
    expect(pdf).toContain('(de-CH)');
    expect(pdf).not.toContain('(image 1)');
  });

  it('has the language as a task if neither the option nor the document says it', async () => {
    const { written, to_do: toDo } = await reportOf(owner, (await tagged(owner)).id);
    expect(written.map(({ what }) => what)).not.toContain('language');
    expect(toDo.map(({ what }) => what)).toContain('language');
  });

  it('404: somebody else’s job, and a job that was deleted', async () => {
    const stranger = await account('business');
    expectError(await request(address(jobId), { caller: stranger }), 404, 'job_not_found');
    const { id } = await tagged(owner);
    await remove(owner, id);
    expectError(await request(address(id), { caller: owner }), 404, 'job_not_found');
  });

  it('404: a job without a tagged PDF', async () => {
    const { id } = await done(owner, { options: { format: ['markdown'] } });
    expectError(await request(address(id), { caller: owner }), 404, 'format_not_produced');
  });

  it('400: a language that is not a tag', async () => {
    const reply = await submit(owner, { options: { language: 'german!' } });
    expectError(reply, 400, 'invalid_request');
    expect(reply.text).toContain('must be a language tag such as en or de-CH');
  });
});
