/** `octavo account` and `octavo usage`: who is asking, and what was used. */
import type { Command } from 'commander';
import { day } from './option-values.ts';
import type { Start } from './program.ts';

export function addAccountCommands(program: Command, start: Start): void {
  program
    .command('account')
    .description('The account, its plan and what is left of the month')
    .action(start(async () => (await import('../commands/account.ts')).showAccount));
  program
    .command('usage')
    .description('Pages by day and by key')
    .option('--from <day>', 'first day, UTC (default: the first of the month)', day)
    .option('--to <day>', 'last day, UTC (default: today)', day)
    .action(start(async () => (await import('../commands/usage.ts')).showUsage));
}
