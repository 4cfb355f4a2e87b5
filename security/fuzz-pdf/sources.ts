/** The documents the fuzzer starts from: small ones of the corpus, our fixtures, and both uncompressed by qpdf. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repository } from '@octavo/testkit/processes/fleet.ts';

export type Source = { readonly name: string; readonly path: string };

const bytesMax = 200_000;

function pdfsBelow(directory: string): Source[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .toSorted()
    .map((name) => ({ name, path: join(directory, name) }))
    .filter(({ path }) => statSync(path).isFile() && statSync(path).size <= bytesMax);
}

export const corpusDirectory = () =>
  resolve(process.env['OCTAVO_CORPUS'] || join(repository, '../shared/corpus'));

export function fuzzSources(): readonly Source[] {
  const corpus = corpusDirectory();
  return [
    ...pdfsBelow(join(repository, 'server/test/fixtures/pdf')),
    ...pdfsBelow(join(corpus, 'documents')),
    ...pdfsBelow(join(corpus, 'robustness')),
  ];
}

/** Findings of earlier runs, which every run tries again first. */
export const fixturesDirectory = join(import.meta.dirname, 'fixtures');
export const earlierFindings = () => pdfsBelow(fixturesDirectory);

/** Removes compression and object streams, so that mutations reach every dictionary; unchanged if qpdf fails. */
export function uncompressed({ path }: Source): Buffer {
  const args = ['--qdf', '--object-streams=disable', '--warning-exit-0', path, '-'];
  try {
    return execFileSync('qpdf', args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 10_000,
      maxBuffer: 8_000_000,
    });
  } catch {
    return readFileSync(path);
  }
}
