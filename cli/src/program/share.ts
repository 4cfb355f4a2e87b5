/** The commands of `octavo share`. */
import type { Command } from 'commander';
import { positiveInteger } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

export function addShareCommands(program: Command, lazyAction: LazyAction): void {
  const share = program
    .command('share')
    .description('Create, list and revoke links to results for people without an account')
    .usage('<command>')
    .helpCommand(false);
  const create = share
    .command('create')
    .description('Create a link to the result of a job that is done. It is shown only once')
    .argument('<id>', 'job id')
    .option('--days <n>', 'days until the link stops working, at most 90 (default: 7)', positiveInteger)
    .option('--ref <pointer>', 'share only this block, such as /kids/40')
    .option('--no-source', 'do not show the pages of the PDF')
    .option('--name <name>', 'a name that says whom the link is for; only you see it')
    .action(lazyAction(async () => (await import('../commands/share.ts')).createShare));
  addNotes(create, 'Anyone who has the link can read the result until it expires or is revoked.');
  share
    .command('list')
    .description('List the links of a job that still work')
    .argument('<id>', 'job id')
    .action(lazyAction(async () => (await import('../commands/share.ts')).listShares));
  share
    .command('revoke')
    .description('Revoke a link. It stops working at once')
    .argument('<id>', 'job id')
    .argument('<link-id>', 'link id from octavo share list')
    .action(lazyAction(async () => (await import('../commands/share.ts')).revokeShare));
}
