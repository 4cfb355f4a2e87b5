/** The inspection reports the same findings as a later conversion, in bounded time for any document. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDefaults } from '../../src/domain/options.ts';
import type { DocumentFindings, WarningCode } from '../../src/ports/engine.ts';
import { fixturePassword } from '../fixtures/documents.ts';
import { fixturePath, pageCountOf } from '../fixtures/golden.ts';
import { at, PdfWriter, pageHeight, pageWidth } from '../fixtures/pdf-writer.ts';
import { bandsImage, latinFonts, line, picture, rule, unicodeFont } from '../fixtures/typesetting.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine({ slots: 1, preflightSlots: 1, inspectSlots: 1 });
});
afterAll(() => testEngine.close());

async function fileOf(content: Buffer): Promise<string> {
  const path = join(await testEngine.outDir(), 'upload');
  await writeFile(path, content, { mode: 0o644 });
  return path;
}

async function findingsIn(path: string, pages: number, password?: string): Promise<DocumentFindings> {
  const outcome = await testEngine.engine.inspect({ path, range: [{ from: 1, to: pages }], password });
  if (outcome.status !== 'inspected') throw new Error(JSON.stringify(outcome));
  return outcome.findings;
}

async function pagesWarned(path: string, pageCount: number, ...codes: WarningCode[]): Promise<number[]> {
  const outcome = await testEngine.engine.convert({
    sourcePath: path,
    fileName: 'a.pdf',
    options: withDefaults({ format: ['text'] }),
    pageCount,
    outDir: await testEngine.outDir(),
    timeoutMs: 30_000,
  });
  if (outcome.status !== 'converted') throw new Error(JSON.stringify(outcome));
  return outcome.warnings.filter(({ code }) => codes.includes(code)).flatMap(({ pages }) => pages);
}

const nothing = {
  scannedPages: [],
  textLayerPages: [],
  pagesWithoutText: [],
  garbledPages: [],
  unmappedFonts: 0,
  unmappedLetters: 0,
};

/** One page of each kind: text, a scan, a scan with hidden text, a scan in strips within a form, unmapped letters, a small picture. */
function mixed(): Buffer {
  const pdf = new PdfWriter();
  const fonts = latinFonts(pdf);
  const scan = bandsImage(pdf, 64, 10);
  const whole = picture('A', 0, 0, pageWidth, pageHeight);
  pdf.page({ fonts, content: line('A page of plain text', 72, 700) });
  pdf.page({ images: { A: scan }, content: whole });
  // Represents the letters of the scan: without marks below it, the text would be dropped as hidden.
  const ink = rule(72, 704, 140, 704);
  pdf.page({ fonts, images: { A: scan }, content: `${whole}${ink}3 Tr\n${line('Hidden below', 72, 700)}` });
  const strip = (n: number) => picture('A', 0, (pageHeight / 4) * n, pageWidth, pageHeight / 4);
  const form = pdf.add(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${pageWidth} ${pageHeight}] /Matrix [1 0 0 1 0 0] /Resources << /XObject << /A ${at(scan)} >> >>`,
    [0, 1, 2, 3].map(strip).join(''),
  );
  pdf.page({ images: { F: form }, content: 'q /F Do Q\n' });
  const text = 'Nobody knows what these letters say, and yet they are seen.';
  const unnamed = unicodeFont(pdf, text, false);
  pdf.page({ fonts: { U: unnamed.ref }, content: unnamed.show(text, 72, 700, 12) });
  pdf.page({ images: { A: scan }, content: picture('A', 100, 100, 80, 80) });
  return pdf.finish();
}

describe('findings', () => {
  it.each(['headings', 'tables', 'columns', 'rotated', 'non-latin', 'tagged', 'encrypted-open', 'long'])(
    '%s: nothing but text',
    async (name) => {
      const pages = pageCountOf(name);
      expect(await findingsIn(fixturePath(name), pages)).toEqual({ ...nothing, pagesInspected: pages });
    },
  );

  it('every kind of page, same as in the conversion', async () => {
    const path = await fileOf(mixed());
    const findings = await findingsIn(path, 6);
    expect(findings).toEqual({
      pagesInspected: 6,
      scannedPages: [2, 4],
      textLayerPages: [3],
      pagesWithoutText: [2, 4, 6],
      garbledPages: [5],
      unmappedFonts: 1,
      unmappedLetters: expect.any(Number),
    });
    expect(findings.unmappedLetters).toBeGreaterThan(30);
    expect(await pagesWarned(path, 6, 'page_only_image')).toEqual([2, 4, 6]);
    expect(await pagesWarned(path, 6, 'page_text_garbled')).toEqual([5]);
  });

  it('unmapped: garbled, same as in the conversion', async () => {
    const path = fixturePath('unmapped');
    expect((await findingsIn(path, 1)).garbledPages).toEqual([1]);
    expect(await pagesWarned(path, 1, 'page_text_garbled')).toEqual([1]);
  });

  it('blank: a page without text that is not a scan', async () => {
    expect(await findingsIn(fixturePath('blank'), 1)).toEqual({
      ...nothing,
      pagesInspected: 1,
      pagesWithoutText: [1],
    });
  });

  it('a locked document with its password', async () => {
    const path = fixturePath('encrypted-locked');
    expect(await findingsIn(path, 1, fixturePassword)).toEqual({ ...nothing, pagesInspected: 1 });
  });

  it('only the requested pages', async () => {
    const path = await fileOf(mixed());
    const range = [
      { from: 1, to: 1 },
      { from: 4, to: 5 },
    ];
    expect(await testEngine.engine.inspect({ path, range })).toMatchObject({
      findings: { pagesInspected: 3, scannedPages: [4], pagesWithoutText: [4], garbledPages: [5] },
    });
  });
});

/** Nested forms: each level draws the one below ten times. */
function nestedForms(levels: number): Buffer {
  const pdf = new PdfWriter();
  const form = (content: string, inner: string) =>
    pdf.add(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${inner} >>`, content);
  let below = form('BT ET\n'.repeat(1_000), '');
  for (let level = 0; level < levels; level += 1)
    below = form('/X Do\n'.repeat(10), `/XObject << /X ${at(below)} >>`);
  pdf.page({ images: { X: below }, content: '/X Do\n' });
  return pdf.finish();
}

function selfReferencingForm(): Buffer {
  const pdf = new PdfWriter();
  const self = pdf.reserve();
  const resources = `/Resources << /XObject << /X ${at(self)} >> >>`;
  pdf.set(self, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`, '/X Do\n');
  pdf.page({ images: { X: self }, content: '/X Do\n' });
  return pdf.finish();
}

/** More content than is read per page, with text only at the end. */
function oversizedContent(): Buffer {
  const pdf = new PdfWriter();
  const fonts = latinFonts(pdf);
  pdf.page({ fonts, content: 'q Q\n'.repeat(5 << 20) + line('at last', 72, 700) });
  return pdf.finish();
}

const nested = (depth: number) => {
  const pdf = new PdfWriter();
  pdf.page({ content: `${'['.repeat(depth)}${']'.repeat(depth)} TJ\n` });
  return pdf.finish();
};

/** Every node of the page tree has the same child ten times: ten billion pages in twelve objects. */
function endlessTree(): Buffer {
  const levels = 10;
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>'];
  for (let level = 0; level < levels; level += 1) {
    const kids = Array.from({ length: 10 }, () => `${level + 3} 0 R`).join(' ');
    objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${10 ** (levels - level)} >>`);
  }
  objects.push('<< /Type /Page /MediaBox [0 0 99 99] >>');
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = String(body.length).padStart(10, '0');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Root 1 0 R /Size ${size} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

describe('a hostile document', () => {
  it('that blocks the parser is abandoned, and its process is replaced', async () => {
    const short = await openTestEngine({ slots: 0, inspectSlots: 1, inspectTimeoutMs: 300 });
    const path = await fileOf(endlessTree());
    const before = performance.now();
    const outcome = await short.engine.inspect({ path, range: [{ from: 1, to: 9 }] });
    const took = performance.now() - before;
    const next = await short.engine.inspect({ path: fixturePath('images'), range: [{ from: 2, to: 2 }] });
    await short.close();
    expect(outcome).toMatchObject({ status: 'inspected', findings: { pagesInspected: 0 } });
    expect(took).toBeLessThan(300 + 5_000);
    expect(next).toMatchObject({ status: 'inspected' });
  });

  it.each([
    ['forms that expand to a billion', () => nestedForms(9)],
    ['a form that draws itself', selfReferencingForm],
    ['arrays nested deeper than the stack', () => nested(2_000_000)],
    ['oversized content', oversizedContent],
  ])(
    '%s ends in time, reports nothing about unread content, and does not affect the next document',
    async (name, make) => {
      const path = await fileOf(make());
      const before = performance.now();
      const findings = await findingsIn(path, 1);
      expect(performance.now() - before).toBeLessThan(15_000);
      expect(findings.garbledPages).toEqual([]);
      // The unread part may contain text.
      if (name === 'oversized content') expect(findings.pagesWithoutText).toEqual([]);
      expect((await findingsIn(fixturePath('images'), 2)).scannedPages).toEqual([2]);
    },
  );

  it('returns partial findings at the time limit', async () => {
    const withoutTime = await openTestEngine({ slots: 0, inspectSlots: 1, inspectTimeoutMs: 1 });
    const pdf = new PdfWriter();
    for (let page = 0; page < 2_000; page += 1) pdf.page({ content: 'q Q\n'.repeat(200) });
    const path = await fileOf(pdf.finish());
    const outcome = await withoutTime.engine.inspect({ path, range: [{ from: 1, to: 2_000 }] });
    await withoutTime.close();
    expect(outcome).toMatchObject({ status: 'inspected' });
    expect(outcome.status === 'inspected' && outcome.findings.pagesInspected).toBeLessThan(2_000);
  });
});

describe('inspection slots', () => {
  it('do not delay admission checks', async () => {
    const slow = await fileOf(nestedForms(9));
    const inspect = () => testEngine.engine.inspect({ path: slow, range: [{ from: 1, to: 1 }] });
    const busy = Promise.all([inspect(), inspect(), inspect()]);
    const before = performance.now();
    expect(await testEngine.engine.preflight({ path: fixturePath('headings') })).toMatchObject({
      status: 'accepted',
    });
    expect(performance.now() - before).toBeLessThan(2_000);
    await busy;
  });

  it('report busy when no process is free in time, and cancelled when the caller aborts', async () => {
    const one = await openTestEngine({ slots: 0, inspectSlots: 1, inspectWaitMs: 1 });
    const path = await fileOf(oversizedContent());
    const request = { path, range: [{ from: 1, to: 1 }] };
    const [first, second] = await Promise.all([one.engine.inspect(request), one.engine.inspect(request)]);
    expect([first.status, second.status]).toEqual(['inspected', 'busy']);
    const outcome = await one.engine.inspect({ ...request, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ status: 'failed', failure: { class: 'cancelled' } });
    await one.close();
  });

  it('do not exist in a process that only converts', async () => {
    const none = await openTestEngine({ slots: 0, inspectSlots: 0 });
    const outcome = await none.engine.inspect({ path: fixturePath('blank'), range: [{ from: 1, to: 1 }] });
    await none.close();
    expect(outcome).toMatchObject({ status: 'failed', failure: { class: 'environment' } });
  });
});
