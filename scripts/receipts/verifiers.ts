/** Ways to verify a receipt, the files it names and the keys: each says whether all of them are genuine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Octavo, verifyReceipt } from '@octavo/sdk';

export type Evidence = {
  readonly receipt: Awaited<ReturnType<Octavo['jobs']['receipt']>>;
  readonly keys: Awaited<ReturnType<Octavo['receipts']['keys']>>;
  /** By the name that the receipt has for them. */
  readonly files: Readonly<Record<string, Buffer>>;
};

export type Verifier = (evidence: Evidence) => Promise<boolean>;

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const verifyWithSdk: Verifier = async ({ receipt, keys, files }) => {
  const result = await verifyReceipt(receipt, keys);
  return (
    result.signature === 'valid' &&
    Object.entries(files).every(([name, bytes]) => result.digests[name] === sha256Of(bytes))
  );
};

/** The server uses its own keys, so it cannot judge those of the evidence. */
export const serverVerifier =
  (client: Octavo): Verifier =>
  async ({ receipt, files }) => {
    const named = Object.entries(files).map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }));
    const result = await client.receipts.verify(receipt, named).catch((error: { status?: number }) => {
      if (error.status === 400) return null;
      throw error;
    });
    return result?.signature === 'valid' && result.files.every(({ match }) => match);
  };

const guide = join(import.meta.dirname, '../../docs/guides/receipts.md');

/** The commands of the guide as they are, without its two downloads, and the comparison that it asks for. */
export async function opensslVerifier(): Promise<Verifier> {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  const commands = blocks.map(([, code = '']) => code).find((code) => code.includes('openssl'));
  if (commands === undefined) throw new Error(`${guide} has no commands with openssl.`);
  const script = `set -euo pipefail
curl() { :; }
${commands}
for file in file.*; do grep -q "$(sha256sum < "$file" | cut -d ' ' -f 1)" payload.json; done`;
  return async ({ receipt, keys, files }) => {
    const cwd = await mkdtemp(join(tmpdir(), 'octavo-receipt-'));
    try {
      await writeFile(join(cwd, 'receipt.json'), JSON.stringify(receipt));
      await writeFile(join(cwd, 'keys.json'), JSON.stringify(keys));
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(cwd, `file.${name}`), bytes);
      const env = { PATH: process.env['PATH'] ?? '', OCTAVO_URL: '', API_KEY: '', JOB: '' };
      return await promisify(execFile)('bash', ['--norc', '-c', script], { cwd, env }).then(
        () => true,
        () => false,
      );
    } finally {
      await rm(cwd, { recursive: true });
    }
  };
}
