/** The commands `octavo login`, `octavo logout` and `octavo config`. */
import type { Command } from 'commander';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const settingNames = 'base_url, format, concurrency or default_profile';

export function addSettingsCommands(program: Command, lazyAction: LazyAction): void {
  const login = program
    .command('login')
    .description('Check an API key and store it')
    .option('--with-key', 'read the key from stdin instead of prompting')
    .action(lazyAction(async () => (await import('../commands/login.ts')).login));
  addNotes(
    login,
    `Examples:
  octavo login --base-url https://octavo.example.com
  octavo login --with-key --base-url https://octavo.example.com < key.txt`,
  );
  program
    .command('logout')
    .description('Remove the stored API key. It stays valid until you revoke it')
    .action(lazyAction(async () => (await import('../commands/login.ts')).logout));
  const config = program
    .command('config')
    .description('Show and change stored settings')
    .usage('<command>')
    .helpCommand(false);
  config
    .command('list')
    .description('List all settings; API keys are shortened')
    .action(lazyAction(async () => (await import('../commands/config.ts')).listConfig));
  config
    .command('get')
    .description('Show a setting')
    .argument('<name>', settingNames)
    .action(lazyAction(async () => (await import('../commands/config.ts')).getConfig));
  config
    .command('set')
    .description('Change a setting, or remove it if no value is given')
    .argument('<name>', settingNames)
    .argument('[value]', 'the new value')
    .action(lazyAction(async () => (await import('../commands/config.ts')).setConfig));
}
