/** In a browser, an upload with a progress callback uses XMLHttpRequest, with the same results. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Octavo } from '../client.ts';
import { ConnectionError } from '../errors/octavo-error.ts';
import type { UploadProgress } from './multipart.ts';

type Step = (xhr: FakeXhr) => void;
let steps: Step[] = [];
let sent: FakeXhr[] = [];

class FakeXhr {
  status = 0;
  responseText = '';
  responseHeaders = '';
  readonly headers = new Headers();
  readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  url = '';
  responseURL = '';
  body: FormData | null = null;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getAllResponseHeaders() {
    return this.responseHeaders;
  }
  abort() {
    this.onabort?.();
  }
  send(body: FormData) {
    this.body = body;
    sent.push(this);
    queueMicrotask(() => steps.shift()?.(this));
  }
}

const responses =
  (status: number, body: object, headers = ''): Step =>
  (xhr) => {
    xhr.upload.onprogress?.({ loaded: 5, total: 10, lengthComputable: true });
    xhr.upload.onprogress?.({ loaded: 10, total: 10, lengthComputable: true });
    Object.assign(xhr, { status, responseText: JSON.stringify(body), responseHeaders: headers });
    xhr.onload?.();
  };

const file = new File(['%PDF-'], 'a.pdf');

beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', { document: {} });
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
});
afterEach(() => void vi.unstubAllGlobals());

const client = () => new Octavo({ sessionToken: 'jwt', baseUrl: 'https://a.test', maxRetries: 0 });

describe('an upload with progress', () => {
  it('reports progress and returns the job', async () => {
    steps = [responses(201, { id: 'j' })];
    const progress: UploadProgress[] = [];
    const job = await client().jobs.create({ file }, { onUploadProgress: (step) => progress.push(step) });
    expect(job.id).toBe('j');
    expect(progress).toEqual([
      { bytesSent: 5, bytesTotal: 10 },
      { bytesSent: 10, bytesTotal: 10 },
    ]);
    const [xhr] = sent;
    expect(xhr?.url).toBe('https://a.test/jobs');
    expect(xhr?.headers.get('authorization')).toBe('Bearer jwt');
    expect(xhr?.headers.get('idempotency-key')).toBeTruthy();
    // The browser writes it, because only the browser knows the boundary.
    expect(xhr?.headers.has('content-type')).toBe(false);
    expect(xhr?.body?.get('file')).toMatchObject({ name: 'a.pdf' });
  });

  it('keeps the headers of an error response', async () => {
    steps = [
      responses(
        400,
        { detail: 'No.', code: 'invalid_pdf' },
        'x-request-id: req-7\r\ncontent-type: application/json\r\n',
      ),
    ];
    const work = client().jobs.create({ file }, { onUploadProgress: () => {} });
    await expect(work).rejects.toMatchObject({ status: 400, code: 'invalid_pdf', requestId: 'req-7' });
  });

  it('reports a network failure as a connection error', async () => {
    steps = [(xhr) => xhr.onerror?.()];
    await expect(client().jobs.create({ file }, { onUploadProgress: () => {} })).rejects.toThrow(
      ConnectionError,
    );
  });

  it('that was redirected to another origin throws', async () => {
    steps = [
      (xhr) => responses(201, { id: 'j' })(Object.assign(xhr, { responseURL: 'https://b.test/jobs' })),
    ];
    await expect(client().jobs.create({ file }, { onUploadProgress: () => {} })).rejects.toThrow(
      'https://a.test responded with a redirect to https://b.test.',
    );
  });

  it('is aborted by the caller’s signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    steps = [() => controller.abort(reason)];
    const work = client().jobs.create({ file }, { onUploadProgress: () => {}, signal: controller.signal });
    await expect(work).rejects.toBe(reason);
  });
});
