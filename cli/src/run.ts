/** Runs one command line and returns its exit code. Loads only what every command needs. */
import { type Command, CommanderError } from 'commander';
import type { CliEnvironment } from './cli-environment.ts';
import { problemJson, problemText } from './display/print-problem.ts';
import { stylesFor } from './display/style.ts';
import { type ExitName, exitCode } from './exit-codes.ts';
import type { LazyAction } from './program/command-handler.ts';
import { buildProgram } from './program/program.ts';

/** Commander throws after printing help or the version; that is not an error. */
function isHelpOrVersion(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The innermost command on the command line, whose help is suggested. */
function commandNamed(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const found = command.commands.find((known) => known.name() === word || known.aliases().includes(word));
    if (found) command = found;
  }
  return command;
}

export async function run(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  let outcome: ExitName = 'ok';
  const lazyAction: LazyAction =
    (load) =>
    async (...args) => {
      const command = args.pop() as Command;
      const options = args.pop();
      const [handler, { openContext }] = await Promise.all([load(), import('./context.ts')]);
      const context = openContext(environment, command.optsWithGlobals());
      outcome = (await handler(context, options as never, ...(args as never[]))) ?? 'ok';
    };
  const program = buildProgram(lazyAction, environment);
  if (argv.length === 0) {
    program.outputHelp();
    return exitCode('ok');
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode(outcome);
  } catch (error) {
    if (isHelpOrVersion(error)) return 0;
    // Commander has already printed the help of a group without a command.
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCode('usage');
    if (error instanceof Error && error.name === 'Interrupted') {
      return exitCode((error as Error & { exit: ExitName }).exit);
    }
    return report(error, argv, environment, () => pathOf(commandNamed(program, argv)));
  }
}

async function report(
  error: unknown,
  argv: readonly string[],
  environment: CliEnvironment,
  command: () => string,
): Promise<number> {
  const { problemOf } = await import('./errors/problem.ts');
  const { usageError } = await import('./errors/cli-error.ts');
  const isUsage = error instanceof CommanderError;
  const shown = isUsage ? usageError(asSentence(error.message), `Run ${command()} --help for usage.`) : error;
  const problem = problemOf(shown);
  if (argv.includes('--json'))
    environment.stderr.write(`${JSON.stringify({ error: problemJson(problem) })}\n`);
  else environment.stderr.write(problemText(problem, stylesFor(environment, environment.stderr)));
  if (argv.includes('--debug') && error instanceof Error) environment.stderr.write(`${error.stack}\n`);
  return exitCode(problem.exit);
}

function asSentence(message: string): string {
  const plain = message.replace(/^error: /, '').replaceAll('\n', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
