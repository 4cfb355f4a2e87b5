/** Large files go directly to the storage in parts, a broken part is sent again, and servers without it get a form. */
import { describe, expect, it } from 'vitest';
import { Octavo } from '../client.ts';
import { ConnectionError, InputError } from '../errors/octavo-error.ts';
import type { OctavoOptions } from '../request/client-options.ts';
import { errorResponse, jsonResponse } from '../testing/fake-fetch.ts';
import type { Upload } from '../wire.ts';

const mebibyte = 1024 * 1024;
const file = new Uint8Array(33 * mebibyte).map((_, index) => (index / 1_000) % 251);

type Sent = { readonly method: string; readonly path: string; readonly headers: Headers };

/** A server with a storage: `breaks` says which attempts of which parts fail. */
function fakeService(breaks: (part: number, attempt: number) => Error | number | null = () => null) {
  const sent: Sent[] = [];
  const stored = new Map<number, Uint8Array>();
  const attempts = new Map<number, number>();
  let urls = 0;
  const partBytes = 8 * mebibyte;
  const stateOf = (bytes: number): Upload => {
    urls += 1;
    return {
      id: 'u1',
      status: 'open',
      file_name: 'document.pdf',
      bytes,
      sha256: null,
      part_bytes: partBytes,
      parts: Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => {
        const isStored = stored.has(index + 1);
        return {
          number: index + 1,
          offset: index * partBytes,
          bytes: Math.min(partBytes, bytes - index * partBytes),
          uploaded: isStored,
          url: isStored ? null : `https://storage.test/part/${index + 1}?urls=${urls}`,
        };
      }),
      urls_expire_at: '2026-11-18T12:00:00.000Z',
      job_id: null,
      created_at: '2026-11-18T11:00:00.000Z',
      expires_at: '2026-11-19T11:00:00.000Z',
    };
  };
  const answers: Record<string, () => Response> = {
    'POST /uploads': () => jsonResponse(stateOf(file.length), 201),
    'GET /uploads/u1': () => jsonResponse(stateOf(file.length)),
    'DELETE /uploads/u1': () => new Response(null, { status: 204 }),
    'POST /jobs': () => jsonResponse({ id: 'j1', status: 'pending' }, 201),
  };
  const bodies: string[] = [];
  const receive = (number: number, body: Uint8Array) => {
    const attempt = (attempts.get(number) ?? 0) + 1;
    attempts.set(number, attempt);
    const broken = breaks(number, attempt);
    if (broken instanceof Error) throw broken;
    if (broken === null) stored.set(number, body);
    return new Response(null, { status: broken ?? 200 });
  };
  const answer = async (route: string, init: RequestInit) => {
    const text = init.body ? await new Response(init.body as ReadableStream).text() : '';
    bodies.push(text.length < 2_000 ? text : `${text.length} characters`);
    return answers[route]?.() ?? errorResponse(404, 'route_not_found');
  };
  const fetch: NonNullable<OctavoOptions['fetch']> = async (url, init) => {
    init.signal?.throwIfAborted();
    const { host, pathname } = new URL(url);
    const method = init.method ?? 'GET';
    sent.push({ method, path: pathname, headers: new Headers(init.headers) });
    if (host !== 'storage.test') return answer(`${method} ${pathname}`, init);
    const body = await new Response(init.body as ReadableStream).bytes();
    return receive(Number(pathname.split('/')[2]), body);
  };
  const options = { apiKey: 'oct_test', baseUrl: 'https://octavo.test', fetch };
  const client = (more: OctavoOptions = {}) => new Octavo({ ...options, ...more });
  const whole = () => Buffer.concat([...stored].sort(([a], [b]) => a - b).map(([, data]) => data));
  const routes = () => sent.map(({ method, path }) => `${method} ${path}`);
  return { client, sent, routes, stored, bodies, answers, whole, attempts };
}

const reset = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

describe('a file of 32 MB and more', () => {
  it('is sent in parts to the storage, without credentials, and then submitted by its id', async () => {
    const service = fakeService();
    const progress: number[] = [];
    const job = await service
      .client()
      .jobs.create(
        { file, options: { format: ['text'] } },
        { onUploadProgress: ({ bytesSent }) => progress.push(bytesSent) },
      );
    expect(job.id).toBe('j1');
    expect(service.whole().equals(file)).toBe(true);
    const puts = service.sent.filter(({ method }) => method === 'PUT');
    expect(puts).toHaveLength(5);
    for (const { headers } of puts) expect([...headers.keys()]).not.toContain('x-api-key');
    expect(service.bodies[0]).toBe(JSON.stringify({ file_name: 'document.pdf', bytes: file.length }));
    expect(service.bodies.at(-1)).toMatch(/name="upload_id"\r\n\r\nu1\r\n/);
    expect(service.bodies.at(-1)).toContain('{"format":["text"]}');
    expect(progress).toHaveLength(5);
    expect(progress.at(-1)).toBe(file.length);
  });

  it('sends only broken parts again, with fresh URLs', async () => {
    const service = fakeService((part, attempt) => {
      if (part === 2 && attempt === 1) return reset();
      return part === 5 && attempt === 1 ? 403 : null;
    });
    await service.client().jobs.create({ file });
    expect(service.whole().equals(file)).toBe(true);
    expect([...service.attempts].filter(([, count]) => count > 1).map(([part]) => part)).not.toContain(1);
    expect(service.routes()).toContain('GET /uploads/u1');
  });

  it('is given up when nothing arrives any more, and its upload is deleted', async () => {
    const service = fakeService((part) => (part === 1 ? null : reset()));
    const failed = service.client({ maxRetries: 0 }).jobs.create({ file });
    await expect(failed).rejects.toThrow(ConnectionError);
    expect(service.routes().at(-1)).toBe('DELETE /uploads/u1');
    expect(service.routes()).not.toContain('POST /jobs');
  });

  it('has its upload deleted when the job is refused', async () => {
    const service = fakeService();
    service.answers['POST /jobs'] = () => errorResponse(400, 'invalid_pdf');
    await expect(service.client().jobs.create({ file })).rejects.toMatchObject({ code: 'invalid_pdf' });
    expect(service.routes().at(-1)).toBe('DELETE /uploads/u1');
  });

  it.each(['uploads_not_offered', 'route_not_found', 'upload_limit_reached'])(
    'is sent in a form when the server answers %s',
    async (code) => {
      const service = fakeService();
      service.answers['POST /uploads'] = () =>
        errorResponse(code === 'upload_limit_reached' ? 403 : 404, code);
      expect((await service.client().jobs.create({ file })).id).toBe('j1');
      expect(service.routes()).toEqual(['POST /uploads', 'POST /jobs']);
      expect(service.bodies.at(-1)).toMatch(/^\d+ characters$/);
    },
  );

  it('is not sent at all when the server refuses its size', async () => {
    const service = fakeService();
    service.answers['POST /uploads'] = () => errorResponse(413, 'file_too_large');
    await expect(service.client().jobs.create({ file })).rejects.toMatchObject({ code: 'file_too_large' });
    expect(service.routes()).toEqual(['POST /uploads']);
  });
});

describe('a form is sent', () => {
  it('for a smaller file, a stream, and with directUploads: false', async () => {
    const service = fakeService();
    await service.client().jobs.create({ file: file.subarray(0, 32 * mebibyte - 1) });
    await service.client().jobs.create({ file: new Blob([file]).stream() as ReadableStream<Uint8Array> });
    await service.client({ directUploads: false }).jobs.create({ file });
    expect(service.routes()).toEqual(Array(3).fill('POST /jobs'));
  });
});

describe('uploads.send', () => {
  it('continues with the parts that have not arrived', async () => {
    const service = fakeService();
    const client = service.client();
    const upload = await client.uploads.create({ bytes: file.length });
    service.stored.set(1, file.subarray(0, 8 * mebibyte));
    await client.uploads.send(await client.uploads.retrieve(upload.id), new Blob([file]));
    expect(service.whole().equals(file)).toBe(true);
    expect(service.attempts.has(1)).toBe(false);
    expect((await client.jobs.create({ upload_id: upload.id })).id).toBe('j1');
  });

  it('refuses another file, and a stream', async () => {
    const client = fakeService().client();
    const upload = await client.uploads.create({ bytes: file.length });
    await expect(client.uploads.send(upload, file.subarray(1))).rejects.toThrow(InputError);
    const stream = new Blob([file]).stream() as ReadableStream<Uint8Array>;
    await expect(client.uploads.send(upload, stream)).rejects.toThrow(InputError);
  });
});

it('a job has exactly one file', async () => {
  const client = fakeService().client();
  await expect(client.jobs.create({ file, upload_id: 'u1' })).rejects.toThrow(InputError);
});
