/** The commands `octavo doctor`, `octavo mcp` and `octavo completion`. */
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
  const mcp = program
    .command('mcp')
    .description('Serve documents to agents on this machine: MCP over stdin and stdout')
    .option(
      '-d, --directory <dir...>',
      'agents may open PDF files below these directories (default: the working directory)',
    )
    .action(lazyAction(async () => (await import('../commands/mcp.ts')).serveMcp));
  addNotes(
    mcp,
    `Agents start it. For Claude Code:
  claude mcp add octavo -- octavo mcp --directory ~/Documents`,
  );
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
