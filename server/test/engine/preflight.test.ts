/** The admission check accepts a file with its properties or refuses it with a reason. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureDocuments, fixturePassword } from '../fixtures/documents.ts';
import { fixturePath, pageCountOf } from '../fixtures/golden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine({ slots: 0, preflightSlots: 1, pagesMax: 39 });
});
afterAll(() => testEngine.close());

const names = Object.keys(fixtureDocuments).filter((name) => name !== 'long' && name !== 'encrypted-locked');

async function fileOf(content: string): Promise<string> {
  const path = join(await testEngine.outDir(), 'upload');
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

/** A document of one page that declares `count` pages. */
function declaring(count: number): string {
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
    expect(await testEngine.engine.preflight({ path: fixturePath(name) })).toEqual({
      status: 'accepted',
      pageCount: pageCountOf(name),
      encrypted: name.startsWith('encrypted'),
      tagged: name === 'tagged',
      repaired: false,
    });
  });

  it('a locked document with its password', async () => {
    const path = fixturePath('encrypted-locked');
    expect(await testEngine.engine.preflight({ path, password: fixturePassword })).toMatchObject({
      status: 'accepted',
      encrypted: true,
    });
  });
});

describe('refused', () => {
  it('a locked document without a password, or with a wrong one', async () => {
    const path = fixturePath('encrypted-locked');
    expect(await testEngine.engine.preflight({ path })).toMatchObject({ reason: 'password_required' });
    expect(await testEngine.engine.preflight({ path, password: 'x' })).toMatchObject({
      reason: 'password_incorrect',
    });
  });

  it('a document with more pages than allowed', async () => {
    expect(await testEngine.engine.preflight({ path: fixturePath('long') })).toMatchObject({
      reason: 'too_many_pages',
    });
  });

  it.each([0, -5])('a document that declares %s pages', async (count) => {
    expect(await testEngine.engine.preflight({ path: await fileOf(declaring(count)) })).toMatchObject({
      status: 'refused',
    });
  });

  it('a document that declares more pages than it has', async () => {
    expect(await testEngine.engine.preflight({ path: await fileOf(declaring(7)) })).toMatchObject({
      reason: 'unreadable',
    });
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<html>%PDF- is only mentioned here</html>'],
    ['a header and no more', '%PDF-1.7\n'],
  ])('%s', async (_what, content) => {
    expect(await testEngine.engine.preflight({ path: await fileOf(content) })).toMatchObject({
      reason: 'unreadable',
    });
  });
});
