/** The Python client, installed from its wheel, keeps the contract of the SDKs against the running service. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, castFor } from '../sdk/facts.ts';
import { installPython, type PythonInstallation, source, systemPython } from './python-package.ts';
import { runPytest } from './run-pytest.ts';

const run = promisify(execFile);
const testTimeoutMs = 300_000;
const version = /^version = "(.+)"$/m.exec(readFileSync(join(source, 'pyproject.toml'), 'utf8'))?.[1];
const wheelName = `octavo-${version}-py3-none-any.whl`;

let installation: PythonInstallation;
let cast: Cast;

beforeAll(async () => {
  installation = await installPython();
  cast = await castFor();
});

afterAll(async () => {
  await cast?.dismiss();
  await installation?.remove();
});

/** Prints what the type checker says; nothing to complain about is an empty text. */
async function complaints(args: readonly string[], cwd: string): Promise<string> {
  return run(systemPython, ['-m', 'mypy', '--cache-dir=/dev/null', '--no-error-summary', ...args], {
    cwd,
    timeout: testTimeoutMs,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; message: string }) => error.stdout || error.message,
  );
}

describe('the package', () => {
  it('is built as a wheel and a source archive', () => {
    expect(installation.files.toSorted()).toEqual([wheelName, `octavo-${version}.tar.gz`]);
  });

  it('contains the client with its types, and no tests', async () => {
    const wheel = join(installation.dist, wheelName);
    const { stdout } = await run(systemPython, ['-m', 'zipfile', '-l', wheel]);
    expect(stdout).toContain('octavo/py.typed');
    expect(stdout).toContain('octavo/_sync/client.py');
    expect(stdout).not.toContain('tests/');
  });

  it('has types that the strict type checker accepts', { timeout: testTimeoutMs }, async () => {
    expect(await complaints(['src/octavo'], source)).toBe('');
  });

  it('shows wrong calls to the type checker', { timeout: testTimeoutMs }, async () => {
    const wrong = [
      'from octavo import Octavo',
      'client = Octavo()',
      'client.convert("a.pdf", format=["markdown"], pages="1-3")',
      'client.convert("a.pdf", format=["word"])',
      'client.convert("a.pdf", page="1")',
      'client.jobs.retrieve("j")["state"]',
    ];
    await writeFile(join(installation.directory, 'wrong.py'), `${wrong.join('\n')}\n`);
    const options = ['--strict', '--enable-incomplete-feature=Unpack', '--python-executable'];
    const found = await complaints([...options, installation.python, 'wrong.py'], installation.directory);
    const lines = found.split('\n').filter((line) => line.includes(': error:'));
    expect(lines.map((line) => line.split(':')[1])).toEqual(['4', '5', '6']);
  });
});

it(
  'needs three commands from a key to markdown',
  async () => {
    const { directory, dist } = installation;
    const shell = [
      `${systemPython} -m venv --system-site-packages clean`,
      `clean/bin/pip install --quiet --no-index ${join(dist, wheelName)}`,
      `clean/bin/python -c 'from octavo import Octavo; print(Octavo().convert("report.pdf").markdown)'`,
    ];
    await writeFile(join(directory, 'report.pdf'), makeRichDocument());
    const { stdout } = await run('bash', ['-ec', shell.join('\n')], {
      cwd: directory,
      timeout: testTimeoutMs,
      env: {
        PATH: process.env['PATH'] ?? '',
        ['OCTAVO_API_KEY']: cast.facts.apiKey,
        ['OCTAVO_BASE_URL']: cast.facts.baseUrl,
      },
    });
    expect(stdout).toContain('# Octavo quarterly report');
  },
  testTimeoutMs,
);

describe('the tests of the client', () => {
  it('pass without a service', { timeout: testTimeoutMs }, async () => {
    const report = await runPytest(installation, cast.facts, ['tests/unit']);
    expect(report.failures).toBe('');
    expect(report.skipped).toBe(0);
    expect(report.tests).toBeGreaterThan(80);
  });

  it('pass against the service', { timeout: testTimeoutMs }, async () => {
    const report = await runPytest(installation, cast.facts, ['tests/service']);
    expect(report.failures).toBe('');
    expect(report.skipped).toBe(0);
    expect(report.tests).toBeGreaterThan(30);
  });
});
