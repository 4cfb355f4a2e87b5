/** Parsers under comparison: ours in a warm slot, the others each in a process of their own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createConverter } from '../../server/src/start/converter.ts';
import type { Context } from '../bench.ts';
import { type Document, requestFor } from '../engine/documents.ts';
import { foundIn } from './found.ts';
import type { Parsed } from './parser.ts';

export type Contender = { readonly name: string; parse(document: Document): Promise<Parsed> };

/** Exact versions, so that results can be reproduced. */
const packages = {
  'pdf.js': ['pdfjs-dist', '6.5.438'],
  liteparse: ['@llamaindex/liteparse', '2.14.7'],
  kreuzberg: ['@kreuzberg/node', '4.10.2'],
} as const;
export type OtherName = keyof typeof packages;
export const otherNames = Object.keys(packages) as OtherName[];
export const packageOf = (name: OtherName) => packages[name].join(' ');

const run = promisify(execFile);
const timeoutMs = 120_000;

export async function installOthers(root: string, names: readonly OtherName[] = otherNames): Promise<string> {
  const folder = await mkdtemp(join(root, 'libraries-'));
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  const wanted = names.map((name) => packages[name].join('@'));
  await run('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd: folder, timeout: 600_000 });
  return folder;
}

export function startOther({ atEnd }: Pick<Context, 'atEnd'>, name: OtherName, folder: string): Contender {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'parser.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, BENCH_PARSER: name, BENCH_LIBRARIES: folder },
  });
  // The next read reports that it ended.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  return {
    name,
    parse: async ({ path }) => {
      child.stdin.write(`${path}\n`);
      const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const { value, done } = await lines.next();
      clearTimeout(late);
      return done ? { fault: 'the process ended' } : (JSON.parse(value) as Parsed);
    },
  };
}

/** What ours finds is counted in the same way, from its markdown; places come from its json. */
export async function startOurs({ atEnd }: Context, root: string): Promise<Contender> {
  const engine = createConverter({ workDir: join(root, 'ours'), preflightSlots: 0 });
  atEnd(() => engine.close());
  await engine.start();
  return {
    name: 'octavo',
    parse: async (document) => {
      const outDir = await mkdtemp(join(root, 'out-'));
      const began = performance.now();
      const outcome = await engine.convert(requestFor(document, 'shipped', outDir, timeoutMs));
      const ms = performance.now() - began;
      if (outcome.status !== 'converted') return { fault: outcome.failure.detail };
      const text = async (format: string) => {
        const output = outcome.outputs.find((one) => one.format === format);
        return output === undefined ? '' : readFile(output.path, 'utf8');
      };
      const boxes = (await text('json')).split('"box":').length - 1;
      const markdown = await text('markdown');
      return { ms, found: { ...foundIn(markdown), boxes }, text: markdown };
    },
  };
}
