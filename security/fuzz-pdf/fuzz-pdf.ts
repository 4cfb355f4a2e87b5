/** Scenario `fuzz-pdf`: mutated documents against preflight and engine, with the sandbox and limits of the service. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Context, Figure, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import type { Random } from '@octavo/testkit/seeded-random.ts';
import { type Canaries, containsSecret, placeCanaries } from '../canaries.ts';
import { zeroFigure } from '../figures.ts';
import { outputFaults } from '../output-faults.ts';
import { drawMutations, type MutationName, mutated } from './mutations.ts';
import { earlierFindings, fixturesDirectory, fuzzSources, type Source, uncompressed } from './sources.ts';
import {
  startTarget,
  type Target,
  type TargetRequest,
  type TargetResponse,
  type TargetSettings,
} from './target-client.ts';
import { endOf, type FindingKind, findingKinds, type Violation, violationsOf } from './violations.ts';

const sizes = {
  short: { forMs: 30_000, timeoutMs: 8_000 },
  full: { forMs: 30 * 60_000, timeoutMs: 20_000 },
};
const slots = 2;
const goldenEvery = 40;
const fixtureBytesMax = 100_000;
const limits = { preflightMs: 5_000, graceMs: 5_000 };
const wanted = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'];

type Case = {
  readonly source: Source;
  readonly steps: readonly (MutationName | null)[];
  readonly data: Buffer;
};
type Finding = { readonly violation: Violation; readonly mutant: Case };

type Attack = {
  readonly settings: TargetSettings;
  readonly canaries: Canaries;
  readonly scratch: string;
  target: Target;
  readonly ends: Map<string, number>;
  readonly findings: Finding[];
  count: number;
};

async function outputsOf({ converted }: TargetResponse) {
  if (converted?.status !== 'converted') return [];
  return Promise.all(
    converted.outputs.map(async ({ format, path, sha256 }) => ({
      format,
      sha256,
      data: await readFile(path),
    })),
  );
}

async function observe(answer: TargetResponse, { secret }: Canaries) {
  const outputs = await outputsOf(answer);
  const pages = answer.converted?.status === 'converted' ? answer.converted.pageCount : 0;
  const told = JSON.stringify([answer.preflight, answer.converted]);
  return {
    outputFaults: outputs.length === 0 ? [] : await outputFaults(outputs, wanted, pages),
    canaryIn: [
      ...outputs.filter(({ data }) => containsSecret(data, secret)).map(({ format }) => format),
      ...(told.includes(secret) ? ['the response'] : []),
    ],
  };
}

async function examined(
  attack: Attack,
  data: Buffer,
  convertsRefused: boolean,
): Promise<readonly Violation[]> {
  const { canaries, settings, ends } = attack;
  const directory = await mkdtemp(join(attack.scratch, 'case-'));
  const question: TargetRequest = { path: join(directory, 'source.pdf'), outDir: directory, convertsRefused };
  const hitsBefore = canaries.hits();
  try {
    await writeFile(question.path, data);
    const answer = await attack.target.ask(question);
    const end = endOf(answer);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    const found = violationsOf(answer, await observe(answer, canaries), {
      ...limits,
      convertMs: settings.timeoutMs,
    });
    const knocked = canaries.hits() - hitsBefore;
    return knocked === 0
      ? found
      : [...found, { kind: 'canary', what: `${knocked} connections to the canary's port` }];
  } catch (error) {
    const died = attack.target.death();
    return [{ kind: died === null ? 'hang' : 'death', what: died ?? (error as Error).message }];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Replaces a process that died or hangs; the invariants report what it left behind. */
async function replaceTarget(attack: Attack, found: readonly Violation[]): Promise<void> {
  if (!found.some(({ kind }) => kind === 'death' || kind === 'hang')) return;
  await attack.target.close();
  attack.target = await startTarget(attack.settings, attack.canaries.env);
}

/** Removes mutations one by one while the violation remains. */
async function reduced(
  attack: Attack,
  mutant: Case,
  kind: FindingKind,
  remade: (steps: Case['steps']) => Buffer,
) {
  let best = mutant;
  for (const at of mutant.steps.keys()) {
    const steps = best.steps.map((step, place) => (place === at ? null : step));
    const data = remade(steps);
    const found = await examined(attack, data, true);
    await replaceTarget(attack, found);
    if (found.some((violation) => violation.kind === kind)) best = { ...mutant, steps, data };
  }
  return best;
}

/** Stored as a fixture, so that every later run tries it first. */
function keep({ violation, mutant }: Finding): void {
  if (mutant.data.length > fixtureBytesMax) return;
  const name = `${violation.kind.replace(' ', '-')}-${createHash('sha256').update(mutant.data).digest('hex').slice(0, 12)}`;
  const steps = mutant.steps.filter((step) => step !== null).join(', ');
  mkdirSync(fixturesDirectory, { recursive: true });
  writeFileSync(join(fixturesDirectory, `${name}.pdf`), mutant.data);
  writeFileSync(
    join(fixturesDirectory, `${name}.txt`),
    `${violation.what}\n${mutant.source.name}: ${steps}\n`,
  );
}

async function tryEarlierFindings(attack: Attack): Promise<void> {
  for (const source of earlierFindings()) {
    const data = readFileSync(source.path);
    const found = await examined(attack, data, true);
    attack.count += 1;
    await replaceTarget(attack, found);
    attack.findings.push(...found.map((violation) => ({ violation, mutant: { source, steps: [], data } })));
  }
}

async function tryOne(attack: Attack, sources: readonly Source[], random: Random): Promise<void> {
  const [source, other] = [random.pick(sources), random.pick(sources)];
  const original = random.chance(0.6) ? uncompressed(source) : readFileSync(source.path);
  const ingredients = { other: readFileSync(other.path), canaries: attack.canaries };
  const steps = drawMutations(random);
  const chance = random.fork('steps');
  const remade = (chosen: Case['steps']) => mutated(original, chosen, chance, ingredients);
  const mutant = { source, steps, data: remade(steps) };
  const found = await examined(attack, mutant.data, random.chance(0.25));
  attack.count += 1;
  const [first] = found;
  if (first === undefined) return;
  await replaceTarget(attack, found);
  const finding = { violation: first, mutant: await reduced(attack, mutant, first.kind, remade) };
  attack.findings.push(finding);
  keep(finding);
}

async function lane(attack: Attack, sources: readonly Source[], random: Random, isOver: () => boolean) {
  for (let number = 0; !isOver(); number += 1) {
    await tryOne(attack, sources, random.fork(`case ${number}`));
    if (number % goldenEvery === goldenEvery - 1) await tryGolden(attack);
  }
}

async function tryGolden(attack: Attack): Promise<void> {
  const isGolden = await attack.target.isGolden().catch(() => false);
  if (isGolden) return;
  const violation: Violation = {
    kind: 'wrong done',
    what: 'a valid document was converted differently afterwards',
  };
  const mutant = { source: { name: 'images', path: '' }, steps: [], data: Buffer.alloc(0) };
  attack.findings.push({ violation, mutant });
}

function figuresOf({ findings }: Attack, left: number): Figure[] {
  const names: Record<FindingKind, string> = {
    hang: 'documents not finished within limit + 5 s',
    death: 'crashes of the process that runs the engine',
    'wrong done': 'wrong results reported as done',
    'unknown end': 'outcomes outside the closed list',
    canary: 'canaries read',
  };
  return [
    ...findingKinds.map((kind): Figure => {
      const found = findings.filter(({ violation }) => violation.kind === kind);
      const faults = found.map(
        ({ violation, mutant }) =>
          `${kind}: ${violation.what}\n  ${mutant.source.name}: ${mutant.steps.filter(Boolean).join(', ')}`,
      );
      return zeroFigure(faults, names[kind]);
    }),
    { measured: `${left} processes left over`, aim: '0', passed: left === 0 },
  ];
}

async function run({ environment, size }: Context): Promise<Outcome> {
  const { forMs, timeoutMs } = sizes[size];
  const canaries = await placeCanaries(environment.workDir);
  const { checkout, workDir } = environment;
  const settings: TargetSettings = { checkout, workDir, slots, timeoutMs };
  const scratch = await mkdtemp(join(environment.workDir, 'cases-'));
  const attack: Attack = {
    settings,
    canaries,
    scratch,
    target: await startTarget(settings, canaries.env),
    ends: new Map(),
    findings: [],
    count: 0,
  };
  try {
    const sources = fuzzSources();
    const began = performance.now();
    const isOver = () => performance.now() - began > forMs;
    await tryEarlierFindings(attack);
    const lanes = Array.from({ length: slots }, (_, number) => environment.random.fork(`lane ${number}`));
    await Promise.all(lanes.map((random) => lane(attack, sources, random, isOver)));
    await tryGolden(attack);
    const { probe } = attack.target;
    await attack.target.close();
    const left = engineProcesses(environment.workDir).length;
    const ends = [...attack.ends].toSorted((one, other) => other[1] - one[1]);
    return {
      load: `${attack.count} mutated documents from ${sources.length} in ${forMs / 1_000} s`,
      figures: figuresOf(attack, left),
      notes: [
        `outcomes: ${ends.map(([end, count]) => `${end} ${count}`).join(', ')}`,
        `sandbox ${probe.sandbox}, memory by ${probe.memory}, ${timeoutMs / 1_000} s for each conversion`,
      ],
    };
  } finally {
    await attack.target.close();
    await canaries.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

export const fuzzPdf: Scenario = {
  name: 'fuzz-pdf',
  about: 'mutated documents of the corpus against preflight and engine',
  doesNotShow:
    'mutations are not guided by coverage; the time limit is shorter than in production, so that more documents fit in',
  corruptions: [corruptions.leftScratch],
  run,
};
