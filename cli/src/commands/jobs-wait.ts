/** `octavo jobs wait`: waits until all jobs are done or failed. */
import type { Job, Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { waitTimeoutDefaultMs } from '../convert/convert-flags.ts';
import { fileLine } from '../convert/file-line.ts';
import { resumeText } from '../convert/report-text.ts';
import type { Step } from '../convert/reporter.ts';
import { waitForJob } from '../convert/wait-for-job.ts';
import { statusLabels } from '../display/job-status.ts';
import { LiveRegion } from '../display/live-region.ts';
import { problemJson, problemText } from '../display/print-problem.ts';
import { plural } from '../display/quantities.ts';
import { canShowBlocks, isLive } from '../display/terminal.ts';
import { type Problem, problemOf } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';
import { type Interrupts, listenForInterrupts } from '../interrupts.ts';

type Outcome = { readonly id: string; readonly job: Job | null; readonly problem: Problem | null };

export async function waitForJobs(
  context: Context,
  _: unknown,
  ids: readonly string[],
): Promise<ExitName | undefined> {
  const { environment, err } = context;
  const client = await context.client();
  const steps = new Map<string, Step>(ids.map((id) => [id, { step: 'waiting', for: 'server' }]));
  const lineStyle = () => ({
    columns: (environment.stderr.columns || 80) - 1,
    styles: err,
    canShowBlocks: canShowBlocks(environment),
  });
  const rows = () => Math.max(1, (environment.stderr.rows || 24) - 2);
  const region = new LiveRegion(environment.stderr, () =>
    [...steps].slice(0, rows()).map(([id, step]) => fileLine(id, step, lineStyle())),
  );
  const interrupts = listenForInterrupts(environment, () => region.close());
  if (isLive(context)) region.open();
  try {
    const outcomes = await Promise.all(
      ids.map(async (id) => {
        const outcome = await waitForOne(context, client, id, interrupts, (step) => steps.set(id, step));
        steps.delete(id);
        return outcome;
      }),
    );
    region.close();
    return printOutcomes(context, outcomes, interrupts);
  } finally {
    interrupts.stop();
    region.close();
  }
}

async function waitForOne(
  { globalOptions }: Context,
  client: Octavo,
  id: string,
  { signal }: Interrupts,
  onStep: (step: Step) => void,
): Promise<Outcome> {
  const timeoutMs = globalOptions.timeout ?? waitTimeoutDefaultMs;
  try {
    return { id, job: await waitForJob(client, id, { signal, timeoutMs }, onStep), problem: null };
  } catch (error) {
    return { id, job: null, problem: problemOf(error) };
  }
}

function printOutcomes(
  context: Context,
  outcomes: readonly Outcome[],
  interrupts: Interrupts,
): ExitName | undefined {
  const { environment, err, globalOptions } = context;
  const interrupted = interrupts.interrupted();
  if (interrupted) {
    const running = outcomes.filter(({ job }) => job === null).map(({ id }) => ({ file: '', jobId: id }));
    const next = `octavo jobs wait ${running.map(({ jobId }) => jobId).join(' ')}`;
    environment.stderr.write(resumeText(running, next, { files: 1, ended: 0 }, err));
    return interrupted.exit;
  }
  if (globalOptions.json) {
    context.printJson(
      outcomes.map(({ id, job, problem }) => job ?? { id, error: problem && problemJson(problem) }),
    );
  }
  for (const { id, job, problem } of outcomes) {
    if (job && !globalOptions.json)
      context.print(`${id}  ${statusLabels.done}  ${plural(job.page_count ?? 0, 'page')}`);
    if (problem) environment.stderr.write(problemText(problem, err));
  }
  const failures = outcomes.flatMap(({ problem }) => problem ?? []);
  const [first] = failures;
  if (!first) return undefined;
  return failures.length === outcomes.length ? first.exit : 'partlyFailed';
}
