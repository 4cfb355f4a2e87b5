/** `npm run test:e2e`: the black-box suite, against a stack of its own or a running server; see `--help`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { removeLeftovers } from '@octavo/testkit/service-under-test/leftovers.ts';
import { writeConformance } from './conformance-report.ts';

const usage = `usage: npm run test:e2e [-- options] [-- paths and options of Vitest]

  --base-url URL       tests a running server instead of starting a stack
  --credentials FILE   session tokens for that server; the format is in e2e/README.md
  --runs               runs the long measurements instead of the tests
  --pictures           takes the screenshots of the dashboard instead; build it first: npm run build -w web
  --report             rewrites docs/reference/conformance.md from a complete run
  --help               prints this text
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, tokens } = parseArgs({
  allowPositionals: true,
  strict: false,
  tokens: true,
  options: {
    'base-url': { type: 'string' },
    credentials: { type: 'string' },
    runs: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit();
}
const known = ['base-url', 'credentials', 'runs', 'pictures', 'report'];
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
  // Tests that change tiers, stop workers or look at processes are left out on a server of somebody else.
  const directories = ['spec/operator', 'beyond/operator', 'sdk/operator', 'python/operator', 'cli/operator'];
  // In a browser people sign in by themselves, which takes accounts that the suite can create.
  const needOperator = hasControlServer() ? directories : [...directories, 'web'];
  const leftOut = values['base-url'] ? needOperator.flatMap((one) => ['--exclude', `e2e/${one}/**`]) : [];
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
const project = values.runs ? 'e2e-runs' : values.pictures ? 'pictures' : 'e2e';
try {
  if (values.runs && values['base-url'])
    throw new Error('--runs measures processes of this machine: it needs a stack of its own');
  const file = process.env['REPORT'] || join(reports, `${project}.json`);
  process.exitCode = await runVitest(project, file);
  if (values.report && project === 'e2e') writeConformance(file);
} finally {
  rmSync(reports, { recursive: true });
}
