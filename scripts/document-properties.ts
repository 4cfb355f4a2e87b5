/**
 * Writes every format of each extraction or stored document below a directory, checks the properties of outputs, and
 * measures the writers.
 */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { DocumentStream } from '../document/model/document.ts';
import { defaultWriteOptions } from '../document/model/write-options.ts';
import { checkDocument } from '../document/properties/check-document.ts';
import { checkReading } from '../document/properties/check-reading.ts';
import { writeIndex } from '../document/reading/write-index.ts';
import { refineDocument } from '../document/refine/refine-document.ts';
import { readStored, writeStored } from '../document/store/stored-document.ts';
import { writeHtml } from '../document/write/write-html.ts';
import { writeJson } from '../document/write/write-json.ts';
import { writeMarkdown } from '../document/write/write-markdown.ts';
import { writeText } from '../document/write/write-text.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'max-pages': { type: 'string', default: '50' },
    'measure-only': { type: 'boolean', default: false },
    'only-reading': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help || positionals.length === 0) {
  process.stdout.write(
    'usage: npm run tools -- document-properties <dir>… [--max-pages N] [--measure-only] [--only-reading]\n\n' +
      'A directory holds extractions (*.ndjson) or stored documents (*.jsonl.zst), which the tool determinism keeps.\n' +
      'Longer documents than --max-pages are measured, but not checked.\n',
  );
  process.exit(values.help ? 0 : 2);
}

type Writer = (document: DocumentStream) => Iterable<string>;
const writers: Record<string, Writer> = {
  markdown: (document) => writeMarkdown(document, defaultWriteOptions),
  html: (document) => writeHtml(document, defaultWriteOptions),
  text: (document) => writeText(document, defaultWriteOptions),
  json: (document) => writeJson(document, defaultWriteOptions),
  stored: writeStored,
};

const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** CPU time of this process: other programs on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const costs: Record<string, number> = {};
function measured<T>(name: string, run: () => T): T {
  const start = cpuMs();
  const result = run();
  costs[name] = (costs[name] ?? 0) + cpuMs() - start;
  return result;
}

function measureWriters(document: DocumentStream): void {
  for (const [name, write] of Object.entries(writers)) measured(name, () => [...write(document)]);
  const lines = [...writeStored(document)].map((line) => line.slice(0, -1));
  measured('reading index', () => [
    ...writeIndex(document, defaultWriteOptions, (raw) => zstdCompressSync(raw, zstd)),
  ]);
  measured('read stored', () => [...readStored(() => lines).parts()]);
}

const counts: Record<string, number> = {};
const totals = { documents: 0, checked: 0, pages: 0 };

function report(name: string, property: string, detail: string): void {
  counts[property] = (counts[property] ?? 0) + 1;
  console.log(`${name}: ${property}: ${detail.slice(0, 400)}`);
}

function openDocument(file: string): DocumentStream {
  const raw = readFileSync(file);
  const text = (file.endsWith('.zst') ? zstdDecompressSync(raw) : raw).toString();
  const lines = text.split('\n').filter((line) => line !== '');
  if (file.endsWith('.zst')) return readStored(() => lines);
  return refineDocument({ lines: () => lines }, { fileName: basename(file) });
}

async function checkFile(file: string): Promise<void> {
  const name = basename(file);
  try {
    const opened = openDocument(file);
    const parts = measured(file.endsWith('.zst') ? 'open' : 'refine', () => [...opened.parts()]);
    const document = { head: opened.head, parts: () => parts };
    totals.documents++;
    totals.pages += document.head.pages.length;
    measureWriters(document);
    if (values['measure-only'] || document.head.pages.length > Number(values['max-pages'])) return;
    totals.checked++;
    const violations = [
      ...(values['only-reading'] ? [] : checkDocument(document)),
      ...(await checkReading(document)),
    ];
    for (const { property, detail } of violations) report(name, property, detail);
  } catch (error) {
    report(name, 'no error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

for (const directory of positionals) {
  const found = await readdir(directory, { recursive: true });
  for (const file of found.filter((entry) => /\.ndjson$|\.jsonl\.zst$/.test(entry)).sort())
    await checkFile(join(directory, file));
}

const perPage = Object.entries(costs).map(
  ([name, ms]) => `${name} ${(ms / Math.max(totals.pages, 1)).toFixed(2)}`,
);
console.log(`${totals.documents} documents, ${totals.checked} checked, ${totals.pages} pages`);
console.log(`CPU ms a page: ${perPage.join(', ')}`);
for (const [property, count] of Object.entries(counts)) console.log(`${count} × ${property}`);
process.exitCode = Object.keys(counts).length > 0 ? 1 : 0;
