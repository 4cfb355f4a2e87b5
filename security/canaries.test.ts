/** Canaries work: reading the file or connecting to the port is detected, and the secret is found in any encoding. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { containsSecret, placeCanaries } from './canaries.ts';

describe('canaries', () => {
  it('can be read and connected to from outside the sandbox, and count each connection', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'octavo-canary-'));
    const canaries = await placeCanaries(directory);
    expect(readFileSync(canaries.file, 'utf8')).toBe(canaries.secret);
    expect(canaries.hits()).toBe(0);
    expect(await (await fetch(canaries.url)).text()).toBe(canaries.secret);
    expect(canaries.hits()).toBe(1);
    await canaries.close();
    rmSync(directory, { recursive: true });
  });

  const secret = 'canary-0123456789abcdef';
  const packed = deflateSync(Buffer.from(`before ${secret} after`));
  it.each<[string, Buffer]>([
    ['plain', Buffer.from(`a ${secret} b`)],
    ['base64', Buffer.from(Buffer.from(`ab${secret}cd`).toString('base64'))],
    ['base64 at an offset of one', Buffer.from(Buffer.from(`a${secret}cd`).toString('base64'))],
    ['base64, aligned', Buffer.from(Buffer.from(`abc${secret}cd`).toString('base64'))],
    ['UTF-16', Buffer.from(secret, 'utf16le').swap16()],
    [
      'a compressed stream',
      Buffer.concat([Buffer.from('%PDF-1.7 stream\n'), packed, Buffer.from('\nendstream')]),
    ],
  ])('are found as %s', (_name, data) => {
    expect(containsSecret(data, secret)).toBe(true);
    expect(containsSecret(data, 'canary-fedcba9876543210')).toBe(false);
  });
});
