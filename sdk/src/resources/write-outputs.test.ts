/** `jobs.writeOutputs`: what it sends and returns, and which formats a job has. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { formatsOf } from '../formats.ts';
import { fakeFetch } from '../testing/fake-fetch.ts';

const download_urls = { text: 'https://s3.test/t', markdown: 'https://s3.test/m' };

describe('jobs.writeOutputs', () => {
  it('sends the formats and returns the job', async () => {
    const { fetch, requests } = fakeFetch(() => Response.json({ id: 'j', download_urls }));
    const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch });
    const job = await client.jobs.writeOutputs('j', { format: ['text'] });
    expect(formatsOf(job)).toEqual(['markdown', 'text']);
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['POST /jobs/j/outputs']);
  });

  it('is repeated when the service is busy, because nothing is written twice', async () => {
    let calls = 0;
    const busy = { detail: 'Try again.', code: 'service_unavailable', request_id: 'r' };
    const { fetch } = fakeFetch(() => {
      calls += 1;
      return calls === 1
        ? Response.json(busy, { status: 503, headers: { 'retry-after': '0' } })
        : Response.json({ id: 'j', download_urls });
    });
    const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch });
    expect(await client.jobs.writeOutputs('j', { format: ['text'] })).toMatchObject({ id: 'j' });
    expect(calls).toBe(2);
  });

  it('explains what to do when the job has no stored document', async () => {
    const body = { detail: 'This job has no stored document.', code: 'document_not_stored', request_id: 'r' };
    const { fetch } = fakeFetch(() => Response.json(body, { status: 409 }));
    const client = new Octavo({ apiKey: 'oct_test', baseUrl: 'http://octavo.test', fetch });
    const error = client.jobs.writeOutputs('j', { format: ['text'] });
    await expect(error).rejects.toMatchObject({ code: 'document_not_stored', status: 409 });
    await expect(error).rejects.toThrow('source_job_id');
  });
});
