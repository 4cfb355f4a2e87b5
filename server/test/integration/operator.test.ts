/** Operator tasks: the doctor command, and rotating the sealing key of a running service. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixturePassword } from '../fixtures/documents.ts';
import { fixturePath } from '../fixtures/golden.ts';
import { startProcess } from './running-process.ts';
import { startWholeService, type WholeService } from './whole-service.ts';

const entry = fileURLToPath(new URL('../../src/start/admin.ts', import.meta.url));
const execute = promisify(execFile);

type Finding = { part: string; state: string; says: string; next: string };

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService();
});

async function admin(args: readonly string[], env: Record<string, string> = {}) {
  const options = { env: { ...process.env, ...service.env, ...env }, timeout: 120_000 };
  const run = execute(process.execPath, [entry, ...args, '--json'], options);
  const { stdout, code } = await run.then(
    (ended) => ({ ...ended, code: 0 }),
    (failed: { stdout: string; code: number }) => failed,
  );
  return { code, rows: JSON.parse(stdout) as never };
}

async function findings(env: Record<string, string> = {}) {
  const { code, rows } = await admin(['doctor'], env);
  const found = new Map<string, Finding>();
  // The worst finding per part.
  const rank = ['ok', 'warn', 'bad'];
  for (const one of rows as Finding[]) {
    const before = found.get(one.part);
    if (!before || rank.indexOf(one.state) > rank.indexOf(before.state)) found.set(one.part, one);
  }
  return { code, found };
}

describe('--json', () => {
  it('prints nothing but the result to stdout, whatever is logged', async () => {
    const args = ['key', 'create', 'first@example.com', '--tier', 'pro'];
    const { code, rows } = await admin(args, { OCTAVO_NOT_A_VARIABLE: '1' });
    expect(code).toBe(0);
    expect(rows).toMatchObject({ tier: 'pro', raw_key: expect.stringMatching(/^oct_[0-9a-f]{40}$/) });
  });
});

describe('octavo admin doctor', () => {
  it('reports no problems on a healthy installation, and checks every part', async () => {
    const { msg = '' } = await service.api.logged(/listening at/);
    const { code, found } = await findings({ OCTAVO_PUBLIC_URL: msg.replace(/^.*listening at /, '') });
    expect([...found.values()].filter(({ state }) => state === 'bad')).toEqual([]);
    expect(code).toBe(0);
    expect([...found.keys()].toSorted()).toEqual([
      'OCR',
      'clock',
      'configuration',
      'database',
      'disk',
      'document writer',
      'engine',
      'issuer',
      'lifecycle',
      'listener',
      'memory limit',
      'migrations',
      'object lock',
      'process limit',
      'public URL',
      'queue',
      'repair',
      'sandbox',
      'sessions',
      'signed URLs',
      'storage',
      'versioning',
    ]);
    expect(await service.stored()).toEqual([]);
  });

  it('sends a part to a signed URL where direct uploads are offered, and leaves nothing', async () => {
    const { found } = await findings({ OCTAVO_DIRECT_UPLOADS: 'true' });
    expect(found.get('direct uploads')).toMatchObject({ state: 'ok' });
    expect(await service.stored()).toEqual([]);
  });

  it.each([
    ['database', { OCTAVO_DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' }, 'OCTAVO_DATABASE_URL'],
    ['storage', { OCTAVO_S3_BUCKET: 'no-such-bucket' }, ''],
    ['signed URLs', { OCTAVO_S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:9' }, '127.0.0.1:9'],
    [
      'direct uploads',
      { OCTAVO_DIRECT_UPLOADS: 'true', OCTAVO_S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:9' },
      '127.0.0.1:9',
    ],
    ['issuer', { OCTAVO_OIDC_ISSUER: 'http://127.0.0.1:9' }, 'cannot be reached'],
    ['engine', { OCTAVO_ENGINE_JAVA: '/no/java' }, 'No Java found'],
    ['public URL', { OCTAVO_PUBLIC_URL: 'http://octavo.invalid' }, 'not https'],
    ['sandbox', { OCTAVO_ENGINE_SANDBOX: 'off' }, 'is off'],
  ])('reports what is wrong with the %s and what to do', async (part, env, words) => {
    const { code, found } = await findings(env);
    const finding = found.get(part);
    expect(finding?.state).toBe(['signed URLs', 'direct uploads'].includes(part) ? 'warn' : 'bad');
    expect(finding?.says).toContain(words);
    expect(finding?.next.length).toBeGreaterThan(20);
    if (finding?.state === 'bad') expect(code).toBe(1);
  });
});

describe('a new sealing key', () => {
  const older = process.env['OCTAVO_SEALING_KEY'] ?? '';
  const newer = randomBytes(32).toString('hex');
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob([readFileSync(fixturePath('encrypted-locked'))]), 'document.pdf');
    body.append('options', JSON.stringify({ password: fixturePassword, format: ['markdown'] }));
    return body;
  };

  it('works together with the old key: passwords, webhooks and idempotency keys stay valid', async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    const first = await service.request('/jobs', { method: 'POST', body: form(), headers });
    expect(first.status).toBe(201);
    expect((await service.request('/.well-known/octavo-receipt-keys.json')).status).toBe(200);
    const { id } = (await first.json()) as { id: string };
    const hook = await service.request('/webhooks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://receiver.example.com/hook' }),
    });
    expect(hook.status).toBe(201);

    const both = { OCTAVO_SEALING_KEY: `${newer},${older}` };
    const next = startProcess('api', { ...service.env, ...both });
    const { msg = '' } = await next.logged(/listening at/);
    const base = msg.replace(/^.*listening at /, '');
    const again = await service.request('/jobs', { method: 'POST', body: form(), headers }, base);
    expect({ status: again.status, id: ((await again.json()) as { id: string }).id }).toEqual({
      status: 201,
      id,
    });

    const renewed = await admin(['seal', 'renew'], both);
    expect(renewed.rows).toEqual({ webhooks: 1, renewed: 1, unopened: 'none', receipt_key: 'renewed' });

    const worker = startProcess('worker', { ...service.env, ...both });
    await worker.logged(/^working$/);
    await service.waitFor(id, ['done'], 60_000);

    // The old key is removed: everything is sealed with the new one.
    const after = await admin(['seal', 'renew'], { OCTAVO_SEALING_KEY: newer });
    expect(after.rows).toEqual({ webhooks: 1, renewed: 0, unopened: 'none', receipt_key: 'current' });
  });
});
