/** The commands `octavo doctor` and `octavo completion`. */
import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export function addShellCommands(program: Command, lazyAction: LazyAction): void {
  program
    .command('doctor')
    .description('Check server URL, API key, plan, clock and proxy settings')
    .action(lazyAction(async () => (await import('../commands/doctor.ts')).doctor));
  const completion = program
    .command('completion')
    .description('Print a shell completion script')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action(lazyAction(async () => (await import('../commands/completion.ts')).printCompletion));
  addNotes(
    completion,
    `Add one of these lines to the startup file of your shell:
  bash  source <(octavo completion bash)
  zsh   source <(octavo completion zsh)
  fish  octavo completion fish | source`,
  );
  program
    .command('complete', { hidden: true })
    .description('Print completion candidates; called by the completion scripts')
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
