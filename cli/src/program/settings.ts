/** `octavo login`, `logout` and `config`: what is remembered from one call to the next. */
import type { Command } from 'commander';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const settingNames = 'base_url, format, concurrency or default_profile';

export function addSettingsCommands(program: Command, lazyAction: LazyAction): void {
  const login = program
    .command('login')
    .description('Store an API key after checking it')
    .option('--with-key', 'read the key from stdin instead of asking for it')
    .action(lazyAction(async () => (await import('../commands/login.ts')).login));
  addNotes(
    login,
    `Examples:
  octavo login --base-url https://octavo.example.com
  octavo login --with-key --base-url https://octavo.example.com < key.txt`,
  );
  program
    .command('logout')
    .description('Forget the stored key; it stays valid until it is revoked')
    .action(lazyAction(async () => (await import('../commands/login.ts')).logout));
  const config = program
    .command('config')
    .description('Read and change stored settings')
    .usage('<command>')
    .helpCommand(false);
  config
    .command('list')
    .description('All settings, the key shortened')
    .action(lazyAction(async () => (await import('../commands/config.ts')).listConfig));
  config
    .command('get')
    .description('One setting')
    .argument('<name>', settingNames)
    .action(lazyAction(async () => (await import('../commands/config.ts')).getConfig));
  config
    .command('set')
    .description('Change a setting; without a value, remove it')
    .argument('<name>', settingNames)
    .argument('[value]', 'what it is to be')
    .action(lazyAction(async () => (await import('../commands/config.ts')).setConfig));
}
