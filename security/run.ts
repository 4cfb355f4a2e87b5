/**
 * `npm run security -- <run>… [--size short|full] [--seed N] [--sabotage]`: attacks a whole service of its own and
 * shows what held. Built on the ground and the checker of the fault runs; the exit code says whether all figures hold.
 */
import { parseArgs } from 'node:util';
import { execute } from '../faults/execute.ts';
import type { FaultRun, RunResult, Size } from '../faults/fault-run.ts';
import { freshSeed } from '../faults/random.ts';
import { endLeftovers } from '../faults/stack/fleet.ts';
import type { Ground } from '../faults/stack/ground.ts';
import { failures } from '../faults/table.ts';
import { status, up, wipe } from '../scripts/services/manage.ts';
import { type ServiceSet, serviceSet } from '../scripts/services/service-set.ts';
import { uploads } from './uploads.ts';

const runs: readonly FaultRun[] = [uploads];
const usage = `usage: npm run security -- <run>… [--size short|full] [--seed N] [--sabotage]

${runs.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n')}
`;
/** A session must outlast the longest run. */
const sessionSeconds = '86400';
const say = (text: string) => void process.stdout.write(`${text}\n`);

type Options = { readonly size: Size; readonly seed: number; readonly sabotage: boolean };

async function attack(set: ServiceSet, run: FaultRun, options: Options): Promise<RunResult> {
  let ground: Ground | null = null;
  const interrupted = async () => {
    await ground?.end().catch(() => {});
    await endLeftovers(set);
    process.exit(130);
  };
  process.once('SIGINT', () => void interrupted());
  process.once('SIGTERM', () => void interrupted());
  say(`\n=== ${run.name}: ${run.about} (${options.size}, seed ${options.seed})`);
  const onGround = (opened: Ground) => {
    ground = opened;
  };
  const result = await execute(run, { set, ...options, onGround, say });
  say(`${result.outcome.load}; ${Math.round(result.tookMs / 1000)} s`);
  for (const note of result.outcome.notes ?? []) say(`  ${note}`);
  for (const failure of failures(result).slice(0, 20)) say(`  FAILED ${failure}`);
  return result;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'short' },
      seed: { type: 'string' },
      sabotage: { type: 'boolean', default: false },
    },
  });
  const size: Size = values.size === 'full' ? 'full' : 'short';
  const chosen = runs.filter(({ name }) => positionals.includes(name));
  if (
    chosen.length === 0 ||
    chosen.length !== positionals.length ||
    !['short', 'full'].includes(values.size)
  ) {
    process.stdout.write(usage);
    return 2;
  }
  const set = serviceSet(process.env['OCTAVO_SECURITY_SET'] || 'security', {
    ...process.env,
    OCTAVO_OIDC_ACCESS_TOKEN_SECONDS: sessionSeconds,
  });
  await endLeftovers(set);
  const keepsServices = (await status(set)).isUp;
  let failed = 0;
  try {
    await up(set);
    for (const run of chosen) {
      const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
      const result = await attack(set, run, { size, seed, sabotage: values.sabotage });
      if (failures(result).length > 0) failed += 1;
    }
    say(`\n${chosen.length - failed} held, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await endLeftovers(set);
    if (!keepsServices) await wipe(set);
  }
}

process.exitCode = await main();
