/**
 * Runs another parser in its own process: reads a path per line, writes a result per line. The library is loaded
 * from the directory it was installed into for this run; it is not a dependency of the project.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Found, foundIn } from './found.ts';

/** `text` is what the parser writes, in its richest format; `pages` the same page by page where it tells them apart. */
export type Written = { readonly found: Found; readonly text: string; readonly pages?: readonly string[] };
export type Parsed = (Written & { readonly ms: number }) | { readonly fault: string };

type Parse = (path: string) => Promise<Written>;

const folder = process.env['BENCH_LIBRARIES'] ?? '';

async function load<Library>(entry: string): Promise<Library> {
  const path = createRequire(join(folder, 'package.json')).resolve(entry);
  return (await import(pathToFileURL(path).href)) as Library;
}

type Item = { readonly str?: string; readonly hasEOL?: boolean };
type PdfJs = {
  getDocument(source: object): {
    readonly promise: Promise<{
      readonly numPages: number;
      getPage(number: number): Promise<{ getTextContent(): Promise<{ readonly items: readonly Item[] }> }>;
    }>;
    destroy(): Promise<void>;
  };
};

async function pdfJs(): Promise<Parse> {
  const { getDocument } = await load<PdfJs>('pdfjs-dist/legacy/build/pdf.mjs');
  return async (path) => {
    const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
    try {
      const document = await task.promise;
      const [texts, pages]: [string[], string[]] = [[], []];
      let boxes = 0;
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        boxes += items.length;
        texts.push(items.map(({ str = '' }) => str).join(' '));
        pages.push(items.map(({ str = '', hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''));
      }
      const found = { ...foundIn(''), characters: texts.join('\n').length, boxes };
      return { found, text: pages.join('\n\n'), pages };
    } finally {
      await task.destroy();
    }
  };
}

type LiteParse = new (
  options: object,
) => {
  parse(path: string): Promise<{
    readonly text: string;
    readonly pages: readonly { readonly textItems: readonly unknown[]; readonly markdown: string }[];
  }>;
};

/** Without text recognition, as ours: it would take seconds for a page that has no text. */
async function liteparse(): Promise<Parse> {
  const library = await load<{ readonly LiteParse: LiteParse }>('@llamaindex/liteparse');
  const parser = new library.LiteParse({ ocrEnabled: false, outputFormat: 'markdown', quiet: true });
  return async (path) => {
    const { text, pages } = await parser.parse(path);
    const boxes = pages.reduce((sum, { textItems }) => sum + textItems.length, 0);
    return { found: { ...foundIn(text), boxes }, text, pages: pages.map(({ markdown }) => markdown) };
  };
}

type Kreuzberg = {
  extractFile(
    path: string,
    type: string | null,
    config: object,
  ): Promise<{ readonly content: string; readonly document?: unknown }>;
};

async function kreuzberg(): Promise<Parse> {
  const { extractFile } = await load<Kreuzberg>('@kreuzberg/node');
  const config = { useCache: false, outputFormat: 'markdown', includeDocumentStructure: true };
  return async (path) => {
    const { content, document } = await extractFile(path, null, config);
    const boxes = JSON.stringify(document ?? {}).split('"bbox"').length - 1;
    return { found: { ...foundIn(content), boxes }, text: content };
  };
}

const parsers: Readonly<Record<string, () => Promise<Parse>>> = { 'pdf.js': pdfJs, liteparse, kreuzberg };

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const reasonOf = (error: unknown) => {
  const { cause, message } = error as Error;
  const deepest = cause instanceof Error ? ((cause.cause as Error | undefined) ?? cause).message : message;
  return deepest.split('\n')[0] ?? 'unknown';
};

try {
  const parse = await parsers[process.env['BENCH_PARSER'] ?? '']?.();
  if (parse === undefined) throw new Error('unknown parser');
  for await (const path of createInterface({ input: process.stdin })) {
    const began = performance.now();
    try {
      const written = await parse(path);
      say({ ms: performance.now() - began, ...written });
    } catch (error) {
      say({ fault: reasonOf(error) });
    }
  }
} catch (error) {
  say({ fault: reasonOf(error) });
}
