/** `octavo login`, `logout` and `config`: what is remembered from one call to the next. */
import type { Command } from 'commander';
import type { Start } from './program.ts';

const settingNames = 'base_url, format, concurrency or default_profile';

export function addSettingsCommands(program: Command, start: Start): void {
  program
    .command('login')
    .description('Store an API key after checking it')
    .option('--with-key', 'read the key from stdin instead of asking for it')
    .addHelpText(
      'after',
      `
Examples:
  octavo login --base-url https://octavo.example.com
  octavo login --with-key --base-url https://octavo.example.com < key.txt`,
    )
    .action(start(async () => (await import('../commands/login.ts')).login));
  program
    .command('logout')
    .description('Forget the stored key; it stays valid until it is revoked')
    .action(start(async () => (await import('../commands/login.ts')).logout));
  const config = program
    .command('config')
    .description('Read and change stored settings')
    .usage('<command>')
    .helpCommand(false);
  config
    .command('list')
    .description('All settings, the key shortened')
    .action(start(async () => (await import('../commands/config.ts')).listConfig));
  config
    .command('get')
    .description('One setting')
    .argument('<name>', settingNames)
    .action(start(async () => (await import('../commands/config.ts')).getConfig));
  config
    .command('set')
    .description('Change a setting; without a value, remove it')
    .argument('<name>', settingNames)
    .argument('[value]')
    .action(start(async () => (await import('../commands/config.ts')).setConfig));
}
