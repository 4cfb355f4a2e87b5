/** The app on fakes for tests of `/jobs`: submits of one account, and what they leave behind. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import type { PreflightOutcome, PreflightRequest } from '../../src/ports/engine.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

export type Form = {
  readonly file?: string | null;
  readonly fileName?: string;
  readonly options?: string;
  readonly extra?: readonly [string, string];
};

type Submitted = {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
  readonly headers: Headers;
};

export type JobsApp = {
  readonly store: MemoryStore;
  readonly blobs: MemoryBlobs;
  readonly spoolDir: string;
  readonly base: string;
  /** The outcome of every check, or a function of the request; a test may replace it. */
  preflight: PreflightOutcome | ((request: PreflightRequest) => Promise<PreflightOutcome>);
  /** As `alice`. */
  submit(form?: Form): Promise<Submitted>;
  /** Keys of all stored files. */
  stored(): Promise<readonly string[]>;
  /** No file, no upload and no active job of `alice`. */
  expectNothingLeft(): Promise<void>;
};

export const pdf = '%PDF-1.7 and the rest';

const plans: Plans = {
  ...defaultPlans,
  free: { ...defaultPlans.free, fileBytesMax: 1_000, pagesPerMonth: 10 },
};

export function formOf({ file = pdf, fileName = 'report.pdf', options, extra }: Form): FormData {
  const form = new FormData();
  if (options !== undefined) form.append('options', options);
  if (extra) form.append(...extra);
  if (file !== null) form.append('file', new Blob([file]), fileName);
  return form;
}

async function submitTo(base: string, form: Form): Promise<Submitted> {
  const answer = await fetch(`${base}/jobs`, {
    method: 'POST',
    body: formOf(form),
    headers: { authorization: 'Bearer alice' },
  });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body, headers: answer.headers };
}

export async function jobsApp(): Promise<JobsApp> {
  const store = memoryStore();
  const blobs = await memoryBlobs();
  const spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  const engine = fakeEngine({
    preflight: (request) => (typeof app.preflight === 'function' ? app.preflight(request) : app.preflight),
  });
  const fastify = await testApp({ store, blobs, spoolDir, plans, engine });
  const base = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key);
  const app: JobsApp = {
    store,
    blobs,
    spoolDir,
    base,
    preflight: { status: 'accepted', pageCount: 3, encrypted: false, tagged: false, repaired: false },
    submit: (form = {}) => submitTo(base, form),
    stored,
    expectNothingLeft: async () => {
      expect(await stored()).toEqual([]);
      expect(readdirSync(spoolDir)).toEqual([]);
      expect(await store.uploads.abandoned(10, [])).toEqual([]);
      const { id } = await store.accounts.findOrCreate(
        { issuer: 'https://id.test', subject: 'alice', email: '' },
        new Date(),
      );
      expect(await store.jobs.activeCount(id)).toBe(0);
    },
  };
  return app;
}
