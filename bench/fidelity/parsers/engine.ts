/** The bare engine: its own command line and its own writers, one process for each document. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineJarPath, engineVersion } from '../../../server/src/engine/engine-jar.ts';
import { isTable } from '../blocks.ts';
import { blocksOf } from '../read/blocks-of.ts';
import { type FidelityParser, failed, type Parsed } from './parser.ts';

const run = promisify(execFile);
const formats = ['json', 'markdown'];

async function parse(pdf: string, out: string): Promise<Parsed> {
  const jvm = ['-Xmx1024m', '-XX:+UseSerialGC', '-Djava.awt.headless=true', '-jar', engineJarPath()];
  const engine = ['-q', '-f', 'json,markdown', '--image-output', 'off', '-o', out, pdf];
  await run('java', [...jvm, ...engine], { maxBuffer: 1e8, timeout: 300_000 });
  const names = await readdir(out);
  const read = async (ending: string) => {
    const name = names.find((one) => one.endsWith(ending));
    return name === undefined ? undefined : readFile(join(out, name), 'utf8');
  };
  const [json, markdown] = [await read('.json'), await read('.md')];
  if (json === undefined || markdown === undefined) return failed(formats, 'no output');
  const tables = blocksOf('engine-json', json).filter(isTable);
  return {
    outputs: {
      json: { format: 'engine-json', text: json },
      markdown: { format: 'markdown', text: markdown },
    },
    tablePages: new Set(tables.map(({ page }) => page ?? 0)),
  };
}

export function bareEngine(root: string): FidelityParser {
  return {
    name: 'bare engine',
    version: `OpenDataLoader ${engineVersion}`,
    formats,
    parse: async (pdf) => {
      const out = await mkdtemp(join(root, 'engine-'));
      try {
        return await parse(pdf, out);
      } catch (error) {
        return failed(formats, String((error as Error).message).split('\n')[0] ?? '');
      } finally {
        await rm(out, { recursive: true });
      }
    },
  };
}
