/** The live display of a batch on an emulated terminal. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stylesFor } from '../display/style.ts';
import { textWidth } from '../display/text-width.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';
import { screenAfter } from '../testing/screen.ts';
import { LiveReporter } from './live-reporter.ts';
import type { Summary } from './reporter.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: how sequences to a terminal begin
const cursorMoves = /\u001b\[[?\d]*[A-Za-z]/g;

const problem = { code: 'x', message: 'The file is damaged.', next: 'Fix it.', exit: 'failed' } as const;
const summary: Summary = {
  files: 4,
  converted: 2,
  submitted: 0,
  skipped: 1,
  failed: 1,
  left: 0,
  pages: 5,
  tookMs: 61_000,
  exit: 'partlyFailed',
  stoppedBy: null,
  resume: 'octavo convert --resume',
  failures: [{ file: 'invoices/2026-040.pdf', problem }],
};

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());

function open(columns: number, rows = 24) {
  const environment = fakeEnvironment({ columns, rows, env: { NO_COLOR: '1' } });
  const reporter = new LiveReporter(environment.stderr, stylesFor(environment, environment.stderr), true);
  const screen = () => screenAfter(environment.stderrText(), columns);
  return { reporter, screen, raw: environment.stderrText };
}

function busy(columns: number, rows?: number) {
  const live = open(columns, rows);
  const { reporter } = live;
  reporter.start(4);
  reporter.step('invoices/2026-041.pdf', { step: 'uploading', bytesSent: 3_250_586, bytesTotal: 5_242_880 });
  reporter.step('invoices/2026-042.pdf', {
    step: 'converting',
    stage: 'layout',
    pagesDone: 12,
    pagesTotal: 30,
  });
  reporter.step('invoices/2026-043.pdf', { step: 'waiting', for: 'queue' });
  reporter.fileEnded('invoices/2026-040.pdf', { status: 'failed', problem, jobId: 'J' });
  vi.advanceTimersByTime(2000);
  return live;
}

describe('LiveReporter', () => {
  it('shows the total and each running file', () => {
    expect(busy(100).screen()).toEqual([
      'failed: invoices/2026-040.pdf: The file is damaged.',
      '',
      '1 of 4  ██████░░░░░░░░░░░░░░░░░░  0 pages · 2.0 s · 1 failed',
      '  invoices/2026-041.pdf  ███████▍░░░░  Uploading 3.1 MB of 5.0 MB',
      '  invoices/2026-042.pdf  ████▊░░░░░░░  Processing: page 12 of 30',
      '  invoices/2026-043.pdf                Queued',
    ]);
  });

  it('shows files that wait for the same thing in one line', () => {
    const { reporter, screen } = busy(100);
    reporter.step('invoices/2026-044.pdf', { step: 'waiting', for: 'queue' });
    vi.advanceTimersByTime(100);
    expect(screen().slice(-2)).toEqual([
      '  invoices/2026-042.pdf  ████▊░░░░░░░  Processing: page 12 of 30',
      '  2 files: Queued',
    ]);
  });

  it.each([100, 72, 60, 40, 24])('never writes a line wider than %d columns', (columns) => {
    const { raw } = busy(columns);
    const drawn = raw().replaceAll(cursorMoves, '').split('\n');
    const lines = drawn.filter((line) => !line.startsWith('failed:'));
    expect(Math.max(...lines.map(textWidth))).toBeLessThan(columns);
  });

  it('keeps the end of long names, and counts wide characters as two', () => {
    const { reporter, screen } = open(40);
    reporter.start(1);
    reporter.step('very/long/path/報告書二千二十六年.pdf', { step: 'saving' });
    vi.advanceTimersByTime(100);
    expect(screen().at(-1)).toMatch(/^ {2}….*二千二十六年\.pdf +Saving/);
  });

  it('shows no more files than there are rows', () => {
    const { reporter, screen } = open(80, 8);
    reporter.start(20);
    for (let index = 0; index < 20; index += 1) reporter.step(`${index}.pdf`, { step: 'reading' });
    vi.advanceTimersByTime(100);
    expect(screen()).toHaveLength(6);
    expect(screen().at(-1)).toBe('  and 17 more');
  });

  it('estimates the time left from the throughput, without files that were up to date', () => {
    const { reporter, screen } = open(100);
    reporter.start(100);
    for (let index = 0; index < 50; index += 1)
      reporter.fileEnded(`s${index}`, { status: 'skipped', files: [] });
    vi.advanceTimersByTime(20_000);
    const done = { status: 'done', jobId: 'J', pages: 3, files: [], warnings: [], tookMs: 1 } as const;
    for (let index = 0; index < 10; index += 1) reporter.fileEnded(`d${index}`, done);
    vi.advanceTimersByTime(100);
    expect(screen().at(-1)).toContain('60 of 100');
    expect(screen().at(-1)).toContain('30 pages · 20 s · about 1 min 20 s left');
  });

  it('leaves only permanent lines and the summary', () => {
    const { reporter, screen, raw } = busy(100);
    reporter.finish(summary);
    expect(screen()).toEqual([
      'failed: invoices/2026-040.pdf: The file is damaged.',
      '4 files: 2 converted · 1 up to date · 1 failed · 5 pages · 1 min 01 s',
      'next:  Retry the failed files: octavo convert --resume. Failed files are not charged.',
    ]);
    expect(raw().endsWith('\u001b[?25h')).toBe(false);
    expect(raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(raw().lastIndexOf('\u001b[?25l'));
  });

  it('lists the running jobs after an interruption, and how to resume', () => {
    const { reporter, screen } = busy(100);
    reporter.interrupted([{ file: 'invoices/2026-042.pdf', jobId: 'JOB' }], 'octavo convert --resume');
    expect(screen().slice(1)).toEqual([
      'Interrupted after 1 of 4 files. 1 job keeps running on the server:',
      '  JOB  invoices/2026-042.pdf',
      'next:  octavo convert --resume',
    ]);
  });

  it('replaces control characters in names', () => {
    const { reporter, screen } = open(80);
    reporter.start(1);
    reporter.step('a\u001b[2J\n.pdf', { step: 'reading' });
    vi.advanceTimersByTime(100);
    expect(screen().at(-1)).toMatch(/^ {2}a\ufffd\[2J\ufffd\.pdf/);
  });
});
