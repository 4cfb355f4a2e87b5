/** The documents that are converted: real ones, the same for every contender. */
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDefaults } from '../../server/src/domain/options.ts';
import type { ConvertRequest } from '../../server/src/ports/engine.ts';
import { type Converter, createConverter } from '../../server/src/start/converter.ts';
import type { Context, Size } from '../bench.ts';

export type Document = { readonly path: string; readonly name: string; readonly pageCount: number };

const format = ['json', 'markdown'] as const;

/**
 * As shipped, which looks for hidden text; and as the engine's command line works, which does not. Nobody reads scans
 * here: a page of them takes as long as a hundred others.
 */
export const options = {
  shipped: withDefaults({ format, ocr: 'off' }),
  plain: withDefaults({ format, ocr: 'off', contentSafetyOff: ['hidden-text'] }),
};
export type Manner = keyof typeof options;

/** How many different documents, and how many copies of each. */
const portions: Readonly<Record<Size, { readonly documents: number; readonly copies: number }>> = {
  smoke: { documents: 3, copies: 1 },
  standard: { documents: 72, copies: 1 },
  full: { documents: 120, copies: 1 },
};
const quickMs = 8_000;

export function requestFor(
  { path, pageCount }: Pick<Document, 'path' | 'pageCount'>,
  manner: Manner,
  outDir: string,
  timeoutMs: number,
): ConvertRequest {
  return { sourcePath: path, pageCount, fileName: 'a.pdf', options: options[manner], outDir, timeoutMs };
}

export const pagesOf = (documents: readonly Document[]) =>
  documents.reduce((sum, { pageCount }) => sum + pageCount, 0);

function corpusDirectory(): string {
  const corpus = process.env['OCTAVO_CORPUS'];
  if (!corpus) throw new Error('OCTAVO_CORPUS must name a directory with PDFs in documents/');
  return join(corpus, 'documents');
}

async function pagesWhenQuick(
  engine: Converter,
  path: string,
  outDir: string,
  limitMs: number,
): Promise<number | null> {
  const admitted = await engine.preflight({ path });
  if (admitted.status !== 'accepted' || admitted.encrypted) return null;
  const { pageCount } = admitted;
  const outcome = await engine.convert(requestFor({ path, pageCount }, 'shipped', outDir, limitMs));
  return outcome.status === 'converted' ? pageCount : null;
}

/** Only documents that everybody converts quickly are compared: a failure has no throughput. */
export async function chooseDocuments(
  context: Context,
  root: string,
  limitMs = quickMs,
): Promise<readonly Document[]> {
  const { documents, copies } = portions[context.size];
  const source = corpusDirectory();
  const names = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.pdf')).sort();
  // Evenly from the whole list, so that a small portion is not one kind of document.
  const step = Math.max(1, Math.floor(names.length / documents));
  const engine = createConverter({ workDir: join(root, 'choosing') });
  await engine.start();
  const chosen: Document[] = [];
  await mkdir(join(root, 'in'), { recursive: true });
  try {
    for (let at = 0; at < names.length && chosen.length < documents * copies; at += step) {
      const path = join(source, names[at] ?? '');
      const pageCount = await pagesWhenQuick(engine, path, await mkdtemp(join(root, 'out-')), limitMs);
      for (let copy = 0; pageCount !== null && copy < copies; copy += 1) {
        const target = join(root, 'in', `${at}-${copy}.pdf`);
        await copyFile(path, target);
        await chmod(target, 0o644);
        chosen.push({ path: target, name: names[at] ?? '', pageCount });
      }
    }
  } finally {
    await engine.close();
  }
  if (chosen.length === 0) throw new Error(`none of the PDFs in ${source} is converted`);
  return chosen;
}

export const contentOf = ({ path }: Document) => readFile(path);
