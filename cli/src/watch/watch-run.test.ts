/** A watched folder: each file is converted once, when it is complete; failures are retried a limited number of times. */
import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WatchedEntry } from '../convert/batch-state.ts';
import type { FileResult } from '../convert/reporter.ts';
import { CliError } from '../errors/cli-error.ts';
import type { ExitName } from '../exit-codes.ts';
import { Interrupted } from '../interrupts.ts';
import type { FoundFile } from './folder-scan.ts';
import type { SettledFiles } from './settled-files.ts';
import type { Retry, WatchReporter, WatchResult } from './watch-reporter.ts';
import { type WatchOptions, WatchRun } from './watch-run.ts';

const done: FileResult = { status: 'done', jobId: 'J', pages: 2, files: [], warnings: [], tookMs: 1 };
const failure = (exit: ExitName = 'failed', code = 'x') => new CliError(code, exit, 'It failed.', 'Do this.');

function found(key: string, version = 1, clashesWith: string | null = null): FoundFile {
  const file = { path: `in/${key}`, absolute: `/in/${key}`, subdirectory: '' };
  return {
    key,
    target: { file, directory: '/out', stem: key, id: key },
    signature: { bytes: version, modified_ms: version, inode: version },
    clashesWith,
  };
}

const entryOf = (key: string, status: WatchedEntry['status'], attempts = 0, ageDays = 0): WatchedEntry => ({
  ...found(key).signature,
  options: 'options',
  status,
  attempts,
  target: key,
  ended_at: new Date(Date.now() - ageDays * 86_400_000).toISOString(),
});

type Folder = {
  files: FoundFile[];
  /** Written by another program. */
  incomplete: Set<string>;
  onTick: (nowMs: number) => void;
};
type Convert = (found: FoundFile, onAccepted: (jobId: string) => void) => Promise<FileResult>;

/** Time passes only while the run sleeps. */
function watching(convert: Convert, more: Partial<WatchOptions> = {}) {
  const folder: Folder = { files: [], incomplete: new Set(), onTick: () => {} };
  const entries = new Map<string, WatchedEntry>();
  const conversions: string[] = [];
  const lines: string[] = [];
  const stopping = new AbortController();
  let now = 0;
  const ended = (file: string, { status }: WatchResult, retry: Retry | null) =>
    void lines.push(`${file} ${status}${retry ? ` ${retry.attempt} ${retry.inMs}` : ''}`);
  const reporter: WatchReporter = {
    started() {},
    finish() {},
    interrupted() {},
    fileEnded: ended,
    waiting: (_, inMs) => void lines.push(`waiting ${inMs}`),
  };
  const options: WatchOptions = {
    scan: async () => folder.files,
    settled: {
      update() {},
      isComplete: async ({ key }: FoundFile) => !folder.incomplete.has(key),
    } as unknown as SettledFiles,
    isUnchanged: async (file) => folder.files.includes(file),
    convert: async (file, onAccepted) => {
      conversions.push(`${file.key} v${file.signature.bytes}`);
      return convert(file, onAccepted);
    },
    state: {
      watched: (key) => entries.get(key),
      setWatched: async (key, entry) => void entries.set(key, entry),
      forgetWatched: async (isGone) => {
        for (const [key, entry] of entries) if (isGone(key, entry)) entries.delete(key);
      },
    },
    reporter,
    optionsDigest: 'options',
    concurrency: 2,
    retriesMax: 3,
    intervalMs: 1_000,
    isOnce: true,
    signal: stopping.signal,
    resume: 'octavo watch in out',
    clock: {
      nowMs: () => now,
      sleep: async (ms) => {
        await tick();
        now += ms;
        folder.onTick(now);
      },
    },
    ...more,
  };
  const run = () => new WatchRun(options).run();
  return { folder, entries, conversions, lines, stopping, run, options, nowMs: () => now };
}

describe('a watched folder', () => {
  it('has each file converted once, within the concurrency limit', async () => {
    let atOnce = 0;
    let most = 0;
    const { folder, conversions, run } = watching(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await tick();
      await tick();
      atOnce -= 1;
      return done;
    });
    folder.files = ['a', 'b', 'c', 'd', 'e'].map((key) => found(key));
    const { summary } = await run();
    expect(summary).toMatchObject({ files: 5, converted: 5, pages: 10, failed: 0, exit: 'ok' });
    expect(conversions.toSorted()).toEqual(['a v1', 'b v1', 'c v1', 'd v1', 'e v1']);
    expect(most).toBe(2);
  });

  it('does nothing after a restart, except for files that have changed or have other options', async () => {
    const first = watching(async () => done);
    first.folder.files = [found('a'), found('b')];
    await first.run();
    first.folder.files = [found('a'), found('b', 2)];
    first.conversions.length = 0;
    await first.run();
    expect(first.conversions).toEqual(['b v2']);
    first.conversions.length = 0;
    await new WatchRun({ ...first.options, optionsDigest: 'others' }).run();
    expect(first.conversions.toSorted()).toEqual(['a v1', 'b v2']);
  });

  it('waits for files that are being written', async () => {
    const { folder, conversions, run, nowMs } = watching(async () => done);
    folder.files = [found('a'), found('slow')];
    folder.incomplete.add('slow');
    folder.onTick = (at) => {
      if (at >= 10_000) folder.incomplete.clear();
    };
    await run();
    expect(conversions).toEqual(['a v1', 'slow v1']);
    expect(nowMs()).toBeGreaterThanOrEqual(10_000);
  });

  it('converts a file again that changed while it was converted', async () => {
    const { folder, conversions, run } = watching(async ({ signature }) => {
      if (signature.bytes === 1) folder.files = [found('a', 2)];
      return done;
    });
    folder.files = [found('a')];
    await run();
    expect(conversions).toEqual(['a v1', 'a v2']);
  });

  it('does not convert a file that changed or vanished since the scan', async () => {
    const convert: Convert = async (file) => {
      folder.files = [file];
      return done;
    };
    const { folder, conversions, run } = watching(convert, { concurrency: 1 });
    folder.files = [found('a'), found('b')];
    await run();
    expect(conversions).toEqual(['a v1']);
  });

  it('forgets files that have been gone for a week, unless the whole folder is empty', async () => {
    const { folder, entries, run } = watching(async () => done);
    entries.set('old', entryOf('old', 'done', 0, 8));
    entries.set('recent', entryOf('recent', 'done', 0, 6));
    entries.set('present', entryOf('present', 'done', 0, 8));
    await run();
    expect([...entries.keys()]).toEqual(['old', 'recent', 'present']);
    folder.files = [found('present')];
    await run();
    expect([...entries.keys()]).toEqual(['recent', 'present']);
  });

  it('keeps watching until it is stopped, and lists the jobs that still run', async () => {
    const { folder, stopping, conversions, run } = watching(
      async ({ key }, onAccepted) => {
        onAccepted(`job of ${key}`);
        if (key !== 'late') return done;
        stopping.abort(new Interrupted('SIGINT'));
        stopping.signal.throwIfAborted();
        return done;
      },
      { isOnce: false },
    );
    folder.files = [found('a')];
    folder.onTick = (at) => {
      if (at === 5_000) folder.files = [found('a'), found('late')];
    };
    const { running, summary } = await run();
    expect(conversions).toEqual(['a v1', 'late v1']);
    expect(running).toEqual([{ file: 'in/late', jobId: 'job of late' }]);
    expect(summary).toMatchObject({ converted: 1, failed: 0 });
  });
});

describe('a file that fails', () => {
  it('is tried again after growing pauses, at most as often as asked for', async () => {
    const { folder, lines, conversions, entries, run } = watching(async () => Promise.reject(failure()));
    folder.files = [found('a')];
    const { summary } = await run();
    expect(lines).toEqual([
      'in/a failed 1 5000',
      'in/a failed 2 20000',
      'in/a failed 3 80000',
      'in/a failed 4 null',
    ]);
    expect(conversions).toHaveLength(4);
    expect(summary).toMatchObject({ failed: 1, exit: 'partlyFailed' });
    expect(entries.get('a')).toMatchObject({ status: 'failed', attempts: 4 });
    await run();
    expect(conversions, 'not again after a restart').toHaveLength(4);
    folder.files = [found('a', 2)];
    await run();
    expect(conversions, 'again when it has changed').toHaveLength(8);
  });

  it('keeps its number of attempts over a restart', async () => {
    const { folder, entries, conversions, run } = watching(async () => Promise.reject(failure()));
    folder.files = [found('a')];
    entries.set('a', entryOf('a', 'failing', 3));
    await run();
    expect(conversions).toHaveLength(1);
  });

  it('does not stop the others, and ends well when a retry succeeds', async () => {
    let tries = 0;
    const { folder, lines, run } = watching(async ({ key }) => {
      if (key !== 'bad') return done;
      tries += 1;
      return tries < 3 ? Promise.reject(failure()) : done;
    });
    folder.files = [found('bad'), found('good')];
    const { summary } = await run();
    expect(summary).toMatchObject({ converted: 2, failed: 0, exit: 'ok' });
    expect(lines).toContain('in/good done');
  });

  it('is not tried again when it fails again anyway', async () => {
    const permanent = Object.assign(new Error('Not a PDF. Fix it.'), {
      nextStep: 'Fix it.',
      status: 400,
      code: 'invalid_pdf',
      requestId: null,
      faults: [],
    });
    const { folder, lines, run } = watching(async () => Promise.reject(permanent));
    folder.files = [found('a'), found('A', 1, 'in/a')];
    await run();
    expect(lines.toSorted()).toEqual(['in/A failed 1 null', 'in/a failed 1 null']);
  });

  it('because of a limit waits for longer, without counting', async () => {
    let tries = 0;
    const { folder, lines, entries, stopping, run } = watching(
      async () => {
        tries += 1;
        if (tries < 6) throw failure('limit', 'page_limit_reached');
        stopping.abort();
        return done;
      },
      { isOnce: false },
    );
    folder.files = [found('a')];
    await run();
    expect(lines.slice(0, 5)).toEqual(Array(5).fill('in/a failed 1 600000'));
    expect(entries.get('a')?.status).toBe('done');
  });
});

describe('when the server cannot be reached', () => {
  it('all files wait, longer each time, without counting as failed', async () => {
    let isUp = false;
    const { folder, lines, stopping, run, nowMs } = watching(
      async ({ key }) => {
        if (!isUp) throw failure('unreachable');
        if (key === 'b') stopping.abort();
        return done;
      },
      { isOnce: false, concurrency: 1 },
    );
    folder.files = [found('a'), found('b')];
    folder.onTick = (at) => {
      isUp = at >= 100_000;
    };
    const { summary } = await run();
    expect(lines.slice(0, 6)).toEqual([2, 4, 8, 16, 32, 60].map((seconds) => `waiting ${seconds * 1_000}`));
    expect(lines.slice(6)).toEqual(['in/a done', 'in/b done']);
    expect(summary).toMatchObject({ converted: 2, failed: 0 });
    expect(nowMs()).toBeGreaterThan(100_000);
  });

  it('a single pass ends with its exit code', async () => {
    const { folder, entries, run } = watching(async () => Promise.reject(failure('unreachable')));
    folder.files = [found('a')];
    expect((await run()).summary).toMatchObject({ exit: 'unreachable', failed: 1 });
    expect(entries.size).toBe(0);
  });
});

describe('watching stops', () => {
  it.each([
    ['a rejected key', failure('auth')],
    ['a plan without API access', failure('limit', 'plan_required')],
    ['a state that another process took over', failure('failed', 'state_in_use')],
  ])('after %s', async (_, error) => {
    const { folder, conversions, run } = watching(async () => Promise.reject(error), {
      isOnce: false,
      concurrency: 1,
    });
    folder.files = [found('a'), found('b')];
    const { summary } = await run();
    expect(summary.stoppedBy?.code).toBe(error.code);
    expect(summary.exit).toBe(error.exit);
    expect(conversions).toHaveLength(1);
  });

  it('when the state cannot be written', async () => {
    const { folder, options, run } = watching(async () => done, { isOnce: false });
    folder.files = [found('a')];
    Object.assign(options.state, { setWatched: async () => Promise.reject(failure('failed', 'no_space')) });
    expect((await run()).summary.stoppedBy?.code).toBe('no_space');
  });
});

it('a folder that cannot be read is waited for', async () => {
  let scans = 0;
  const files = [found('a')];
  const { stopping, lines, run } = watching(async () => done, {
    isOnce: false,
    isUnchanged: async () => true,
    scan: async () => {
      scans += 1;
      if (scans < 3)
        throw Object.assign(new Error('gone'), { syscall: 'scandir', code: 'ENOENT', path: '/in' });
      if (scans === 4) stopping.abort();
      return files;
    },
  });
  await run();
  expect(lines).toEqual(['waiting 2000', 'waiting 4000', 'in/a done']);
});
