/** The lines of a PDF, and its words with their boxes, as `pdftotext` of poppler finds them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PdfPage, Word } from './pdf-facts.ts';

const run = promisify(execFile);
const timeoutMs = 60_000;
const outputBytesMax = 256 * 1_048_576;

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name) => references[name] ?? whole);

const pagePattern = /<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs;
const wordPattern =
  /<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*?)<\/word>/gs;

/** Poppler ignores `UserUnit`, so its boxes are scaled to the pages that `pages` describe. */
export async function readWords(path: string, pages: readonly PdfPage[]): Promise<Word[]> {
  const args = ['-bbox', '-cropbox', '-enc', 'UTF-8', '-l', String(pages.length), path, '-'];
  const { stdout } = await run('pdftotext', args, { maxBuffer: outputBytesMax, timeout: timeoutMs });
  return [...stdout.matchAll(pagePattern)].flatMap(([, width, , body = ''], index) => {
    const scale = (pages[index]?.width ?? 0) / Number(width);
    return [...body.matchAll(wordPattern)].map(([, left, top, right, bottom, text = '']): Word => {
      const at = (value: string | undefined) => Number(value) * scale;
      return { page: index + 1, box: [at(left), at(top), at(right), at(bottom)], text: decode(text) };
    });
  });
}

/** None if poppler cannot read the file. */
export async function readLines(path: string, pagesMax: number): Promise<string[]> {
  const args = ['-enc', 'UTF-8', '-l', String(pagesMax), path, '-'];
  const printed = run('pdftotext', args, { maxBuffer: outputBytesMax, timeout: timeoutMs });
  const { stdout } = await printed.catch(() => ({ stdout: '' }));
  return stdout.split(/[\n\f]/u);
}
