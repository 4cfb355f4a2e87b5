/** The commands that find and repair missing outputs: what they print, and which jobs they run again. */
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import type { Rerun } from '../actions/rerun-job.ts';
import { defaultPlans } from '../domain/plan.ts';
import { systemClock } from '../ports/clock.ts';
import type { StoredOutput } from '../ports/stats.ts';
import { runAdmin } from './run.ts';

const output = (jobId: string, format: StoredOutput['format']): StoredOutput => ({
  jobId,
  accountId: `account of ${jobId}`,
  format,
  objectKey: `${jobId}/${format}`,
  bytes: 1,
});

let missing: StoredOutput[];
let reruns: string[];
let results: Record<string, Rerun>;
beforeEach(() => {
  missing = [output('job-1', 'markdown'), output('job-1', 'json'), output('job-2', 'html')];
  reruns = [];
  results = {
    'job-1': { isRepaired: true, formats: ['markdown', 'json'] },
    'job-2': { isRepaired: false, why: 'The source is not in storage.' },
  };
});

const admin = (line: string) =>
  runAdmin(
    {
      store: memoryStore(),
      plans: defaultPlans,
      clock: systemClock,
      issuer: 'https://id.test',
      sealingKeys: [Buffer.alloc(32, 1)],
      runHealthChecks: async () => [],
      findMissingOutputs: async () => missing,
      rerunJob: async (jobId) => {
        reruns.push(jobId);
        return results[jobId] as Rerun;
      },
    },
    line.split(' '),
  );
const adminJson = async (line: string) => JSON.parse(await admin(`${line} --json`));

describe('outputs check', () => {
  it('lists every job once with its missing formats, and runs none again', async () => {
    expect(await adminJson('outputs check')).toEqual([
      { account_id: 'account of job-1', missing: 'markdown, json', job_id: 'job-1' },
      { account_id: 'account of job-2', missing: 'html', job_id: 'job-2' },
    ]);
    expect(reruns).toEqual([]);
  });

  it('prints "none" when every output is in storage', async () => {
    missing = [];
    expect(await admin('outputs check')).toBe('none\n');
    expect(await admin('outputs check --repair')).toBe('none\n');
  });

  it('with --repair runs each of them again once, and says which could not be repaired and why', async () => {
    expect(await adminJson('outputs check --repair')).toMatchObject([
      { job_id: 'job-1', missing: 'markdown, json', repaired: true, result: 'markdown, json stored again' },
      { job_id: 'job-2', missing: 'html', repaired: false, result: 'The source is not in storage.' },
    ]);
    expect(reruns).toEqual(['job-1', 'job-2']);
  });
});

describe('job rerun', () => {
  it('runs the job again and reports the result', async () => {
    expect(await adminJson('job rerun job-1')).toEqual({
      job_id: 'job-1',
      repaired: true,
      result: 'markdown, json stored again',
    });
    expect(await adminJson('job rerun job-2')).toMatchObject({ job_id: 'job-2', repaired: false });
    expect(reruns).toEqual(['job-1', 'job-2']);
  });

  it('needs the id of a job', async () => {
    await expect(admin('job rerun')).rejects.toThrow('the job’s id is missing');
    expect(reruns).toEqual([]);
  });
});
