/** The commands of `octavo keys`. */
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
    .description('List the API keys of the account')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .description('Create an API key. It is shown only once')
    .argument('<name>', 'a name that says what the key is for')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .description('Revoke an API key permanently')
    .argument('<id>', 'key id from octavo keys list')
    .option('-y, --yes', 'skip the confirmation')
    .action(lazyAction(async () => (await import('../commands/keys.ts')).revokeKey));
}
