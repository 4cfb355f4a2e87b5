/** `octavo account` and `octavo usage`: who is asking, and what was used. */
import type { Command } from 'commander';
import { date } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';

export function addAccountCommands(program: Command, lazyAction: LazyAction): void {
  program
    .command('account')
    .description('The account, its plan and what is left of the month')
    .action(lazyAction(async () => (await import('../commands/account.ts')).showAccount));
  program
    .command('usage')
    .description('Pages by day and by key')
    .option('--from <day>', 'first day, UTC (default: the first of the month)', date)
    .option('--to <day>', 'last day, UTC (default: today)', date)
    .action(lazyAction(async () => (await import('../commands/usage.ts')).showUsage));
}
