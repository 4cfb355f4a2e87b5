/** The app on fakes with direct uploads, and what clients do with them. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPlans, type Plans } from '../../src/domain/plan.ts';
import type { PreflightOutcome } from '../../src/ports/engine.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { testApp } from './test-app.ts';

export const mebibyte = 1_048_576;
export const small = Buffer.from('%PDF-1.7 and the rest');
export const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

export type Part = {
  readonly number: number;
  readonly offset: number;
  readonly bytes: number;
  readonly uploaded: boolean;
  readonly url: string | null;
};
export type UploadBody = {
  readonly id: string;
  readonly status: string;
  readonly parts: readonly Part[];
  readonly job_id: string | null;
  readonly code?: string;
};

/** What a test may change before a request. */
type Behaviour = {
  preflight: PreflightOutcome;
  readonly plans: { -readonly [Tier in keyof Plans]: Plans[Tier] };
};

export async function putPart({ url }: Part, body: Buffer): Promise<number> {
  return (await fetch(url ?? '', { method: 'PUT', body: new Blob([new Uint8Array(body)]) })).status;
}

export async function uploadsApp({ offersDirectUploads = true } = {}) {
  const blobs = await memoryBlobs();
  const spoolDir = mkdtempSync(join(tmpdir(), 'octavo-spool-'));
  const behaviour: Behaviour = {
    preflight: { status: 'accepted', pageCount: 3, encrypted: false, tagged: false, repaired: false },
    plans: { ...defaultPlans },
  };
  const engine = { ...fakeEngine(), preflight: async () => behaviour.preflight };
  const { plans } = behaviour;
  const app = await testApp({ store: memoryStore(), blobs, spoolDir, plans, engine, offersDirectUploads });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });

  async function call(method: string, path: string, json?: unknown, { user = 'alice', key = '' } = {}) {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${user}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    });
    const text = await answer.text();
    const body = (text === '' ? {} : JSON.parse(text)) as UploadBody & Record<string, unknown>;
    return { status: answer.status, body, headers: answer.headers };
  }
  const create = async (fields: object) => (await call('POST', '/uploads', fields)).body;

  /** Creates an upload and sends all parts. */
  async function uploaded(file = small, fields: object = {}): Promise<string> {
    const { id, parts } = await create({ bytes: file.length, file_name: 'Bericht.PDF', ...fields });
    for (const part of parts) {
      const status = await putPart(part, file.subarray(part.offset, part.offset + part.bytes));
      if (status !== 200) throw new Error(`a part was answered with ${status}`);
    }
    return id;
  }
  const submit = (upload_id: string, more: object = {}, caller = {}) =>
    call('POST', '/jobs', { upload_id, ...more }, caller);

  /** Objects and unfinished uploads, by the kind of thing they belong to. */
  function stored(): string[] {
    const keys = [...blobs.versions.keys(), ...blobs.uploads.values()];
    return keys.map((key) => key.split('/')[2] ?? key).sort();
  }
  return { base, blobs, spoolDir, behaviour, call, create, uploaded, submit, stored };
}

export type UploadsApp = Awaited<ReturnType<typeof uploadsApp>>;
