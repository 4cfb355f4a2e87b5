/** 500 documents of a corpus through two workers: all end, every page is accounted for, and nothing stays behind. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { printFigures } from '@octavo/testkit/runner/figures.ts';
import {
  type FreshAccount,
  freshAccount,
  usageByOperator,
} from '@octavo/testkit/service-under-test/accounts.ts';
import { objectNames } from '@octavo/testkit/service-under-test/bucket.ts';
import { context, type OwnStack } from '@octavo/testkit/service-under-test/context.ts';
import {
  isTerminal,
  type Job,
  listJobs,
  pollUntil,
  remove,
  submit,
} from '@octavo/testkit/service-under-test/jobs.ts';
import { me } from '@octavo/testkit/service-under-test/keys.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const wanted = 500;
const lanes = 12;
const corpus = resolve(process.env['OCTAVO_CORPUS'] || '../shared/corpus');
const options = { format: ['markdown', 'json', 'html', 'text', 'annotated-pdf', 'images'] };
const jobTimeoutMs = 600_000;

function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.pdf'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All documents made for reading, then the odd ones in an order that is the same on every machine. */
function chosenFiles(): string[] {
  const order = (file: string) => createHash('sha256').update(basename(file)).digest('hex');
  const odd = filesOf(join(corpus, 'robustness')).sort((a, b) => order(a).localeCompare(order(b)));
  return [...filesOf(join(corpus, 'documents')).sort(), ...odd];
}

/** Files that conversions and uploads leave in the temporary directory of the stack. */
function tempFiles(stack: OwnStack): string[] {
  const entries = readdirSync(stack.tempDirectory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

let owner: FreshAccount;
let stack: OwnStack;
let namesBefore: ReadonlySet<string>;
let tempBefore: readonly string[];
const jobs: Job[] = [];
const refusals = new Map<string, number>();

/** Whether the file became a job; then it has ended when this returns. */
async function convert(file: string): Promise<boolean> {
  const answer = await submit(owner, { file: readFileSync(file), fileName: 'corpus.pdf', options });
  if (answer.status === 201) {
    jobs.push(await pollUntil(owner, (answer.json as Job).id, isTerminal, jobTimeoutMs));
    return true;
  }
  const reason = `${answer.status} ${(answer.json as { code?: string })?.code}`;
  refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
  return false;
}

beforeAll(async () => {
  if (!existsSync(corpus)) throw new Error(`no corpus at ${corpus}: set OCTAVO_CORPUS`);
  if (context.stack === undefined) throw new Error('this run needs the stack of its own');
  stack = context.stack;
  owner = await freshAccount('business');
  namesBefore = await objectNames(stack);
  tempBefore = tempFiles(stack);
});

describe('500 documents of the corpus', () => {
  it('all end, and pages_used is the sum of the pages of those that are done', async () => {
    const queue = chosenFiles();
    const began = performance.now();
    let begun = 0;
    const lane = async () => {
      for (let file = queue.shift(); file !== undefined && begun < wanted; file = queue.shift()) {
        begun += 1;
        // A refused file is no job; another takes its place.
        if (!(await convert(file))) begun -= 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const finished = jobs.filter(({ status }) => status === 'done');
    const pages = finished.reduce((sum, { page_count }) => sum + (page_count ?? 0), 0);
    const { pages_used } = await me(owner);
    const usage = await usageByOperator(owner.email);
    printFigures('corpus', {
      'jobs accepted': jobs.length,
      done: finished.length,
      failed: jobs.length - finished.length,
      'refused at submission': JSON.stringify(Object.fromEntries(refusals)),
      'pages of done jobs': pages,
      pages_used,
      'charged by the ledger': String(usage['pages_charged']),
      seconds: Math.round((performance.now() - began) / 1000),
    });
    expect(jobs.length).toBe(wanted);
    expect(jobs.filter((job) => !isTerminal(job))).toEqual([]);
    expect(pages_used).toBe(pages);
    expect(usage).toMatchObject({ pages_charged: pages, pages_reserved: 0, active_jobs: 0 });
    expect([...refusals.keys()].filter((reason) => !reason.startsWith('400 '))).toEqual([]);
  });

  it('leave nothing in storage or in temporary directories once they are deleted', async () => {
    const stored = (await objectNames(stack)).size - namesBefore.size;
    for (const { id } of jobs) expect((await remove(owner, id)).status).toBe(204);
    const left = [...(await objectNames(stack))].filter((name) => !namesBefore.has(name));
    const leftInTemp = tempFiles(stack).filter((name) => !tempBefore.includes(name));
    printFigures('after deletion of all', {
      'objects before': stored,
      'objects left': left.length,
      'temporary files left': leftInTemp.length,
    });
    expect((await listJobs(owner)).total).toBe(0);
    expect(left.slice(0, 5)).toEqual([]);
    expect(leftInTemp.slice(0, 5)).toEqual([]);
  });
});
