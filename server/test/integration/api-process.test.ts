/** The API as a process: starts before its database, survives an outage of it, shuts down cleanly. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { down, up } from '../../../testkit/services/manage.ts';
import { serviceSet } from '../../../testkit/services/service-set.ts';
import { type RunningProcess, startProcess } from './running-process.ts';

const set = serviceSet(inject('serviceSet'), process.env);

async function addressOf(api: RunningProcess): Promise<string> {
  const { msg = '' } = await api.logged(/listening at/);
  return msg.replace(/^.*listening at /, '');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition was not met within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the API process', () => {
  let api: RunningProcess;
  let base: string;

  beforeAll(async () => {
    api = startProcess('api', { OCTAVO_HTTP_PORT: '0' });
    base = await addressOf(api);
  });

  it('serves /health and /readyz with the real services', async () => {
    expect(await (await fetch(`${base}/health`)).text()).toBe('{"status":"ok"}');
    expect(await (await fetch(`${base}/readyz`)).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    });
  });

  it('returns 503 with detail while Postgres is stopped, and recovers by itself', async () => {
    await down(set, ['postgres']);
    const answer = await fetch(`${base}/health`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ detail: expect.any(String), code: 'service_unavailable' });
    expect((await fetch(`${base}/livez`)).status).toBe(200);

    const early = startProcess('api', { OCTAVO_HTTP_PORT: '0' });
    const earlyBase = await addressOf(early);
    expect((await fetch(`${earlyBase}/health`)).status).toBe(503);

    await up(set, ['postgres']);
    await until(async () => (await fetch(`${base}/health`)).ok && (await fetch(`${earlyBase}/health`)).ok);
    expect(await early.stop()).toBe(0);
  });

  it('exits with 0 on SIGTERM and logs it', async () => {
    expect(await api.stop()).toBe(0);
    expect(api.log.map((line) => line.msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
  });
});

describe('a process with a faulty configuration', () => {
  it('does not start, reports every fault and exits with 78', () => {
    const script = fileURLToPath(new URL('../../src/start/api.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script], {
      env: { ...process.env, OCTAVO_HTTP_PORT: 'x', OCTAVO_S3_ENDPOINT: '' },
      encoding: 'utf8',
    });
    expect(status).toBe(78);
    expect(stderr).toContain('OCTAVO_HTTP_PORT is "x"; wanted a whole number from 0 to 65535');
    expect(stderr).toContain('OCTAVO_S3_ENDPOINT is not set');
  });
});

describe('a process with the example sealing key', () => {
  const example = '0123456789abcdef'.repeat(4);

  it.each(['api', 'worker'])('does not start with a public URL: %s', (entry) => {
    const script = fileURLToPath(new URL(`../../src/start/${entry}.ts`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script], {
      env: {
        ...process.env,
        OCTAVO_PUBLIC_URL: 'https://octavo.example.com',
        OCTAVO_SEALING_KEY: example,
        OCTAVO_HTTP_PORT: '0',
      },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect({ status, stderr }).toEqual({
      status: 78,
      stderr: expect.stringContaining('OCTAVO_SEALING_KEY is the public key of the examples'),
    });
  });

  it('starts with a warning on a local address, and while the key is being rotated', async () => {
    const changing = { OCTAVO_PUBLIC_URL: 'https://octavo.example.com' };
    const own = 'ab'.repeat(32);
    for (const env of [
      { OCTAVO_SEALING_KEY: example },
      { ...changing, OCTAVO_SEALING_KEY: `${own},${example}` },
    ]) {
      const api = startProcess('api', { OCTAVO_HTTP_PORT: '0', ...env });
      await addressOf(api);
      expect(await api.logged(/^OCTAVO_SEALING_KEY is the public key of the examples/)).toMatchObject({
        level: 'warn',
      });
      expect(await api.stop()).toBe(0);
    }
  });
});
