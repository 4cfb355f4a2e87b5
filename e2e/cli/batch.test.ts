/** Many files in one command: what is up to date is left alone, failures do not stop the rest, copies share a job. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrokenDocument, makeDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { listJobs } from '@octavo/testkit/service-under-test/jobs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CliSandbox, eventsIn } from './cli-sandbox.ts';

let sandbox: CliSandbox;
beforeAll(async () => {
  sandbox = await CliSandbox.open('business', await account('business'));
});
afterAll(() => sandbox.close());

beforeEach(() => {
  for (const name of readdirSync(sandbox.cwd)) rmSync(join(sandbox.cwd, name), { recursive: true });
});

const jobsMade = async () => (await listJobs(sandbox.owner)).total;

describe('a batch', () => {
  it('writes results below --output as the files lie below their directory', async () => {
    sandbox.write('docs/a.pdf', makeDocument({ title: 'Alpha' }));
    sandbox.write('docs/deep/b.pdf', makeDocument({ title: 'Beta' }));
    const { code, stderr, stdout } = await sandbox.run(['convert', 'docs', '-o', 'out', '-f', 'md,text']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^\[1\/2\] Done {7}docs\/\S+ {2}1 page, [\d.]+ s$/m);
    expect(stderr).toMatch(/^2 files: 2 converted · 2 pages · /m);
    expect(readFileSync(join(sandbox.cwd, 'out/a.txt'), 'utf8')).toContain('Alpha 1');
    expect(readFileSync(join(sandbox.cwd, 'out/deep/b.md'), 'utf8')).toContain('Beta 1');
  });

  it('leaves alone what is up to date, and converts what has changed, is missing, or is asked for otherwise', async () => {
    sandbox.write('a.pdf', makeDocument({ title: 'First' }));
    sandbox.write('b.pdf', makeDocument({ title: 'Second' }));
    const before = await jobsMade();
    await sandbox.ok(['convert', '*.pdf']);
    const again = await sandbox.run(['convert', '*.pdf']);
    expect(again.stderr).toContain('2 files: 2 up to date');
    expect(await jobsMade()).toBe(before + 2);

    sandbox.write('a.pdf', makeDocument({ title: 'Changed' }));
    rmSync(join(sandbox.cwd, 'b.md'));
    const { stderr } = await sandbox.run(['convert', '*.pdf']);
    expect(stderr).toContain('2 files: 2 converted');
    expect(readFileSync(join(sandbox.cwd, 'a.md'), 'utf8')).toContain('Changed 1');
    expect(existsSync(join(sandbox.cwd, 'b.md'))).toBe(true);
    expect(await jobsMade(), 'a missing result is fetched, not made again').toBe(before + 3);

    await sandbox.ok(['convert', '*.pdf', '-f', 'text']);
    expect(await jobsMade()).toBe(before + 5);
    await sandbox.ok(['convert', '*.pdf', '-f', 'text', '--force']);
    expect(await jobsMade()).toBe(before + 7);
  });

  it('goes on past failures, ends with 3, and tries the failed ones again when resumed', async () => {
    sandbox.write('in/good.pdf', makeDocument({ title: 'Good' }));
    sandbox.write('in/bad.pdf', makeBrokenDocument());
    sandbox.write('in/none.pdf', 'This is no PDF.');
    const { code, stderr } = await sandbox.run(['convert', 'in', '-o', 'out']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^\[\d\/3\] Failed {5}in\/bad\.pdf {2}Job \S+ failed: /m);
    expect(stderr).toMatch(/^3 files: 1 converted · 2 failed · /m);
    expect(stderr).toMatch(/^ {7}Then retry the failed files: octavo convert --resume\./m);
    sandbox.write('in/none.pdf', makeDocument({ title: 'Now one' }));
    const resumed = await sandbox.run(['convert', '--resume']);
    expect(resumed.code).toBe(3);
    expect(resumed.stderr).toMatch(/^3 files: 1 converted · 1 up to date · 1 failed/m);
    expect(readdirSync(join(sandbox.cwd, 'out')).sort()).toEqual(['good.md', 'none.md']);
  });

  it('makes one job of copies, and writes the results of each', async () => {
    const twin = makeDocument({ title: 'Twin' });
    const before = await jobsMade();
    for (const name of ['a', 'b', 'c']) sandbox.write(`in/${name}.pdf`, twin);
    await sandbox.ok(['convert', 'in', '-o', 'out']);
    expect(readdirSync(join(sandbox.cwd, 'out')).sort()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await jobsMade()).toBe(before + 1);
  });

  it('deletes the jobs once all results are here, those of copies too', async () => {
    const before = await jobsMade();
    for (const name of ['a', 'b', 'c']) sandbox.write(`in/${name}.pdf`, makeDocument({ title: 'Private' }));
    sandbox.write('in/d.pdf', makeDocument({ title: 'Also private' }));
    await sandbox.ok(['convert', 'in', '-o', 'out', '--delete-after', '--concurrency', '1']);
    expect(readdirSync(join(sandbox.cwd, 'out'))).toHaveLength(4);
    expect(await jobsMade()).toBe(before);
    const again = await sandbox.run(['convert', 'in', '-o', 'out', '--delete-after']);
    expect(again.stderr).toContain('4 files: 4 up to date');
  });

  it('prints one JSON object per line for each file', async () => {
    sandbox.write('in/a.pdf', makeDocument({ title: 'Event', pages: 2 }));
    sandbox.write('in/b.pdf', makeBrokenDocument());
    const { code, stdout, stderr } = await sandbox.run(['convert', 'in', '-o', 'out', '--json']);
    expect([code, stderr]).toEqual([3, '']);
    const events = eventsIn(stdout);
    expect(events[0]).toEqual({ event: 'started', files: 2 });
    expect(events.filter(({ event }) => event === 'submitted')).toHaveLength(2);
    expect(events.find(({ event }) => event === 'done')).toMatchObject({
      file: 'in/a.pdf',
      pages: 2,
      outputs: ['out/a.md'],
      job_id: expect.any(String),
    });
    expect(events.find(({ event }) => event === 'failed')).toMatchObject({
      file: 'in/b.pdf',
      error: { code: 'job_failed', exit_code: 1, next: expect.any(String) },
    });
    expect(events.at(-1)).toMatchObject({
      event: 'finished',
      converted: 1,
      failed: 1,
      left: 0,
      exit_code: 3,
    });
  });

  it('submits without waiting, and is finished when resumed', async () => {
    sandbox.writeMany('in', 3);
    const ids = await sandbox.ok(['convert', 'in', '-o', 'out', '--no-wait']);
    expect(ids).toMatch(/^(\S{36}\tin\/invoice-\d{3}\.pdf\n){3}$/);
    expect(existsSync(join(sandbox.cwd, 'out'))).toBe(false);
    await sandbox.ok(['convert', '--resume']);
    expect(readdirSync(join(sandbox.cwd, 'out'))).toHaveLength(3);
  });

  it('says nothing with --quiet unless something fails', async () => {
    sandbox.writeMany('in', 2);
    const { code, stdout, stderr } = await sandbox.run(['convert', 'in', '-o', 'out', '--quiet']);
    expect([code, stdout, stderr]).toEqual([0, '', '']);
  });

  it('stops at a key that is refused, before anything is read', async () => {
    sandbox.writeMany('in', 3);
    const env = { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}` };
    const { code, stderr } = await sandbox.run(['convert', 'in'], { env });
    expect(code).toBe(4);
    expect(stderr).toContain('next:  Run octavo login with a valid key');
  });

  it('has nothing to resume where nothing was begun', async () => {
    const { code, stderr } = await sandbox.run(['convert', '--resume']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no batch to resume');
  });
});
