/** The command line of every suite: help, choice of scenarios by name, and one way to report an error. */

type Named = { readonly name: string };

/** A mistake on the command line: printed without a stack. */
export class UsageError extends Error {}

/** All of them, or those that are named, in their own order and without those to leave out. */
export function chooseByName<Item extends Named>(
  all: readonly Item[],
  names: readonly string[],
  without: readonly string[] = [],
): readonly Item[] {
  const unknown = [...names, ...without].filter(
    (name) => name !== 'all' && !all.some((one) => one.name === name),
  );
  if (unknown.length > 0)
    throw new UsageError(`unknown: ${unknown.join(', ')}. Run with --help for the list.`);
  return all
    .filter(({ name }) => names.includes('all') || names.includes(name))
    .filter(({ name }) => !without.includes(name));
}

/** `A,B` → its names; empty for none. */
export const listOf = (text: string) => text.split(',').filter((name) => name !== '');

/** Ends the process: a scenario that was interrupted may still hold timers and sockets. */
export async function runCommandLine(usage: string, main: () => Promise<number>): Promise<void> {
  const asked = process.argv.slice(2);
  if (asked.length === 0 || asked.includes('--help') || asked.includes('-h')) {
    process.stdout.write(usage);
    process.exit(asked.length === 0 ? 2 : 0);
  }
  try {
    const code = await main();
    process.exit(process.exitCode ?? code);
  } catch (error) {
    const isExplained =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const text = error instanceof Error ? (isExplained ? error.message : error.stack) : String(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
