/** The OpenAPI document and the page that shows it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.ts';
import { testApp } from './test-app.ts';

describe('/openapi.json and /docs', () => {
  it('serves the document, and a page that loads nothing from other hosts', async () => {
    const docsDir = mkdtempSync(join(tmpdir(), 'octavo-docs-'));
    atEnd(() => rmSync(docsDir, { recursive: true }));
    const app = await testApp({ docsDir });
    const document = (await app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/health');
    const page = await app.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/);
    expect(policy).toContain("default-src 'none'");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.body).toContain(`nonce="${nonce}"`);
    const plain = await app.inject('/docs/js/scalar.js');
    expect(plain.statusCode).toBe(200);
    expect(plain.headers['content-type']).toContain('javascript');
    expect(plain.body).toContain('oct_…');
    const headers = { 'accept-encoding': 'gzip, br' };
    const packed = await app.inject({ url: '/docs/js/scalar.js', headers });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await app.inject('/docs')).headers.location).toBe('/docs/');
  });
});
