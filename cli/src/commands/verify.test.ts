/** `octavo verify` and `octavo jobs erasure` without a network. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const payloadType = 'application/vnd.in-toto+json';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x } = publicKey.export({ format: 'jwk' });
const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', use: 'sig', alg: 'EdDSA' }] };

const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  predicateType: 'urn:octavo:predicate-type:erasure:v1',
  subject: [
    {
      name: 'source',
      digest: { sha256: createHash('sha256').update('%PDF-').digest('hex') },
      annotations: { bytes: 5 },
    },
  ],
  predicate: {
    service: 'http://octavo.test',
    job_id: 'j',
    erased_at: '2026-11-17T12:00:00.000Z',
    reason: 'requested',
    removed: { files: 1, bytes: 5 },
  },
};

function signed(): object {
  const payload = Buffer.from(JSON.stringify(statement));
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  const sig = sign(null, Buffer.concat([Buffer.from(head), payload]), privateKey).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: 'k1', sig }] };
}

function sandbox() {
  const cwd = mkdtempSync(join(tmpdir(), 'octavo-verify-'));
  writeFileSync(join(cwd, 'report.pdf'), '%PDF-');
  writeFileSync(join(cwd, 'other.pdf'), '%PDF-other');
  const asked: string[] = [];
  const environment = fakeEnvironment({
    cwd,
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (url) => {
      const { pathname } = new URL(String(url));
      asked.push(pathname);
      return Response.json(pathname.startsWith('/erasures/') ? signed() : keys);
    },
  });
  return { cwd, environment, asked };
}

it('gets the certificate of a deleted job, and verifies it with the files that were erased', async () => {
  const { cwd, environment, asked } = sandbox();
  expect(await run(['jobs', 'erasure', 'j', '-o', 'erasure.json'], environment)).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, 'erasure.json'), 'utf8'))).toEqual(signed());
  expect(await run(['verify', '--receipt', 'erasure.json', 'report.pdf'], environment)).toBe(0);
  expect(asked).toEqual(['/erasures/j', '/.well-known/octavo-receipt-keys.json']);
  expect(environment.stdoutText()).toBe(
    [
      'erasure    valid, signed by k1',
      'job        j on http://octavo.test, erased 2026-11-17T12:00:00.000Z (requested)',
      'removed    1 file, 5 bytes',
      'match      report.pdf  (source)',
      '',
    ].join('\n'),
  );
});

it('fails for a file that the certificate does not name', async () => {
  const { environment } = sandbox();
  await run(['jobs', 'erasure', 'j', '-o', 'erasure.json'], environment);
  expect(await run(['verify', '--receipt', 'erasure.json', 'other.pdf'], environment)).toBe(1);
  expect(environment.stdoutText()).toContain('NO MATCH   other.pdf');
});

it('does not convert again by an erasure', async () => {
  const { environment } = sandbox();
  await run(['jobs', 'erasure', 'j', '-o', 'erasure.json'], environment);
  expect(await run(['verify', '--receipt', 'erasure.json', 'report.pdf', '--rerun'], environment)).toBe(2);
  expect(environment.stderrText()).toContain('--rerun needs a receipt.');
});
