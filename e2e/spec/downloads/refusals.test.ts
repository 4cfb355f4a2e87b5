/** GET /jobs/{id}/download/{fmt}, refused: unknown format, not done, failed, not produced. */

import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import type { Account } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { done, download, finished, formats, type Job } from '@octavo/testkit/service-under-test/jobs.ts';
import { untilProcessing, whileSlowJobRuns } from '@octavo/testkit/service-under-test/slow-jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let job: Job;

beforeAll(async () => {
  pro = await account('pro');
  job = await done(pro, { options: { format: ['text', 'html'] } });
});

describe('400', () => {
  it('Download of an unknown format: 400 that names the seven [O-040]', async () => {
    for (const format of ['docx', 'Markdown', 'tagged_pdf', '..%2Ftext']) {
      const { detail } = expectError(await download(pro, job.id, format), 400, 'invalid_request');
      for (const known of formats) expect(detail).toContain(known);
    }
  });
});

describe('404', () => {
  it('The download takes only a format the job produced [S-078 O-043]', async () => {
    for (const format of formats.filter((name) => name !== 'text' && name !== 'html')) {
      const { detail } = expectError(await download(pro, job.id, format), 404, 'format_not_produced');
      expect(detail).toContain('text');
      expect(detail).toContain('html');
    }
  });
});

describe('409', () => {
  it('Download of a job not done: 409 job_not_done with Retry-After [O-041]', async () => {
    await whileSlowJobRuns(pro, async (slow) => {
      const early = await download(pro, slow.id, 'markdown');
      expectError(early, 409, 'job_not_done');
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      await untilProcessing(pro, slow);
      const later = await download(pro, slow.id, 'markdown');
      expectError(later, 409, 'job_not_done');
      expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  it('Download of a failed job: 409 job_failed with its error_message [O-042]', async () => {
    const broken = await finished(pro, { file: makeBrokenDocument() });
    expect(broken.status).toBe('failed');
    const { detail } = expectError(await download(pro, broken.id, 'markdown'), 409, 'job_failed');
    expect(detail).toContain(broken.error_message);
  });
});
