/** Signed URLs: how long they live, how they are made, where they point. */

import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { done, formats, type Job, listJobs, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let pro: Account;
let job: Job;

beforeAll(async () => {
  pro = await account('pro');
  job = await done(pro, { fileName: 'signed.pdf', options: { format: [...formats] } });
});

describe('download_urls', () => {
  it('Signed URLs live 60 minutes [O-124]', async () => {
    for (const url of Object.values(job.download_urls)) {
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    }
  });

  it('Signed URLs are created on every read [O-125]', async () => {
    const first = job.download_urls['text'];
    const later = await pollUntil(pro, job.id, ({ download_urls }) => download_urls['text'] !== first, 5_000);
    expect((await fetch(later.download_urls['text'] ?? '')).status).toBe(200);
  });

  it('Signed URLs are created on every read (in the list as well) [O-125]', async () => {
    const { items } = await listJobs(pro, '?page_size=100');
    const listed = items.find(({ id }) => id === job.id);
    expect(Object.keys(listed?.download_urls ?? {}).sort()).toEqual([...formats].sort());
    expect((await fetch(listed?.download_urls['json'] ?? '')).status).toBe(200);
  });

  it('Signed URLs point at the public storage endpoint [O-127]', async () => {
    for (const url of Object.values(job.download_urls)) {
      expect(url).toMatch(/^https?:\/\//);
      expect(new URL(url).origin).not.toBe(new URL(context.baseUrl).origin);
      if (context.credentials.storage !== undefined)
        expect(url.startsWith(`${context.credentials.storage}/`)).toBe(true);
    }
  });

  it('download_urls maps each format of a done job to a signed URL (a changed one opens nothing) [S-025]', async () => {
    const url = new URL(job.download_urls['text'] ?? '');
    url.searchParams.set('X-Amz-Expires', '86400');
    expect((await fetch(url)).status).toBe(403);
  });

  it('download_urls maps each format of a done job to a signed URL (a browser is told to save the file under its name) [S-025]', async () => {
    const response = await fetch(job.download_urls['html'] ?? '');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; ?filename="?signed\.html/);
  });
});
