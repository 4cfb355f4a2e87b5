/**
 * `npm run test:e2e`: the black-box suite against a stack of its own.
 * `-- --base-url URL --credentials FILE` takes a running server instead, `--runs` the long measured runs,
 * `--report` rewrites docs/reference/conformance.md; anything else goes to Vitest as it is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { removeLeftovers } from '@octavo/testkit/service-under-test/leftovers.ts';
import { writeConformance } from './conformance-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values, tokens } = parseArgs({
  allowPositionals: true,
  strict: false,
  tokens: true,
  options: {
    'base-url': { type: 'string' },
    credentials: { type: 'string' },
    runs: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const known = ['base-url', 'credentials', 'runs', 'report'];
/** In the order they were given: an option of Vitest may be followed by its value. */
const forVitest = tokens.flatMap((token) => {
  if (token.kind === 'positional') return [token.value];
  if (token.kind !== 'option' || known.includes(token.name)) return [];
  return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
});

function hasControlServer(): boolean {
  const file = values.credentials;
  return typeof file === 'string' && 'controlServer' in (JSON.parse(readFileSync(file, 'utf8')) as object);
}

async function runVitest(project: string, reportFile: string): Promise<number> {
  // What needs an operator's hand or the machine itself is left out where the server is somebody else's.
  const rooms = ['spec/operator', 'beyond/operator', 'sdk/operator', 'cli/operator'];
  // In a browser people sign in by themselves, which takes accounts that the suite can make.
  const needOperator = hasControlServer() ? rooms : [...rooms, 'web'];
  const leftOut = values['base-url'] ? needOperator.flatMap((room) => ['--exclude', `e2e/${room}/**`]) : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = ['run', '--project', project, ...reporters, ...leftOut, ...forVitest];
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      OCTAVO_E2E_BASE_URL: String(values['base-url'] ?? ''),
      OCTAVO_E2E_CREDENTIALS: String(values.credentials ?? ''),
    },
  });
  // The terminal's interrupt reaches Vitest by itself; this process stays to clean up after it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => vitest.kill('SIGTERM'));
  const [code] = (await once(vitest, 'exit')) as [number | null];
  if (!values['base-url']) await removeLeftovers();
  return code ?? 1;
}

const reports = mkdtempSync(join(tmpdir(), 'octavo-e2e-report-'));
try {
  if (values.runs) {
    if (values['base-url'])
      throw new Error('the runs measure processes of this machine: they need the own stack');
    process.exitCode = await runVitest('e2e-runs', join(reports, 'runs.json'));
  } else {
    const file = process.env['REPORT'] || join(reports, 'e2e.json');
    process.exitCode = await runVitest('e2e', file);
    if (values.report) writeConformance(file);
  }
} finally {
  rmSync(reports, { recursive: true });
}
