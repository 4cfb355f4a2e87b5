/** `octavo doctor` and `octavo completion`: help with the surroundings. */
import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export function addShellCommands(program: Command, lazyAction: LazyAction): void {
  program
    .command('doctor')
    .description('Check the address, the key, the plan, the clock and proxies')
    .action(lazyAction(async () => (await import('../commands/doctor.ts')).doctor));
  const completion = program
    .command('completion')
    .description('Print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action(lazyAction(async () => (await import('../commands/completion.ts')).printCompletion));
  addNotes(
    completion,
    `Add one of these lines to your shell's start-up file:
  bash  source <(octavo completion bash)
  zsh   source <(octavo completion zsh)
  fish  octavo completion fish | source`,
  );
  program
    .command('complete', { hidden: true })
    .description('What may come next in a command line; called by the completion scripts')
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(
      lazyAction(async () => {
        const { complete } = await import('../commands/completion.ts');
        return (context: Context, _: unknown, words: readonly string[]) => complete(context, program, words);
      }),
    );
}
