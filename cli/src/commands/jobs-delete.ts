/** `octavo jobs delete`: asks for confirmation on a terminal, requires --yes elsewhere. */
import type { Context } from '../context.ts';
import { problemJson, problemText } from '../display/print-problem.ts';
import { confirm, isInteractive } from '../display/prompt.ts';
import { plural } from '../display/quantities.ts';
import { usageError } from '../errors/cli-error.ts';
import { problemOf } from '../errors/problem.ts';
import type { ExitName } from '../exit-codes.ts';

/** False if the user declined. */
export async function isConfirmed(
  { environment }: Context,
  hasYesFlag: boolean,
  question: string,
): Promise<boolean> {
  if (hasYesFlag) return true;
  if (!isInteractive(environment)) {
    throw usageError('This cannot be undone and needs confirmation.', 'Add --yes to confirm.');
  }
  return confirm(environment, question);
}

export async function deleteJobs(
  context: Context,
  flags: { readonly yes?: true },
  ids: readonly string[],
): Promise<ExitName | undefined> {
  const client = await context.client();
  const question = `Permanently delete ${plural(ids.length, 'job')} and all results?`;
  if (!(await isConfirmed(context, flags.yes === true, question))) return 'failed';
  const exits: ExitName[] = [];
  const results: object[] = [];
  for (const id of ids) {
    try {
      await client.jobs.delete(id);
      results.push({ id, deleted: true });
      if (!context.globalOptions.json) context.print(`${id}  deleted`);
    } catch (error) {
      const problem = { ...problemOf(error), jobId: id };
      exits.push(problem.exit);
      results.push({ id, deleted: false, error: problemJson(problem) });
      if (!context.globalOptions.json) context.environment.stderr.write(problemText(problem, context.err));
    }
  }
  if (context.globalOptions.json) context.printJson(results);
  const [first] = exits;
  return first && exits.length < ids.length ? 'partlyFailed' : first;
}
