/** Signing keys of the OpenID provider, kept in a file so that tokens outlive a restart, and rotated newest first. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

export type SigningKey = Readonly<Record<string, unknown>> & { readonly kid: string; readonly kty: string };

export type KeyFile = {
  /** The provider signs with the first and publishes all of them. */
  readonly keys: readonly SigningKey[];
  readonly cookieSecret: string;
};

const generate = promisify(generateKeyPair);

export async function loadKeys(path: string): Promise<KeyFile> {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as KeyFile;
  const file = { keys: [await newKey()], cookieSecret: randomBytes(32).toString('base64url') };
  save(path, file);
  return file;
}

/** Puts a new key first and keeps the one before it, so that tokens already handed out stay good. */
export async function rotateKeys(path: string): Promise<SigningKey> {
  const file = await loadKeys(path);
  const key = await newKey();
  save(path, { ...file, keys: [key, ...file.keys.slice(0, 1)] });
  return key;
}

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, kty: 'RSA', alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

function save(path: string, file: KeyFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
