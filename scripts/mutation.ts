/**
 * `npm run tools -- mutation actions|worker|postgres|FILE…`: changes the code in small ways, one at a time, and shows which
 * changes no test notices. Takes from minutes for a file to hours for a part, so it is not part of CI.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { down, environmentOf, status, up } from '@octavo/testkit/services/manage.ts';
import { serviceSet } from '@octavo/testkit/services/service-set.ts';
import { Stryker } from '@stryker-mutator/core';
import { isPartName, type PartName, parts } from './mutation/parts.ts';
import { type Mutant, scoreTable, withEarlier } from './mutation/score.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const usage = `usage: npm run tools -- mutation ${Object.keys(parts).join('|')}|FILE… [more of them]`;

/** What is to be mutated, by part; the tests are those of the part. */
function chosen(names: readonly string[]): ReadonlyMap<PartName, readonly string[]> {
  const found = new Map<PartName, string[]>();
  for (const name of names) {
    const part = isPartName(name)
      ? name
      : Object.keys(parts)
          .filter(isPartName)
          .find((one) => holds(one, name));
    if (part === undefined) throw new Error(`${name} is neither a part nor a file of one\n\n${usage}`);
    const files = isPartName(name) ? parts[name].mutate : [name];
    found.set(part, [...(found.get(part) ?? []), ...files]);
  }
  return found;
}

const holds = (part: PartName, file: string) => parts[part].mutate.some((glob) => matchesGlob(file, glob));

async function mutate(part: PartName, files: readonly string[]): Promise<void> {
  process.env['OCTAVO_MUTATION_PART'] = part;
  const beganMs = performance.now();
  const results = await new Stryker({
    mutate: [...files, '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    // An emptied name or code is refused by the compiler or the database, and says nothing of the tests.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Two cores are enough for two test processes; more of them make tests with leases time out.
    concurrency: 2,
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    // A constant of a module is mutated before any test begins: each such mutant costs a run of every test.
    ignoreStatic: true,
    tempDirName: '.stryker-tmp',
    ignorePatterns: ['.services', '.site', 'bench/results', 'docs', 'web', 'cli'],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest();
  const directory = join(root, 'dist/mutation');
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${part}.json`);
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Mutant[]) : [];
  const all = withEarlier<Mutant>(earlier, results);
  writeFileSync(path, `${JSON.stringify(all, null, 1)}\n`);
  const minutes = Math.round((performance.now() - beganMs) / 60_000);
  process.stdout.write(
    `\n${scoreTable(all, root)}\n${minutes} min; every mutant is in dist/mutation/${part}.json\n`,
  );
}

async function withServices(work: () => Promise<void>): Promise<void> {
  const set = serviceSet(process.env['OCTAVO_TEST_SET'] || 'test', process.env);
  const { isUp } = await status(set);
  await up(set);
  Object.assign(process.env, environmentOf(set));
  try {
    await work();
  } finally {
    if (!isUp) await down(set);
  }
}

const names = process.argv.slice(2);
if (names.length === 0 || names.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(names.length === 0 ? 2 : 0);
}
for (const [part, files] of chosen(names)) {
  const work = () => mutate(part, files);
  await (parts[part].needsServices ? withServices(work) : work());
}
