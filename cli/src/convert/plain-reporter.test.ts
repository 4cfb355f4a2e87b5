/** The report of a batch as text: one line per file, grouped warnings, and advice that fits the failures. */
import type { JobWarning } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { stylesFor } from '../display/style.ts';
import type { Problem } from '../errors/problem.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';
import { plainReporter } from './plain-reporter.ts';
import type { FileFailure, FileResult, Summary } from './reporter.ts';

const resume = 'octavo convert --resume';

function reportOf(
  results: readonly (readonly [string, FileResult])[],
  summary: Partial<Summary> = {},
): string {
  const environment = fakeEnvironment();
  const reporter = plainReporter(environment.stderr, stylesFor(environment, environment.stderr));
  reporter.start(results.length);
  for (const [file, result] of results) reporter.fileEnded(file, result);
  reporter.finish({
    files: results.length,
    converted: 0,
    submitted: 0,
    skipped: 0,
    failed: 0,
    left: 0,
    pages: 0,
    tookMs: 1000,
    exit: 'ok',
    stoppedBy: null,
    resume,
    failures: [],
    ...summary,
  });
  return environment.stderrText();
}

const done = (...warnings: readonly JobWarning[]): FileResult => ({
  status: 'done',
  jobId: 'J',
  pages: 2,
  files: [],
  warnings,
  tookMs: 1500,
});
const warning = (message: string, pages: number[] = []) =>
  ({ code: 'w', message, pages }) as unknown as JobWarning;

describe('plainReporter', () => {
  it('prints one line per file', () => {
    expect(
      reportOf([
        ['a.pdf', done()],
        ['b.pdf', { status: 'skipped', files: [] }],
        ['c.pdf', { status: 'submitted', jobId: 'J' }],
      ]),
    ).toMatch(
      /^\[1\/3\] Done {7}a\.pdf {2}2 pages, 1\.5 s\n\[2\/3\] Up to date b\.pdf\n\[3\/3\] Submitted {2}c\.pdf\n/,
    );
  });

  it('prints a warning that several files have once', () => {
    const fonts = 'Some fonts could not be read.';
    const text = reportOf([
      ['a.pdf', done(warning(fonts, [1]), warning('Page 3 is a scan.', [3]))],
      ...['b', 'c', 'd', 'e'].map((name) => [`${name}.pdf`, done(warning(fonts))] as const),
    ]);
    expect(text.match(/^warning: .*$/gm)).toEqual([
      `warning: ${fonts} (5 files: a.pdf, b.pdf, c.pdf and 2 more)`,
      'warning: a.pdf: Page 3 is a scan. (page 3)',
    ]);
  });
});

describe('the advice after failures', () => {
  const locked: Problem = {
    code: 'pdf_password_required',
    message: 'The PDF is encrypted and needs a password.',
    next: 'Add --password.',
    exit: 'failed',
    isPermanent: true,
  };
  const unreachable: Problem = {
    code: 'x',
    message: 'No response.',
    next: 'Try again.',
    exit: 'unreachable',
  };
  const adviceFor = (...failures: readonly FileFailure[]) =>
    reportOf([], { failed: failures.length, failures }).split('\n').slice(1, -1);

  it('is to retry, for temporary failures', () => {
    expect(adviceFor({ file: 'a.pdf', problem: unreachable })).toEqual([
      `next:  Retry the failed files: ${resume}. Failed files are not charged.`,
    ]);
  });

  it('is to fix the files first, for permanent failures', () => {
    const failures = ['a.pdf', 'b.pdf'].map((file) => ({ file, problem: locked }));
    expect(adviceFor(...failures, { file: 'c.pdf', problem: unreachable })).toEqual([
      'next:  a.pdf, b.pdf: Add --password.',
      `       Then retry the failed files: ${resume}. Failed files are not charged.`,
    ]);
  });
});
