/** Compiles and runs the Java tests of the engine host: `npm test -- host`, with arguments for JUnit's console launcher after `--`. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkedEngineJar } from '../server/src/engine/engine-jar.ts';
import { ensureHostJar } from '../server/src/engine/host-jar.ts';

const junitJar = '/usr/share/java/junit-platform-console-standalone.jar';
const hostDir = join(import.meta.dirname, '..', 'server', 'engine-host');
const testDir = join(hostDir, 'test');

type Outcome = { readonly code: number; readonly output: string };

/** Runs a program, shows what it prints, and returns it as well. */
function run(program: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('error', reject).on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function testFiles(): Promise<string[]> {
  const names = await readdir(testDir, { recursive: true });
  return names.filter((name) => name.endsWith('.java')).map((name) => join(testDir, name));
}

/** CI adds up the tests of all suites; it reads them in the form of Vitest's JSON report. */
function writeReport(path: string, output: string): void {
  const count = (what: string) =>
    Number(new RegExp(`\\[\\s*(\\d+) tests ${what}\\s*\\]`).exec(output)?.[1] ?? 0);
  writeFileSync(path, JSON.stringify({ numPassedTests: count('successful'), numTotalTests: count('found') }));
}

async function runTests(classes: string): Promise<number> {
  const jars = [(await ensureHostJar()).path, await checkedEngineJar(), junitJar];
  const compiled = await run('javac', [
    ...['--release', '17', '-encoding', 'UTF-8', '-cp', jars.join(delimiter), '-d', classes],
    ...(await testFiles()),
  ]);
  if (compiled.code !== 0) {
    return compiled.code;
  }
  const { code, output } = await run('java', [
    ...['-Djava.awt.headless=true', '-Duser.timezone=UTC', `-Doctavo.sources=${join(hostDir, 'src')}`],
    `-Djava.util.logging.config.file=${join(testDir, 'logging.properties')}`,
    ...['-cp', [classes, ...jars].join(delimiter), 'org.junit.platform.console.ConsoleLauncher'],
    ...['--scan-classpath', classes, '--disable-banner', '--fail-if-no-tests', '--details=summary'],
    ...process.argv.slice(2),
  ]);
  const reportPath = process.env['REPORT'];
  if (reportPath) {
    writeReport(reportPath, output);
  }
  return code;
}

if (!existsSync(junitJar)) {
  console.error('JUnit 5 is missing. Install it with scripts/install-packages.sh --tests');
  process.exit(1);
}
const classes = await mkdtemp(join(tmpdir(), 'octavo-host-tests-'));
try {
  process.exitCode = await runTests(classes);
} finally {
  await rm(classes, { recursive: true, force: true });
}
