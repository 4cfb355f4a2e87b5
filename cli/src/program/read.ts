/** The commands that read the document of a done job. */
import type { Command } from 'commander';
import { positiveInteger } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const readNotes = `Examples:
  octavo read 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 --pages 3-5
  octavo read 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 --max-tokens 4000 --json`;

const searchNotes = `All words must be in one paragraph, list or table; quotes make a phrase.

Examples:
  octavo search 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 supplier liability
  octavo search 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 '"third parties"'`;

export function addReadCommands(program: Command, lazyAction: LazyAction): void {
  const read = program
    .command('read')
    .description('Print the document of a job that is done, or a part of it')
    .argument('<id>', 'job id')
    .option('--pages <range>', 'one page or one range: 7, 3-5')
    .option('--section <ref>', 'a heading of the outline, with everything below it: /kids/40')
    .option('--text', 'print plain text (default: markdown with marks of the pages)')
    .option('--max-tokens <n>', 'stop after so many tokens, from 100 to 20000', positiveInteger)
    .action(lazyAction(async () => (await import('../commands/read.ts')).read));
  addNotes(read, readNotes);
  const search = program
    .command('search')
    .description('Find words or a phrase in the document of a job that is done')
    .argument('<id>', 'job id')
    .argument('<words...>', 'what to find')
    .option('-n, --limit <n>', 'maximum number of hits, up to 100 (default: 20)', positiveInteger)
    .action(lazyAction(async () => (await import('../commands/search.ts')).search));
  addNotes(search, searchNotes);
}
