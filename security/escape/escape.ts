/** Scenario `escape`: documents that try to reach canaries outside the sandbox, and jobs that must not leak data into each other. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Figure, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { type Canaries, containsSecret, placeCanaries } from '../canaries.ts';
import { zeroFigure } from '../figures.ts';
import { findSandboxGaps } from './boundary-probe.ts';
import { canaryDocuments } from './canary-documents.ts';

const execute = promisify(execFile);
const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'];
/** Data of job A that must not appear in job B. */
const words = { text: 'Ophelia Nightjar Quicksand', password: 'sesame-nightjar-77' };
/** The other formats contain a timestamp. */
const stable = ['markdown', 'text', 'images'];

type Output = { readonly format: string; readonly data: Buffer };
type Setup = { readonly environment: TestEnvironment; readonly node: string; readonly account: Account };

async function outputsOf({ node, account }: Setup, id: string, made: readonly string[]): Promise<Output[]> {
  return Promise.all(
    made.map(async (format) => {
      const response = await fetch(new URL(`/jobs/${id}/download/${format}`, node), {
        headers: { authorization: `Bearer ${account.session}` },
      });
      return { format, data: Buffer.from(await response.arrayBuffer()) };
    }),
  );
}

/** The outputs of a document, none if it was refused or failed: both are correct for a canary document. */
async function converted(
  setup: Setup,
  file: Buffer,
  tag: string,
  options: object = { format: formats },
): Promise<Output[]> {
  const { environment, node, account } = setup;
  const reply = await submit(node, account, { file, fileName: tag, options });
  if (reply.status !== 201) {
    environment.journal.refused.set(tag, reply.status);
    return [{ format: 'answer', data: Buffer.from(reply.text) }];
  }
  const { id } = jobOf(reply);
  accept(environment.journal, id, { tag, account: account.email, formats: [], document: tag });
  const ended = await waitForDone(node, account, id, 120_000).catch(() => null);
  const described = await sendRequest(node, `/jobs/${id}?include=file,warnings,timing`, { caller: account });
  const job = { format: 'job', data: Buffer.from(described.text) };
  return ended === null ? [job] : [job, ...(await outputsOf(setup, id, Object.keys(ended.download_urls)))];
}

async function tryCanaryDocuments(
  setup: Setup,
  canaries: Canaries,
): Promise<{ count: number; read: string[] }> {
  const targets = { file: canaries.file, 'file-url': `file://${canaries.file}`, port: canaries.url };
  const read: string[] = [];
  let count = 0;
  for (const [kind, target] of Object.entries(targets)) {
    for (const [name, file] of Object.entries(canaryDocuments(target, 'a sound line'))) {
      // With `force`, other programs draw and read the page as well.
      for (const ocr of ['auto', 'force']) {
        const tag = `canary-secretname-${kind}-${name}-${ocr}.pdf`;
        const outputs = await converted(setup, file, tag, { format: formats, ocr });
        const found = outputs.filter(({ data }) => containsSecret(data, canaries.secret));
        read.push(...found.map(({ format }) => `${name} by ${kind}, ocr ${ocr}: the secret is in ${format}`));
        count += 1;
      }
    }
  }
  return { count, read };
}

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** Files in the work directory that contain the text. */
function leftOnDisk({ workDir }: TestEnvironment, mark: string): string[] {
  const files = readdirSync(workDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      try {
        return readFileSync(path).includes(mark);
      } catch {
        return false;
      }
    });
}

/** Converts B before and after A: the outputs must be the same and contain nothing of A. One slot, so that both use the same process. */
async function compareJobs(setup: Setup): Promise<string[]> {
  const innocent = makeDocument({ pages: 2, title: 'Innocent' });
  const before = await converted(setup, innocent, 'b-before-secretname.pdf');
  const locked = makeDocument({ pages: 2, title: words.text, password: words.password });
  const a = await converted(setup, locked, `a-${words.password}-secretname.pdf`, {
    format: formats.filter((format) => format !== 'tagged-pdf'),
    password: words.password,
  });
  if (!a.some(({ format, data }) => format === 'markdown' && data.includes(words.text)))
    return ['job A was not converted'];
  const after = await converted(setup, innocent, 'b-after-secretname.pdf');
  const marks = [words.text, words.password];
  const carried = after.flatMap(({ format, data }) =>
    marks
      .filter((mark) => containsSecret(data, mark))
      .map((mark) => `${format} of B contains ${JSON.stringify(mark)} of A`),
  );
  const differing = stable.filter((format) => {
    const [one, other] = [before, after].map(
      (outputs) => outputs.find((output) => output.format === format)?.data,
    );
    return one === undefined || other === undefined || hashOf(one) !== hashOf(other);
  });
  return [
    ...carried,
    ...differing.map((format) => `${format} of B differs from its result before A`),
    ...leftOnDisk(setup.environment, words.text).map(
      (path) => `${path.split('/').at(-1)} still contains text of A`,
    ),
  ];
}

/** Runs the tests that probe the sandbox from inside, so that their count is in the table. */
async function runSandboxTests({ workDir }: TestEnvironment): Promise<Figure> {
  const report = join(workDir, 'looks.json');
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const which = ['run', '--project', 'engine', 'server/test/engine/sandbox'];
  const args = [vitest, ...which, '--reporter=json', `--outputFile.json=${report}`];
  // Whether all passed is in the report; without one, none did.
  await execute(process.execPath, args, { cwd: repository, timeout: 300_000 }).catch(() => {});
  const { numTotalTests: total = 0, numPassedTests: passed = 0 } = (
    existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  ) as { numTotalTests?: number; numPassedTests?: number };
  return {
    measured: `${passed} of ${total} sandbox tests from inside passed`,
    aim: 'all',
    passed: total > 0 && passed === total,
  };
}

async function run({ environment, isFull }: Context): Promise<Outcome> {
  const canaries = await placeCanaries(environment.workDir);
  try {
    const api = await environment.fleet.startApi(canaries.env);
    const worker = await environment.fleet.startWorker(canaries.env);
    await Promise.all([api.ready(), worker.ready()]);
    const [account] = (await environment.openAccounts(api, 1, 'business')) as [Account];
    const setup = { environment, node: api.url, account };
    const { count, read } = await tryCanaryDocuments(setup, canaries);
    const carried = await compareJobs(setup);
    const engines = engineProcesses(environment.workDir).filter(({ program }) => program === 'java');
    const gaps = engines.flatMap(({ pid }) =>
      findSandboxGaps(pid, canaries).map((gap) => `engine ${pid}: ${gap}`),
    );
    const connections = Array.from({ length: canaries.hits() }, () => 'a connection');
    return {
      load: `${count} canaries, ${engines.length} engines probed, job A before job B`,
      figures: [
        zeroFigure(read, 'secrets read'),
        zeroFigure(connections, 'packets to the loopback port'),
        zeroFigure(carried, 'leaks of job A into job B'),
        zeroFigure(engines.length < 2 ? ['too few engines to probe'] : gaps, 'gaps in the engine sandbox'),
        ...(isFull ? [await runSandboxTests(environment)] : []),
      ],
    };
  } finally {
    await canaries.close();
  }
}

export const escapes: Scenario = {
  name: 'escape',
  about: 'secrets in environment, files and behind a port; leaks from job A to job B',
  doesNotShow:
    'no exploit of Java or the kernel is tried; probing the sandbox shows what such code could reach',
  corruptions: [corruptions.leakedSecret],
  run,
};
