/** `npm run bench -- fidelity`: how much of a document's content and structure ends up in the output. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { listOf, UsageError } from '@octavo/testkit/runner/command-line.ts';
import { commitHash, machine } from '@octavo/testkit/runner/machine.ts';
import { installOthers } from '../others/contender.ts';
import { scratch } from '../scratch.ts';
import { brokenFloors, raisedFloors, readFloors, writeFloors } from './floors.ts';
import { measureParser, type ParserScore } from './measure.ts';
import { bareEngine } from './parsers/engine.ts';
import { type LibraryName, libraryFormats, startLibrary } from './parsers/library.ts';
import { startOctavo } from './parsers/octavo.ts';
import type { FidelityParser, Lifetime } from './parsers/parser.ts';
import { runPasses } from './passes/run-passes.ts';
import { plainScore } from './report/plain.ts';
import { writeFidelityPage } from './report/write-page.ts';
import { mergeResults, readResults, writeResults } from './results.ts';
import { checkTruth } from './truth/guard.ts';
import { goldSetNames, guardedSetNames, loadSets, setNames } from './truth/sets.ts';
import { loadTableless } from './truth/tableless.ts';

const libraryNames = Object.keys(libraryFormats) as LibraryName[];
const otherNames = ['engine', ...libraryNames];
const resultsPath = join(import.meta.dirname, 'results.json');

export const fidelityUsage = `usage: npm run bench -- fidelity [--gold DIR] [--set A,B] [--against A,B|all] [--report] [--raise-floors]
       npm run bench -- fidelity --passes [--gold DIR] [--set A,B]

Converts documents whose right answer is known, and scores html, markdown and json.

  --gold          directory of third-party sets (OCTAVO_GOLD by default): ${goldSetNames.join(', ')};
                  without it only our own are measured: ${guardedSetNames.join(', ')}
  --corpus        directory of further pages without tables (OCTAVO_CORPUS by default)
  --set           only these sets
  --against       other parsers too: ${otherNames.join(', ')}, or all; installed for this run
  --report        keeps the figures in bench/fidelity/results.json and writes the page docs/reference/fidelity.md
  --page          only writes the page again, from the figures that are kept
  --passes        the scores without each pass of the document layer, and its time, kept in bench/fidelity/passes.json
  --raise-floors  raises the floors of our own sets to what was measured; they never fall

Exits 1 if a score of our own sets is below its floor.
`;

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      gold: { type: 'string', default: process.env['OCTAVO_GOLD'] ?? '' },
      corpus: { type: 'string', default: process.env['OCTAVO_CORPUS'] ?? '' },
      set: { type: 'string', default: setNames.join(',') },
      against: { type: 'string', default: '' },
      report: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      passes: { type: 'boolean', default: false },
      'raise-floors': { type: 'boolean', default: false },
    },
  });
  const sets = listOf(values.set);
  const against = values.against === 'all' ? otherNames : listOf(values.against);
  const unknown = [
    ...sets.filter((name) => !setNames.includes(name)),
    ...against.filter((name) => !otherNames.includes(name)),
  ];
  if (unknown.length > 0) throw new UsageError(`unknown: ${unknown.join(', ')}`);
  return { ...values, sets, against };
}

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function startParsers(lifetime: Lifetime, root: string, against: readonly string[]) {
  const parsers: FidelityParser[] = [await startOctavo(lifetime, root)];
  if (against.includes('engine')) parsers.push(bareEngine(root));
  const libraries = libraryNames.filter((name) => against.includes(name));
  if (libraries.length > 0) {
    const folder = await installOthers(root, libraries);
    parsers.push(...libraries.map((name) => startLibrary(lifetime, name, folder)));
  }
  return parsers;
}

async function measureAll(options: ReturnType<typeof readOptions>): Promise<readonly ParserScore[]> {
  const sets = loadSets(options.gold || undefined, options.sets);
  checkTruth(sets);
  const roots = {
    ...(options.gold ? { gold: options.gold } : {}),
    ...(options.corpus ? { corpus: options.corpus } : {}),
  };
  const pages = options.sets.length === setNames.length ? loadTableless(roots) : [];
  const endings: (() => Promise<unknown>)[] = [];
  const lifetime: Lifetime = { atEnd: (end) => void endings.push(end) };
  try {
    const root = await scratch(lifetime);
    const scores: ParserScore[] = [];
    for (const parser of await startParsers(lifetime, root, options.against)) {
      const score = await measureParser(parser, sets, pages, say, scores.length === 0);
      scores.push(score);
      say(plainScore(score));
    }
    return scores;
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

function isChanged(): boolean {
  const paths = ['--', 'document', 'server'];
  const { stdout } = spawnSync('git', ['-C', repository, 'status', '--porcelain', ...paths], {
    encoding: 'utf8',
  });
  return stdout.trim() !== '';
}

export async function runFidelity(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.page) {
    const kept = readResults(resultsPath);
    if (kept === undefined) throw new UsageError('nothing was measured yet');
    await writeFidelityPage(repository, kept);
    return 0;
  }
  if (options.passes) {
    await runPasses(options, say);
    return 0;
  }
  const scores = await measureAll(options);
  const [ours] = scores;
  if (options.report) {
    const commit = `${commitHash()}${isChanged() ? ' and changes' : ''}`;
    const fresh = { at: new Date().toISOString(), commit, machine: machine(), parsers: scores };
    const results = mergeResults(readResults(resultsPath), fresh);
    writeResults(resultsPath, results);
    await writeFidelityPage(repository, results);
  }
  if (ours === undefined) return 1;
  if (options['raise-floors']) writeFloors(raisedFloors(ours, readFloors()));
  const broken = brokenFloors(ours, readFloors());
  for (const line of broken) say(`BELOW ITS FLOOR ${line}`);
  return broken.length === 0 ? 0 : 1;
}
