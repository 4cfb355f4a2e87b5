/** The commands `octavo account` and `octavo usage`. */
import type { Command } from 'commander';
import { date } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';

export function addAccountCommands(program: Command, lazyAction: LazyAction): void {
  program
    .command('account')
    .description('Show the account, its plan and the pages left this month')
    .action(lazyAction(async () => (await import('../commands/account.ts')).showAccount));
  program
    .command('usage')
    .description('Show pages used, by day and by API key')
    .option('--from <day>', 'first day, UTC (default: the first of the month)', date)
    .option('--to <day>', 'last day, UTC (default: today)', date)
    .action(lazyAction(async () => (await import('../commands/usage.ts')).showUsage));
}
