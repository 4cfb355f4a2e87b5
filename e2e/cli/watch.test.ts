/** A watched folder: files are converted as they appear, when they are complete, and not again after a restart. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { listJobs } from '@octavo/testkit/service-under-test/jobs.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BatchEvent, CliSandbox, eventsIn } from './cli-sandbox.ts';

const fast = ['--settle', '300ms', '--interval', '100ms'];

let sandbox: CliSandbox;
let child: ChildProcess | undefined;
beforeAll(async () => {
  sandbox = await CliSandbox.open('business', await account('business'));
});
beforeEach(() => {
  for (const name of ['in', 'out']) rmSync(join(sandbox.cwd, name), { recursive: true, force: true });
});
afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(() => sandbox.close());

const jobsMade = async () => (await listJobs(sandbox.owner)).total;
const result = (path: string) => readFileSync(join(sandbox.cwd, 'out', path), 'utf8');

/** Starts watching; the events are read as they come. */
function watch(...more: readonly string[]) {
  const watching = sandbox.spawn(['watch', 'in', 'out', '--json', ...fast, ...more]);
  child = watching;
  const exited = once(watching, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: watching.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const next = async (wanted: string): Promise<BatchEvent> => {
    for (;;) {
      const { done, value } = await lines.next();
      if (done) throw new Error(`the command ended before the event ${wanted}`);
      const event = JSON.parse(value) as BatchEvent;
      if (event.event === wanted) return event;
    }
  };
  const stop = async () => {
    watching.kill('SIGINT');
    return (await exited)[0];
  };
  return { next, stop };
}

describe('octavo watch --once', () => {
  it('converts what is there, and nothing when it is run again, even if the results were taken away', async () => {
    sandbox.write('in/a.pdf', makeDocument({ title: 'Alpha' }));
    sandbox.write('in/deep/b.pdf', makeDocument({ title: 'Beta' }));
    const before = await jobsMade();
    const args = ['watch', 'in', 'out', '--once', '-f', 'md,text', ...fast];
    const { code, stderr } = await sandbox.run(args);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^Done {7}in\/a\.pdf {2}1 page, [\d.]+ s$/m);
    expect(stderr).toMatch(/^2 files: 2 converted · 2 pages · /m);
    expect(result('a.txt')).toContain('Alpha 1');
    expect(result('deep/b.md')).toContain('Beta 1');
    rmSync(join(sandbox.cwd, 'out/a.md'));
    expect((await sandbox.run(args)).stderr).toMatch(/^0 files: /m);
    expect(existsSync(join(sandbox.cwd, 'out/a.md'))).toBe(false);
    expect(await jobsMade()).toBe(before + 2);
  });

  it('reports failures with their reason, retries those that may succeed, and ends with 3', async () => {
    sandbox.write('in/good.pdf', makeDocument({ title: 'Good' }));
    sandbox.write('in/bad.pdf', makeBrokenDocument());
    sandbox.write('in/none.pdf', 'This is not a PDF.\n%%EOF');
    const { code, stdout } = await sandbox.run([
      ...['watch', 'in', 'out', '--once', '--json', '--retries', '1'],
      ...fast,
    ]);
    expect(code).toBe(3);
    const events = eventsIn(stdout);
    const attempts = (file: string) =>
      events
        .filter((event) => event.event === 'failed' && event.file === file)
        .map(({ attempt, retry_in_seconds }) => [attempt, retry_in_seconds]);
    expect(attempts('in/none.pdf')).toEqual([[1, null]]);
    expect(attempts('in/bad.pdf')).toEqual([
      [1, 5],
      [2, null],
    ]);
    expect(events.find(({ file }) => file === 'in/none.pdf')?.['error']).toMatchObject({
      code: 'invalid_pdf',
    });
    expect(events.at(-1)).toMatchObject({ event: 'finished', converted: 1, failed: 2, exit_code: 3 });
  });

  it('refuses a folder that does not exist', async () => {
    expect((await sandbox.run(['watch', 'nowhere', 'out', '--once'])).code).toBe(2);
  });
});

describe('octavo watch', () => {
  it('converts files as they appear, once they are complete, and stops cleanly', async () => {
    sandbox.write('in/first.pdf', makeDocument({ title: 'First' }));
    const before = await jobsMade();
    const { next, stop } = watch();
    expect(await next('watching')).toMatchObject({ folder: 'in', output: 'out' });
    expect((await next('done')).file).toBe('in/first.pdf');
    const slow = makeDocument({ title: 'Slow', bytes: 200_000 });
    const path = sandbox.write('in/slow.pdf', slow.subarray(0, 50_000));
    for (let at = 50_000; at < slow.length; at += 50_000) {
      // Longer than a file must not change; what is missing is the end of the PDF.
      await delay(600);
      appendFileSync(path, slow.subarray(at, at + 50_000));
    }
    expect(await next('done')).toMatchObject({ file: 'in/slow.pdf', pages: 1 });
    expect(result('slow.md')).toContain('Slow 1');
    sandbox.write('in/first.pdf', makeDocument({ title: 'Changed' }));
    expect((await next('done')).file).toBe('in/first.pdf');
    expect(result('first.md')).toContain('Changed 1');
    expect(await stop()).toBe(130);
    expect(await jobsMade()).toBe(before + 3);
  });

  it('does not miss what appears while it is stopped, nor convert anything twice', async () => {
    sandbox.write('in/a.pdf', makeDocument({ title: 'Before' }));
    const before = await jobsMade();
    const first = watch();
    await first.next('done');
    expect(await first.stop()).toBe(130);
    sandbox.write('in/b.pdf', makeDocument({ title: 'Between' }));
    const second = watch();
    expect((await second.next('done')).file).toBe('in/b.pdf');
    expect(await second.stop()).toBe(130);
    expect(await jobsMade()).toBe(before + 2);
  });

  it('lets one process at a time watch', async () => {
    sandbox.write('in/a.pdf', makeDocument({ title: 'Locked' }));
    const { next, stop } = watch();
    await next('done');
    const { code, stderr } = await sandbox.run(['watch', 'in', 'out', '--once']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is using this state directory')]);
    await stop();
  });
});
