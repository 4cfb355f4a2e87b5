/** A batch continues after failures, stops at errors that affect every file, and sets the exit code. */
import { describe, expect, it } from 'vitest';
import { CliError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { Interrupted } from '../interrupts.ts';
import { BatchRun } from './batch-run.ts';
import type { FileResult, Reporter } from './reporter.ts';
import type { TargetConverter, TargetProgress } from './target-converter.ts';
import type { Target } from './targets.ts';

const targets = (count: number): Target[] =>
  Array.from({ length: count }, (_, index) => ({
    file: { path: `${index}.pdf`, absolute: `/${index}.pdf`, subdirectory: '' },
    directory: '/',
    stem: String(index),
    id: String(index),
  }));

const done: FileResult = { status: 'done', jobId: 'J', pages: 2, files: [], warnings: [], tookMs: 1 };
const silent: Reporter = {
  start() {},
  step() {},
  fileEnded() {},
  finish() {},
  interrupted() {},
  close() {},
};
const failure = (exit: ExitName, code = 'x') => new CliError(code, exit, 'It failed.', 'Do this.');

type Convert = (index: number, progress: TargetProgress) => Promise<FileResult>;

async function run(count: number, convert: Convert, concurrency = 3, signal = new AbortController().signal) {
  const ends: string[] = [];
  const converter = {
    convert: (target: Target, progress: TargetProgress) => convert(Number(target.id), progress),
  } as TargetConverter;
  const reporter = {
    ...silent,
    fileEnded: (file: string, { status }: FileResult) => ends.push(`${file} ${status}`),
  };
  const batch = {
    targets: targets(count),
    converter,
    concurrency,
    reporter,
    signal,
    resume: 'octavo convert --resume',
  };
  return { ...(await new BatchRun(batch).run()), ends };
}

describe('BatchRun', () => {
  it('converts all files within the concurrency limit', async () => {
    let atOnce = 0;
    let most = 0;
    const { summary } = await run(20, async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce -= 1;
      return done;
    });
    expect(summary).toMatchObject({ files: 20, converted: 20, failed: 0, left: 0, pages: 40, exit: 'ok' });
    expect(most).toBe(3);
  });

  it('continues after a failure and reports it at the end', async () => {
    const { summary, ends } = await run(5, async (index) => {
      if (index === 1) throw failure('failed');
      return index === 2 ? { status: 'skipped', files: [] } : done;
    });
    expect(summary).toMatchObject({ converted: 3, skipped: 1, failed: 1, left: 0, exit: 'partlyFailed' });
    expect(ends.sort()).toEqual(['0.pdf done', '1.pdf failed', '2.pdf skipped', '3.pdf done', '4.pdf done']);
  });

  it('exits with the code of its failures if all files failed alike', async () => {
    const allOf = async (exits: readonly ExitName[]) =>
      (await run(exits.length, async (index) => Promise.reject(failure(exits[index] ?? 'ok')))).summary.exit;
    expect(await allOf(['limit', 'limit'])).toBe('limit');
    expect(await allOf(['timedOut', 'timedOut'])).toBe('timedOut');
    expect(await allOf(['limit', 'failed'])).toBe('failed');
  });

  it.each([
    ['a rejected API key', failure('auth')],
    ['a plan without API access', failure('limit', 'plan_required')],
    ['a locked state directory', failure('failed', 'state_in_use')],
    [
      'no pages left this month',
      Object.assign(new Error('No pages. Wait.'), {
        nextStep: 'Wait.',
        status: 402,
        code: 'page_limit_reached',
        requestId: null,
        faults: [],
        pagesRemaining: 0,
      }),
    ],
  ])('starts no more files after %s', async (_, error) => {
    const { summary } = await run(
      10,
      async (index) => {
        if (index === 1) throw error;
        return done;
      },
      1,
    );
    expect(summary).toMatchObject({ converted: 1, failed: 1, left: 8 });
    expect(summary.stoppedBy?.exit).toBe(summary.exit);
  });

  it('continues while some pages are left, since smaller files may fit', async () => {
    const error = Object.assign(new Error('Few pages. Wait.'), {
      nextStep: 'Wait.',
      status: 402,
      code: 'page_limit_reached',
      requestId: null,
      faults: [],
      pagesRemaining: 3,
    });
    const { summary } = await run(4, async (index) => (index === 0 ? Promise.reject(error) : done), 1);
    expect(summary).toMatchObject({ converted: 3, failed: 1, left: 0, exit: 'partlyFailed' });
  });

  it('stops after several connection failures in a row, not before', async () => {
    const gone = await run(20, async () => Promise.reject(failure('unreachable')), 1);
    expect(gone.summary).toMatchObject({ failed: 5, left: 15, exit: 'unreachable' });
    const shaky = await run(
      20,
      async (index) => (index % 5 === 4 ? done : Promise.reject(failure('unreachable'))),
      1,
    );
    expect(shaky.summary).toMatchObject({ converted: 4, failed: 16, left: 0, exit: 'partlyFailed' });
  });

  it('lists the running jobs when interrupted, and starts no more', async () => {
    const controller = new AbortController();
    const { summary, running, ends } = await run(
      10,
      async (index, progress) => {
        if (index === 0) return done;
        progress.onAccepted(`job-${index}`);
        if (index === 2) controller.abort(new Interrupted('SIGINT'));
        controller.signal.throwIfAborted();
        await new Promise((_, reject) => controller.signal.addEventListener('abort', reject));
        return done;
      },
      2,
      controller.signal,
    );
    expect(running).toEqual([
      { file: '1.pdf', jobId: 'job-1' },
      { file: '2.pdf', jobId: 'job-2' },
    ]);
    expect(summary).toMatchObject({ converted: 1, failed: 0, left: 9 });
    expect(ends).toEqual(['0.pdf done']);
  });

  it('counts a job that timed out as running', async () => {
    const { running } = await run(1, async (_, progress) => {
      progress.onAccepted('J');
      throw failure('timedOut');
    });
    expect(running).toEqual([{ file: '0.pdf', jobId: 'J' }]);
  });
});
