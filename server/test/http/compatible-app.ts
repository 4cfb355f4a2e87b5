/** The app on fakes with the routes of other services, recorded requests of their clients, and jobs that finish by themselves. */
import { zstdCompressSync } from 'node:zlib';
import { writeIndex } from '@octavo/document/reading/write-index.ts';
import { documentOf, heading, paragraph, table } from '@octavo/document/write/sample-document.ts';
import { hashRawKey, newRawKey } from '../../src/domain/api-key.ts';
import { type Job, outputKey, readingKey } from '../../src/domain/job.ts';
import type { Tier } from '../../src/domain/plan.ts';
import type { AppDependencies } from '../../src/http/app.ts';
import type { EngineWarning } from '../../src/ports/engine.ts';
import { claimAgain, sampleKey } from '../contracts/samples.ts';
import { sha256Of } from '../fakes/fake-writer.ts';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { recordedRequest } from '../fixtures/recordings.ts';
import { testApp } from './test-app.ts';

export const pdf = '%PDF-1.7 and the rest';

/** What every file is converted to. */
const document = documentOf(
  [1, 2, 3].map((page) =>
    [
      heading(1, `Chapter ${page}`),
      paragraph(`The turbine of page ${page} runs.`),
      ...(page === 2
        ? [
            table([
              ['Item', 'Price'],
              ['A bicycle', '100 EUR'],
            ]),
          ]
        : []),
    ].map((kid) => ({ ...kid, page })),
  ),
  { title: 'Turbines', pages: [1, 2, 3].map((page) => ({ page, width: 612, height: 792, rotation: 0 })) },
);

/** What becomes of the jobs that are submitted. */
type Behaviour = {
  result: 'done' | 'failed' | 'never';
  warnings: readonly EngineWarning[];
  readonly contents: Partial<Record<string, string>>;
};

type Answer = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
  readonly text: string;
};

export async function compatibleApp(overrides: Partial<AppDependencies> = {}) {
  const [store, blobs] = [memoryStore(), await memoryBlobs()];
  const behaviour: Behaviour = { result: 'done', warnings: [], contents: {} };
  const jobs: Job[] = [];

  async function finish(job: Job): Promise<void> {
    const claim = await claimAgain(store, job.id);
    if (behaviour.result === 'failed') {
      await store.jobs.fail(claim, 'The document could not be converted.', new Date());
      return;
    }
    const put = async (key: string, file: Buffer) => {
      await blobs.put(key, file, { contentType: 'application/octet-stream' });
      return { bytes: file.length, sha256: sha256Of(file) };
    };
    const outputs = await Promise.all(
      job.options.format.map(async (format) => {
        const objectKey = outputKey(job, claim, format);
        const content = behaviour.contents[format] ?? `${format} of ${job.source.fileName}`;
        return { format, objectKey, ...(await put(objectKey, Buffer.from(content))) };
      }),
    );
    const index = writeIndex(document, { includeHeaderFooter: false }, (raw) => zstdCompressSync(raw));
    const key = readingKey(job, claim);
    const reading = { key, ...(await put(key, Buffer.concat([...index]))) };
    const { warnings } = behaviour;
    await store.jobs.complete(claim, { pageCount: job.pages, warnings, outputs, reading }, new Date());
  }

  const { admit } = store.jobs;
  store.jobs.admit = async (...args) => {
    const admission = await admit(...args);
    if (admission.kind === 'admitted') {
      jobs.push(admission.job);
      if (behaviour.result !== 'never') setImmediate(() => void finish(admission.job));
    }
    return admission;
  };

  const compatibleApi = { enabled: true, waitMs: 5_000 };
  const app = await testApp({ compatibleApi, ...overrides, store, blobs });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });

  async function keyOf(subject: string, tier: Tier = 'pro'): Promise<string> {
    const person = { issuer: 'https://id.test', subject, email: `${subject}@id.test` };
    const { id } = await store.accounts.findOrCreate(person, new Date());
    await store.accounts.setTier(id, tier);
    const rawKey = newRawKey();
    await store.apiKeys.create(sampleKey(id, { hash: hashRawKey(rawKey) }), 100);
    return rawKey;
  }

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(base + path, init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const body = (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: answer.status, body, headers: answer.headers, text };
  }

  /** Sends a recorded request with a key. */
  async function replay(name: string, key: string, file = pdf): Promise<Answer> {
    const { path, init } = recordedRequest(name, key, Buffer.from(file));
    return send(path, init);
  }

  return { store, blobs, base, behaviour, jobs, keyOf, send, replay };
}

export type CompatibleApp = Awaited<ReturnType<typeof compatibleApp>>;

type Field = readonly [name: string, value: string];

export function formOf(fields: readonly Field[], file: string | null = pdf): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  if (file !== null) data.append('files', new Blob([file], { type: 'application/pdf' }), 'report.pdf');
  return data;
}

/** Requests to the app and with the key of the current test. */
export const requestsTo = (current: () => { readonly app: CompatibleApp; readonly key: string }) => ({
  post: (path: string, fields: readonly Field[] = [], file: string | null = pdf) => {
    const { app, key } = current();
    return app.send(path, { method: 'POST', body: formOf(fields, file), headers: { 'x-api-key': key } });
  },
  get: (path: string, as = current().key) => current().app.send(path, { headers: { 'x-api-key': as } }),
});
