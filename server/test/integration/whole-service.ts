/** API and workers as processes on the real services, with a new bucket and database, and a client. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signIn } from '../../../testkit/services/sign-in.ts';
import { openBlobs } from '../../src/s3/blobs.ts';
import { atEnd } from '../at-end.ts';
import { freshBucket } from './fresh-bucket.ts';
import { migratedDatabase } from './fresh-database.ts';
import { type RunningProcess, startProcess } from './running-process.ts';

export type JobAnswer = {
  readonly id: string;
  readonly status: 'pending' | 'processing' | 'done' | 'failed';
  readonly page_count: number | null;
  readonly error_message: string | null;
  readonly download_urls: Record<string, string>;
};

export type WholeService = {
  readonly env: Record<string, string>;
  readonly api: RunningProcess;
  readonly workDir: string;
  /** Keys of all objects in the bucket. */
  stored(): Promise<readonly string[]>;
  /** Removes the objects of a folder without the service. */
  removeStored(folder: string): Promise<void>;
  startWorker(): Promise<RunningProcess>;
  /** Sends a request to the API, or to another node of it. */
  request(path: string, init?: RequestInit, node?: string): Promise<Response>;
  submit(file: Uint8Array, options?: object): Promise<JobAnswer>;
  job(id: string): Promise<JobAnswer>;
  /** Polls until the job is in one of these states; fails after the deadline. */
  waitFor(id: string, states: readonly JobAnswer['status'][], withinMs?: number): Promise<JobAnswer>;
};

export async function startWholeService(env: Record<string, string> = {}): Promise<WholeService> {
  const workDir = mkdtempSync(join(tmpdir(), 'octavo-whole-'));
  // The sandbox runs as another user when the tests run as root.
  chmodSync(workDir, 0o755);
  const bucket = await freshBucket();
  const blobs = openBlobs(bucket.settings);
  atEnd(async () => {
    blobs.close();
    await bucket.remove();
    rmSync(workDir, { recursive: true, force: true });
  });
  const settings = {
    OCTAVO_DATABASE_URL: env['OCTAVO_DATABASE_URL'] ?? (await migratedDatabase()),
    OCTAVO_S3_BUCKET: bucket.settings.bucket,
    OCTAVO_WORK_DIR: workDir,
    OCTAVO_HTTP_PORT: '0',
    OCTAVO_JOB_LEASE_MS: '2000',
    OCTAVO_SHUTDOWN_GRACE_MS: '6000',
    ...env,
  };
  const api = startProcess('api', settings);
  const { msg = '' } = await api.logged(/listening at/);
  const base = msg.replace(/^.*listening at /, '');
  const { accessToken } = await signIn(process.env['OCTAVO_OIDC_ISSUER'] ?? '', 'whole');

  const request = (path: string, init: RequestInit = {}, node = base) =>
    fetch(node + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${accessToken}` } });
  const job = async (id: string) => (await (await request(`/jobs/${id}`)).json()) as JobAnswer;
  return {
    env: settings,
    api,
    workDir,
    stored: async () => (await Array.fromAsync(blobs.list(''))).map(({ key }) => key),
    removeStored: async (folder) => {
      await blobs.deletePrefix(folder);
    },
    request,
    job,
    startWorker: async () => {
      const worker = startProcess('worker', settings);
      await worker.logged(/^working$/);
      return worker;
    },
    submit: async (file, options = {}) => {
      const form = new FormData();
      form.append('options', JSON.stringify(options));
      form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'document.pdf');
      const answer = await request('/jobs', { method: 'POST', body: form });
      expect(answer.status).toBe(201);
      return (await answer.json()) as JobAnswer;
    },
    waitFor: async (id, states, withinMs = 30_000) => {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const found = await job(id);
        if (states.includes(found.status)) return found;
        if (Date.now() > deadline)
          throw new Error(`the job is ${found.status} and not ${states.join(' or ')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
