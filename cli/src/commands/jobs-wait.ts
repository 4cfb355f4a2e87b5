/** `octavo jobs wait`: until all of them are finished, well or not. */
import type { Job, Octavo } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { fileLine } from '../convert/file-line.ts';
import { type Interrupts, listenForInterrupts } from '../convert/interrupt.ts';
import { resumeText } from '../convert/report-text.ts';
import { canShowBlocks, isLive } from '../convert/reporter-for.ts';
import { waitTimeoutDefaultMs } from '../convert/request.ts';
import type { Step } from '../convert/steps.ts';
import { waitFor } from '../convert/wait-for.ts';
import { LiveRegion } from '../display/live-region.ts';
import { plural } from '../display/quantities.ts';
import { problemJson, problemText } from '../errors/print-problem.ts';
import { type Problem, problemOf } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';

type Outcome = { readonly id: string; readonly job: Job | null; readonly problem: Problem | null };

export async function waitForJobs(
  context: Context,
  _: unknown,
  ids: readonly string[],
): Promise<ExitName | undefined> {
  const { world, err } = context;
  const client = await context.client();
  const steps = new Map<string, Step>(ids.map((id) => [id, { step: 'waiting', why: 'for an answer' }]));
  const look = () => ({
    columns: (world.stderr.columns || 80) - 1,
    styles: err,
    canShowBlocks: canShowBlocks(world),
  });
  const region = new LiveRegion(world.stderr, () =>
    [...steps].map(([id, step]) => fileLine(id, step, look())),
  );
  const interrupts = listenForInterrupts(world, () => region.close());
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
    return tell(context, outcomes, interrupts);
  } finally {
    interrupts.stop();
    region.close();
  }
}

async function waitForOne(
  { globals }: Context,
  client: Octavo,
  id: string,
  { signal }: Interrupts,
  tellStep: (step: Step) => void,
): Promise<Outcome> {
  const timeoutMs = globals.timeout ?? waitTimeoutDefaultMs;
  try {
    return { id, job: await waitFor(client, id, { signal, timeoutMs }, tellStep), problem: null };
  } catch (error) {
    return { id, job: null, problem: problemOf(error) };
  }
}

function tell(context: Context, outcomes: readonly Outcome[], interrupts: Interrupts): ExitName | undefined {
  const { world, err, globals } = context;
  const interrupted = interrupts.interrupted();
  if (interrupted) {
    const running = outcomes.filter(({ job }) => job === null).map(({ id }) => ({ file: '', jobId: id }));
    const next = `octavo jobs wait ${running.map(({ jobId }) => jobId).join(' ')}`;
    world.stderr.write(resumeText(running, next, { files: 1, ended: 0 }, err));
    return interrupted.exit;
  }
  if (globals.json) {
    context.printJson(
      outcomes.map(({ id, job, problem }) => job ?? { id, error: problem && problemJson(problem) }),
    );
  }
  for (const { id, job, problem } of outcomes) {
    if (job && !globals.json) context.print(`${id}  done  ${plural(job.page_count ?? 0, 'page')}`);
    if (problem) world.stderr.write(problemText(problem, err));
  }
  const failures = outcomes.flatMap(({ problem }) => problem ?? []);
  const [first] = failures;
  if (!first) return undefined;
  return failures.length === outcomes.length ? first.exit : 'partlyFailed';
}
