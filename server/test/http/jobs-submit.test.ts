/** `POST /jobs` on fakes: accepted jobs, failing dependencies, and clients that disconnect. */
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf, jobFields } from '../../../testkit/service-under-test/exact-fields.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { unseal } from '../../src/domain/sealing.ts';
import type { PreflightRequest } from '../../src/ports/engine.ts';
import { formOf, type JobsApp, jobsApp, pdf } from './jobs-app.ts';

let app: JobsApp;
beforeEach(async () => {
  app = await jobsApp();
});

describe('POST /jobs', () => {
  it('201: the file is read completely before its spool file is removed', async () => {
    let seen = '';
    const { putFile } = app.blobs;
    app.blobs.putFile = async (key, file, options) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen = readdirSync(app.spoolDir).join();
      return putFile(key, file, options);
    };
    expect((await app.submit()).status).toBe(201);
    expect(seen).toMatch(/^upload-/);
  });

  it('201: the job, pending, with exactly the fields of the contract and defaults filled in', async () => {
    const { status, body } = await app.submit();
    expect(status).toBe(201);
    expect(fieldsOf(body)).toEqual(jobFields);
    expect(body).toMatchObject({
      status: 'pending',
      page_count: null,
      error_message: null,
      download_urls: {},
    });
    expect(body['options']).toMatchObject({ format: ['markdown', 'json'], table_method: 'default' });
    expect(await app.stored()).toEqual([`accounts/${body['user_id']}/jobs/${body['id']}/source.pdf`]);
    expect(readdirSync(app.spoolDir)).toEqual([]);
  });

  it('201: a password is accepted, sealed for the worker, and never returned', async () => {
    const { body } = await app.submit({ options: '{"password":"hunter2"}' });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const claim = await app.store.jobs.claim(body['id'] ?? '', 1_000);
    expect(unseal([Buffer.alloc(32)], claim?.sealedPassword ?? Buffer.alloc(0), body['id'] ?? '')).toBe(
      'hunter2',
    );
  });

  it('201: only the pages selected by the option are reserved', async () => {
    await app.submit({ options: '{"pages":"1,3"}' });
    const me = await fetch(`${app.base}/auth/me`, { headers: { authorization: 'Bearer alice' } });
    expect(await me.json()).toMatchObject({ pages_used: 2 });
  });

  it.each([
    ['account', 429, 'too_many_uploads'],
    ['service', 503, 'service_unavailable'],
  ] as const)(
    '%s busy: a document that waited too long for its check gets %i',
    async (because, ...answer) => {
      app.preflight = { status: 'busy', because };
      const { status, body, headers } = await app.submit();
      expect([status, body['code']]).toEqual(answer);
      expect(headers.get('retry-after')).toBe('5');
      if (because === 'account') expect(body['detail']).toMatch(/^0 jobs are active, /);
      await app.expectNothingLeft();
    },
  );

  it('503: a cancelled check reports nothing about the document', async () => {
    const texts = { message: 'm', detail: 'd', failedFormats: [], workingFormats: [] };
    app.preflight = { status: 'failed', failure: { class: 'cancelled', retryable: false, ...texts } };
    const { status, body } = await app.submit();
    expect([status, body['code']]).toEqual([503, 'service_unavailable']);
    await app.expectNothingLeft();
  });

  it('the check of a document counts for its account, and ends when the client disconnects', async () => {
    const started = Promise.withResolvers<PreflightRequest>();
    const ended = Promise.withResolvers<void>();
    app.preflight = (request) => {
      started.resolve(request);
      return new Promise((resolve) => {
        request.signal?.addEventListener('abort', () => {
          ended.resolve();
          resolve({ status: 'busy', because: 'service' });
        });
      });
    };
    const disconnecting = new AbortController();
    const headers = { authorization: 'Bearer alice' };
    const response = fetch(`${app.base}/jobs`, {
      method: 'POST',
      body: formOf({}),
      headers,
      signal: disconnecting.signal,
    });
    const account = await app.store.accounts.findOrCreate(
      { issuer: 'https://id.test', subject: 'alice', email: '' },
      new Date(),
    );
    expect((await started.promise).account).toBe(account.id);
    disconnecting.abort();
    await expect(response).rejects.toThrow();
    await ended.promise;
    await expect.poll(() => readdirSync(app.spoolDir)).toEqual([]);
  });

  it('503: no file or job remains when the storage fails', async () => {
    app.blobs.putFile = async () => {
      throw unavailable('storage', new Error('unavailable'));
    };
    const { status, body } = await app.submit();
    expect([status, body['code']]).toEqual([503, 'service_unavailable']);
    await app.expectNothingLeft();
  });
});

describe('an interrupted upload', () => {
  it('leaves no file on the disk', async () => {
    const boundary = 'cut';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}`;
    const outgoing = httpRequest(`${app.base}/jobs`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer alice',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 100_000,
      },
    });
    outgoing.on('error', () => {});
    outgoing.write(head);
    await expect.poll(() => readdirSync(app.spoolDir)).toHaveLength(1);
    outgoing.destroy();
    await expect.poll(() => readdirSync(app.spoolDir)).toEqual([]);
    await app.expectNothingLeft();
  });
});
