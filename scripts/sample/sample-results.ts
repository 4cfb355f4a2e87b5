/** The results of the sample document, which the dashboard shows to people without an account. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDefaults } from '../../server/src/domain/options.ts';
import { readZipEntries } from '../../server/src/protocol/zip-reader.ts';
import type { Converter } from '../../server/src/start/converter.ts';

export const samplePdf = join(import.meta.dirname, '../../web/public/sample.pdf');
export const sampleFolder = join(import.meta.dirname, '../../web/public/sample');

const texts = {
  markdown: 'sample.md',
  json: 'sample.json',
  html: 'sample.html',
  text: 'sample.txt',
} as const;
const imagesMax = 10;

async function imagesOf(zipPath: string): Promise<readonly (readonly [string, Buffer])[]> {
  const zip = await readFile(zipPath);
  const entries = await readZipEntries(
    async (start, end) => zip.subarray(start, end + 1),
    zip.length,
    imagesMax,
  );
  return Promise.all(
    entries.map(async ({ name, bytes, dataStart }) => {
      const start = await dataStart();
      return [name, zip.subarray(start, start + bytes)] as const;
    }),
  );
}

/** The files by their names in the folder. */
export async function sampleResults(converter: Converter): Promise<ReadonlyMap<string, Buffer>> {
  const outDir = await mkdtemp(join(tmpdir(), 'octavo-sample-'));
  try {
    const outcome = await converter.convert({
      sourcePath: samplePdf,
      fileName: 'sample.pdf',
      options: withDefaults({ format: ['markdown', 'json', 'html', 'text', 'images'] }),
      password: undefined,
      pageCount: 3,
      outDir,
      timeoutMs: 60_000,
    });
    if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
    const files = new Map<string, Buffer>();
    for (const { format, path } of outcome.outputs) {
      if (format === 'images') for (const [name, bytes] of await imagesOf(path)) files.set(name, bytes);
      else if (format in texts) files.set(texts[format as keyof typeof texts], await readFile(path));
    }
    return files;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
