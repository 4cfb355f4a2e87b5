/** Runs tests of the Python client against the service and collects what became of them. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeClientDocuments } from '../sdk/client-documents.ts';
import type { Facts } from '../sdk/scenarios/scenario-context.ts';
import { type PythonInstallation, source } from './python-package.ts';

export type PytestReport = {
  readonly tests: number;
  readonly skipped: number;
  /** What pytest printed about failures; empty if there were none. */
  readonly failures: string;
};

export function environmentFor({ directory }: PythonInstallation, facts: Facts): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    ['PYTHONDONTWRITEBYTECODE']: '1',
    ['OCTAVO_PYTHON_FACTS']: JSON.stringify(facts),
    ['OCTAVO_PYTHON_DOCUMENTS']: join(directory, 'documents'),
  };
}

export async function runPytest(
  installation: PythonInstallation,
  facts: Facts,
  paths: readonly string[],
): Promise<PytestReport> {
  const { directory, python } = installation;
  await writeClientDocuments(join(directory, 'documents'));
  const report = join(directory, 'report.xml');
  const args = ['-m', 'pytest', '-q', '--tb=short', `--junitxml=${report}`, '-c', 'pyproject.toml', ...paths];
  const failures = await promisify(execFile)(python, args, {
    cwd: source,
    timeout: 290_000,
    maxBuffer: 16 * 1024 * 1024,
    env: environmentFor(installation, facts),
  }).then(
    () => '',
    (error: { stdout?: string; stderr?: string; message: string }) =>
      `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
  );
  const xml = await readFile(report, 'utf8').catch(() => '');
  const count = (name: string) =>
    Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  return { tests: count('tests'), skipped: count('skipped'), failures };
}
