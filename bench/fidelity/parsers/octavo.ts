/** Our own: the engine in its sandbox, the refinement and the writers, as jobs are converted. */
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commitHash } from '@octavo/testkit/runner/machine.ts';
import { type ParserOptions, withDefaults } from '../../../server/src/domain/options.ts';
import type { EngineSettingsChange } from '../../../server/src/engine/settings.ts';
import { type Converter, createConverter } from '../../../server/src/start/converter.ts';
import { isTable } from '../blocks.ts';
import { blocksOf } from '../read/blocks-of.ts';
import type { Output } from '../score/document-score.ts';
import { type FidelityParser, failed, type Lifetime, type Parsed } from './parser.ts';

const formats = ['html', 'markdown', 'json'] as const;
const timeoutMs = 300_000;

const pagesOfTables = (json: string): ReadonlySet<number> =>
  new Set(
    blocksOf('json', json)
      .filter(isTable)
      .map(({ page }) => page ?? 0),
  );

async function convert(
  converter: Converter,
  options: ParserOptions,
  sourcePath: string,
  outDir: string,
): Promise<Parsed> {
  const admitted = await converter.preflight({ path: sourcePath });
  if (admitted.status !== 'accepted') return failed(formats, `preflight: ${admitted.status}`);
  const { pageCount } = admitted;
  const outcome = await converter.convert({
    sourcePath,
    fileName: 'a.pdf',
    options,
    pageCount,
    outDir,
    timeoutMs,
  });
  if (outcome.status !== 'converted') return failed(formats, outcome.failure.detail);
  const outputs: Record<string, Output> = {};
  for (const format of formats) {
    const path = outcome.outputs.find((one) => one.format === format)?.path;
    outputs[format] = path ? { format, text: await readFile(path, 'utf8') } : { fault: 'no output' };
  }
  const { json } = outputs;
  const tablePages = json && 'text' in json ? pagesOfTables(json.text) : new Set<number>();
  return { outputs, tablePages };
}

/** `root` must be open to the user of the sandbox. The formats are those of all measurements, whatever the options say. */
export async function startConverting(
  { atEnd }: Lifetime,
  root: string,
  settings: EngineSettingsChange = {},
): Promise<(pdf: string, options?: Partial<ParserOptions>) => Promise<Parsed>> {
  const converter = createConverter({ workDir: join(root, 'work'), ...settings });
  atEnd(() => converter.close());
  await converter.start();
  return async (pdf, options = {}) => {
    const directory = await mkdtemp(join(root, 'octavo-'));
    await chmod(directory, 0o711);
    try {
      const source = join(directory, 'a.pdf');
      await copyFile(pdf, source);
      await chmod(source, 0o644);
      const outDir = await mkdtemp(join(root, 'out-'));
      try {
        return await convert(converter, withDefaults({ ...options, format: formats }), source, outDir);
      } finally {
        await rm(outDir, { recursive: true });
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  };
}

export async function startOctavo(lifetime: Lifetime, root: string): Promise<FidelityParser> {
  const parse = await startConverting(lifetime, root);
  return { name: 'octavo', version: commitHash(), formats, parse: (pdf) => parse(pdf) };
}
