/** Further text formats of a job that is done: `POST /jobs/{id}/outputs`. */
import { makeBrokenDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account, freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError, expectFaultAt } from '@octavo/testkit/service-under-test/expect-error.ts';
import {
  done,
  download,
  finished,
  type Job,
  readJob,
  remove,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { anonymous, bodyOf, type Caller, request } from '@octavo/testkit/service-under-test/request.ts';
import { whileSlowJobRuns } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const file = makeRichDocument();
const fileName = 'report.pdf';
const textFormats = ['markdown', 'json', 'html', 'text'];

/** Options that decide how a document is written. */
const variants = [
  {},
  {
    keep_line_breaks: true,
    text_page_separator: '--%page-number%--',
    html_page_separator: '<hr>',
    include_header_footer: true,
  },
  { image_output: 'external' },
  { image_output: 'embedded', pages: '1' },
];

let pro: Account;
beforeAll(async () => {
  pro = await account('pro');
});

const post = (caller: Caller, id: string, body: unknown) =>
  request(`/jobs/${id}/outputs`, {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const add = (caller: Caller, id: string, ...format: readonly string[]) =>
  bodyOf<Job>(200, post(caller, id, { format }));

const formatsOf = (job: Job) => Object.keys(job.download_urls).toSorted();

describe('POST /jobs/{id}/outputs', () => {
  it('each format is what a job that was submitted with it has [O-170]', async () => {
    for (const options of variants) {
      const whole = await done(pro, {
        file,
        fileName,
        options: { ...options, format: [...textFormats, 'images'] },
      });
      const job = await done(pro, { file, fileName, options: { ...options, format: ['images'] } });
      await add(pro, job.id, ...textFormats);
      for (const format of textFormats) {
        const [added, submitted] = await Promise.all([
          download(pro, job.id, format),
          download(pro, whole.id, format),
        ]);
        const about = `${format} with ${JSON.stringify(options)}`;
        expect(added.text, about).toBe(submitted.text);
        expect(added.headers.get('etag'), about).toBe(submitted.headers.get('etag'));
      }
    }
  });

  it('lists the format with the others, signed and by download [O-171]', async () => {
    const job = await done(pro, { file, fileName, options: { format: ['markdown'] } });
    const changed = await add(pro, job.id, 'html');
    expect(changed).toMatchObject({ id: job.id, status: 'done', options: { format: ['markdown'] } });
    expect(formatsOf(changed)).toEqual(['html', 'markdown']);
    expect(formatsOf(await readJob(pro, job.id))).toEqual(['html', 'markdown']);
    const answer = await download(pro, job.id, 'html');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toContain('report.html');
    const signed = await fetch(changed.download_urls['html'] ?? '');
    expect([signed.status, await signed.text()]).toEqual([200, answer.text]);
    expectError(await download(pro, job.id, 'text'), 404, 'format_not_produced');
  });

  it('charges nothing [O-172]', async () => {
    const caller = await freshAccount('pro');
    const job = await done(caller, { file, options: { format: ['markdown'] } });
    const before = await me(caller);
    await add(caller, job.id, 'html', 'text');
    expect(await me(caller)).toEqual(before);
    const ledger = await request(`/jobs/${job.id}/ledger`, { caller });
    expect((ledger.json as { movements: { kind: string }[] }).movements.map(({ kind }) => kind)).toEqual([
      'reserve',
      'charge',
    ]);
  });

  it('can be repeated, also at the same time [O-173]', async () => {
    const job = await done(pro, { file, options: { format: ['markdown'] } });
    const markdown = await download(pro, job.id, 'markdown');
    const answers = await Promise.all(
      [['html'], ['html', 'markdown'], ['html', 'html']].map((format) => add(pro, job.id, ...format)),
    );
    for (const answer of answers) expect(formatsOf(answer)).toEqual(['html', 'markdown']);
    const html = await download(pro, job.id, 'html');
    await add(pro, job.id, 'html', 'markdown');
    const again = await Promise.all(['html', 'markdown'].map((format) => download(pro, job.id, format)));
    expect(again.map(({ text }) => text)).toEqual([html.text, markdown.text]);
  });

  it('PDF formats and images are refused with advice [O-174]', async () => {
    const job = await done(pro, { options: { format: ['markdown'] } });
    for (const format of ['tagged-pdf', 'annotated-pdf', 'images']) {
      const answer = await post(pro, job.id, { format: ['html', format] });
      const { detail } = expectError(answer, 400, 'format_unsupported');
      expect(detail).toContain('source_job_id');
    }
    expect(formatsOf(await readJob(pro, job.id))).toEqual(['markdown']);
  });

  it('refuses what is not a list of known formats', async () => {
    const { id } = await done(pro, { options: { format: ['markdown'] } });
    for (const body of [{}, { format: [] }, { format: 'html' }]) {
      expectFaultAt(await post(pro, id, body), 'body.format');
    }
    expectFaultAt(await post(pro, id, { format: ['html'], pages: '1' }), 'body.pages');
    expectError(await post(pro, id, { format: ['docx'] }), 400, 'invalid_request');
    expectError(await post(anonymous, id, { format: ['html'] }), 401, 'unauthorized');
  });

  it('serves only the owner of a done job, and leaves nothing of a deleted one [O-175]', async () => {
    await whileSlowJobRuns(pro, async (active) => {
      expectError(await post(pro, active.id, { format: ['html'] }), 409, 'job_not_done');
    });
    const failed = await finished(pro, { file: makeBrokenDocument() });
    expectError(await post(pro, failed.id, { format: ['html'] }), 409, 'job_failed');
    const job = await done(pro, { file, options: { format: ['markdown'] } });
    expectError(await post(await stranger(), job.id, { format: ['html'] }), 404, 'job_not_found');
    const { download_urls: urls } = await add(pro, job.id, 'html');
    expect((await remove(pro, job.id)).status).toBe(204);
    expectError(await post(pro, job.id, { format: ['html'] }), 404, 'job_not_found');
    expect((await fetch(urls['html'] ?? '')).status).toBeGreaterThanOrEqual(400);
  });
});
