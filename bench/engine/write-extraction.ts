/** Writes extractions as a writer process does, in this process, so that its CPU time can be read around each document. */
import { link, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultWriteOptions } from '../../document/model/write-options.ts';
import { createEngine } from '../../server/src/engine/engine.ts';
import { writeFromExtraction } from '../../server/src/writer/child/write-document.ts';
import { fileNames, type WriterRequest } from '../../server/src/writer/message.ts';
import { defaultWriterSettings } from '../../server/src/writer/settings.ts';
import { cpuDuring, enginesOf } from '../measure/cpu.ts';
import { type Document, requestFor } from './documents.ts';

/** CPU time is measured, so a busy machine may take its time. */
export const convertLimitMs = 120_000;

const { outputBytesMax, lineBytesMax } = defaultWriterSettings;

const request: Omit<WriterRequest, 'directory'> = {
  id: 1,
  from: 'extraction',
  formats: ['markdown', 'json'],
  options: defaultWriteOptions,
  images: 'external',
  fileName: 'a.pdf',
  language: null,
  ...{ hasWords: false, isLaidOut: false, keepOrder: false, keepStructure: false, joinTables: true },
  ...{ outputBytesMax, lineBytesMax },
};

export type Extracted = { readonly paths: readonly string[]; readonly engineCpuMs: number };

/** Each document twice in one warm slot; the second time counts. */
export async function extractAll(root: string, documents: readonly Document[]): Promise<Extracted> {
  const engine = createEngine({ workDir: join(root, 'extracting'), slots: 1, preflightSlots: 0 });
  await engine.start();
  const paths: string[] = [];
  const pass = async () => {
    paths.length = 0;
    for (const document of documents) {
      const outDir = await mkdtemp(join(root, 'extraction-'));
      const outcome = await engine.convert(requestFor(document, 'shipped', outDir, convertLimitMs));
      if (outcome.status !== 'converted') throw new Error(`${document.name}: ${outcome.failure.detail}`);
      paths.push(outcome.extraction.path);
    }
  };
  try {
    await pass();
    const used = await cpuDuring({ engine: enginesOf(process.pid) }, pass);
    return { paths, engineCpuMs: used.engine };
  } finally {
    await engine.close();
  }
}

/** CPU time of everything that follows the extraction: refining, markdown, json, the stored document. */
export async function writeCpuMs(root: string, path: string, reading: 'with' | 'without'): Promise<number> {
  const directory = await mkdtemp(join(root, 'write-'));
  await link(path, join(directory, fileNames.extraction));
  const before = process.cpuUsage();
  await writeFromExtraction({ ...request, directory }, reading === 'with');
  const { user, system } = process.cpuUsage(before);
  await rm(directory, { recursive: true });
  return (user + system) / 1_000;
}
