/** The admission check says of a file what a conversion would meet, or why there will be none. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureDocuments, fixturePassword } from '../fixtures/documents.ts';
import { fixturePath, pageCountOf } from '../fixtures/golden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

let bench: TestEngine;
beforeAll(async () => {
  bench = await openTestEngine({ slots: 0, preflightSlots: 1, pagesMax: 39 });
});
afterAll(() => bench.close());

const names = Object.keys(fixtureDocuments).filter((name) => name !== 'long' && name !== 'encrypted-locked');

async function fileOf(content: string): Promise<string> {
  const path = join(await bench.outDir(), 'upload');
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

/** A document of a single page, with the number of pages it claims. */
function claiming(count: number): string {
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    `2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count ${count} >>\nendobj\n`,
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>\nendobj\n',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object) => {
    const offset = body.length;
    body += object;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${body}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n${body.length}\n%%EOF\n`;
}

describe('accepted', () => {
  it.each(names)('%s, with its number of pages', async (name) => {
    expect(await bench.engine.preflight({ path: fixturePath(name) })).toEqual({
      status: 'accepted',
      pageCount: pageCountOf(name),
      encrypted: name.startsWith('encrypted'),
      tagged: name === 'tagged',
    });
  });

  it('a locked document with its password', async () => {
    const path = fixturePath('encrypted-locked');
    expect(await bench.engine.preflight({ path, password: fixturePassword })).toMatchObject({
      status: 'accepted',
      encrypted: true,
    });
  });
});

describe('refused', () => {
  it('a locked document without a password, or with a wrong one', async () => {
    const path = fixturePath('encrypted-locked');
    expect(await bench.engine.preflight({ path })).toMatchObject({ reason: 'password_required' });
    expect(await bench.engine.preflight({ path, password: 'x' })).toMatchObject({
      reason: 'password_incorrect',
    });
  });

  it('a document with more pages than allowed', async () => {
    expect(await bench.engine.preflight({ path: fixturePath('long') })).toMatchObject({
      reason: 'too_many_pages',
    });
  });

  it.each([0, -5])('a document that claims %s pages', async (count) => {
    expect(await bench.engine.preflight({ path: await fileOf(claiming(count)) })).toMatchObject({
      status: 'refused',
    });
  });

  it('a document that claims more pages than it has', async () => {
    expect(await bench.engine.preflight({ path: await fileOf(claiming(7)) })).toMatchObject({
      reason: 'unreadable',
    });
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<html>%PDF- is only mentioned here</html>'],
    ['a header and no more', '%PDF-1.7\n'],
  ])('%s', async (_what, content) => {
    expect(await bench.engine.preflight({ path: await fileOf(content) })).toMatchObject({
      reason: 'unreadable',
    });
  });
});
