/** `octavo keys`: the API keys of the account. */
import type { Command } from 'commander';
import type { LazyAction } from './command-handler.ts';

export function addKeyCommands(program: Command, lazyAction: LazyAction): void {
  const keys = program
    .command('keys')
    .description('List, create and revoke API keys')
    .usage('<command>')
    .helpCommand(false);
  keys
    .command('list')
    .description('The API keys of the account')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .description('Make a new key; it is printed this once and never again')
    .argument('<name>', 'what it is for')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .description('End the use of a key at once and for good')
    .argument('<id>', 'of the key, as octavo keys list shows it')
    .option('-y, --yes', 'do not ask')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).revokeKey));
}
