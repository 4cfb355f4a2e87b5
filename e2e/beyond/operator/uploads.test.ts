/** Files sent directly to the storage: in parts, continued after an interruption, used once and by their owner alone. */
import { createHash } from 'node:crypto';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import { freshAccount, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { expectError } from '@octavo/testkit/service-under-test/expect-error.ts';
import { download, type Job, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { bodyOf, type Caller, request, sendJson } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

type Part = {
  readonly number: number;
  readonly offset: number;
  readonly bytes: number;
  readonly url: string | null;
};
type Upload = {
  readonly id: string;
  readonly status: string;
  readonly job_id: string | null;
  readonly parts: readonly Part[];
};

const mebibyte = 1_048_576;
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

const create = (caller: Caller, fields: object) => bodyOf<Upload>(201, sendJson(caller, '/uploads', fields));
const read = (caller: Caller, id: string) => bodyOf<Upload>(200, request(`/uploads/${id}`, { caller }));
const put = async ({ url, offset, bytes }: Part, file: Buffer) =>
  (await fetch(url ?? '', { method: 'PUT', body: new Uint8Array(file.subarray(offset, offset + bytes)) }))
    .status;
const submit = (caller: Caller, upload_id: string, headers = {}) =>
  request('/jobs', {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ upload_id, options: { format: ['text'] } }),
  });

describe('a direct upload', () => {
  it('is converted like a file in a form, after an interruption', async () => {
    const caller = await freshAccount('pro');
    const file = makeDocument({ pages: 2, bytes: 17 * mebibyte });
    const { id, parts } = await create(caller, {
      bytes: file.length,
      file_name: 'März.pdf',
      sha256: sha256(file),
    });
    expect(parts.map(({ bytes }) => bytes)).toEqual([8 * mebibyte, 8 * mebibyte, mebibyte]);
    const [first, second, third] = parts as [Part, Part, Part];
    expect([await put(third, file), await put(first, file)]).toEqual([200, 200]);
    expectError(await submit(caller, id), 409, 'upload_incomplete');
    const missing = (await read(caller, id)).parts.filter(({ url }) => url !== null);
    expect(missing.map(({ number }) => number)).toEqual([second.number]);
    expect(await put(missing[0] as Part, file)).toBe(200);
    const job = await bodyOf<Job>(201, submit(caller, id));
    await pollUntil(caller, job.id, ({ status }) => status === 'done');
    const source = await request(`/jobs/${job.id}/source`, { caller });
    expect(source.bytes.equals(file)).toBe(true);
    expect((await download(caller, job.id, 'text')).headers.get('content-disposition')).toContain(
      'M%C3%A4rz.txt',
    );
    expect(await read(caller, id)).toMatchObject({ status: 'used', job_id: job.id });
    expect(await put(first, file), 'no part can be sent any more').toBe(404);
  });

  it('has URLs for clients, which take exactly the announced bytes', async () => {
    const caller = await freshAccount('free');
    const file = makeDocument();
    const { parts } = await create(caller, { bytes: file.length });
    const [part] = parts as [Part];
    expect(part.url?.startsWith(`${context.credentials.storage}/`)).toBe(true);
    const longer = await fetch(part.url ?? '', { method: 'PUT', body: new Uint8Array(file.length + 1) });
    expect(longer.status).toBe(403);
  });

  it('becomes one job, whatever is repeated', async () => {
    const caller = await freshAccount('pro');
    const file = makeDocument();
    const { id, parts } = await create(caller, { bytes: file.length });
    await put(parts[0] as Part, file);
    const key = { 'idempotency-key': 'direct-upload' };
    const answers = await Promise.all([submit(caller, id, key), submit(caller, id, key)]);
    const jobs = answers.map(({ status, json }) => [status, (json as Job).id]);
    expect(jobs[0]).toEqual(jobs[1]);
    expect((await submit(caller, id, key)).headers.get('idempotent-replayed')).toBe('true');
    expectError(await submit(caller, id), 409, 'upload_used');
  });

  it('belongs to its account', async () => {
    const [caller, other] = [await freshAccount('pro'), await stranger()];
    const file = makeDocument();
    const { id, parts } = await create(caller, { bytes: file.length });
    await put(parts[0] as Part, file);
    expectError(await submit(other, id), 404, 'upload_not_found');
    expectError(await request(`/uploads/${id}`, { caller: other }), 404, 'upload_not_found');
    expectError(
      await request(`/uploads/${id}`, { caller: other, method: 'DELETE' }),
      404,
      'upload_not_found',
    );
    expect((await submit(caller, id)).status).toBe(201);
  });

  it('is gone at once when it is deleted', async () => {
    const caller = await freshAccount('pro');
    const file = makeDocument();
    const { id, parts } = await create(caller, { bytes: file.length });
    await put(parts[0] as Part, file);
    expect((await request(`/uploads/${id}`, { caller, method: 'DELETE' })).status).toBe(204);
    expect(await put(parts[0] as Part, file)).toBe(404);
    expectError(await submit(caller, id), 404, 'upload_not_found');
  });

  it('is refused where it announces more than the plan allows, or another file than it has', async () => {
    const caller = await freshAccount('free');
    const tooLarge = await sendJson(caller, '/uploads', { bytes: 25 * mebibyte + 1 });
    expectError(tooLarge, 413, 'file_too_large');
    const file = makeDocument();
    const { id, parts } = await create(caller, { bytes: file.length, sha256: sha256(Buffer.from('other')) });
    await put(parts[0] as Part, file);
    expectError(await submit(caller, id), 409, 'upload_damaged');
  });
});
