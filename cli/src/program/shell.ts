/** `octavo doctor` and `octavo completion`: help with the surroundings. */
import { Argument, type Command } from 'commander';
import type { Start } from './program.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export function addShellCommands(program: Command, start: Start): void {
  program
    .command('doctor')
    .description('Check the address, the key, the plan, the clock and proxies')
    .action(start(async () => (await import('../commands/doctor.ts')).doctor));
  program
    .command('completion')
    .description('Print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      `
Add one of these lines to your shell's start-up file:
  bash  source <(octavo completion bash)
  zsh   source <(octavo completion zsh)
  fish  octavo completion fish | source`,
    )
    .action(start(async () => (await import('../commands/completion.ts')).printCompletion));
  program
    .command('complete', { hidden: true })
    .description('What may come next in a command line; called by the completion scripts')
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(start(async () => (await import('../commands/completion.ts')).complete));
}
