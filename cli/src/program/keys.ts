/** `octavo keys`: the API keys of the account. */
import type { Command } from 'commander';
import type { Start } from './program.ts';

export function addKeyCommands(program: Command, start: Start): void {
  const keys = program
    .command('keys')
    .description('List, create and revoke API keys')
    .usage('<command>')
    .helpCommand(false);
  keys
    .command('list')
    .description('The API keys of the account')
    .action(start(async () => (await import('../commands/keys.ts')).listKeys));
  keys
    .command('create')
    .description('Make a new key; it is printed this once and never again')
    .argument('<name>', 'what it is for')
    .action(start(async () => (await import('../commands/keys.ts')).createKey));
  keys
    .command('revoke')
    .description('End the use of a key at once and for good')
    .argument('<id>')
    .option('-y, --yes', 'do not ask')
    .action(start(async () => (await import('../commands/keys.ts')).revokeKey));
}
