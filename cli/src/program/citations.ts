/** The commands `octavo locate` and `octavo chunks`. */
import type { Command } from 'commander';
import { positiveInteger } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const locateNotes = `Exits with 1 unless every quote is in the document word for word.

Examples:
  octavo locate 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 "shall not exceed EUR 500,000"
  octavo locate 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 "shall not exceed" --page 7 --json`;

const chunksNotes = `Prints one chunk as JSON on each line.

Examples:
  octavo chunks 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 > chunks.ndjson
  octavo chunks 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 --max-tokens 256 --tables csv`;

export function addCitationCommands(program: Command, lazyAction: LazyAction): void {
  const locate = program
    .command('locate')
    .description('Check whether quotes are in a converted document, and where')
    .argument('<id>', 'job id')
    .argument('<quotes...>', 'quotes, each as one argument')
    .option('--page <n>', 'the page on which they are said to be', positiveInteger)
    .option('--ignore-case', 'take upper and lower case as the same')
    .action(lazyAction(async () => (await import('../commands/locate.ts')).locate));
  addNotes(locate, locateNotes);
  const chunks = program
    .command('chunks')
    .description('Print a converted document in chunks for retrieval, with pages and boxes')
    .argument('<id>', 'job id')
    .option('--max-tokens <n>', 'the most tokens of a chunk (default: 512)', positiveInteger)
    .option('--overlap <n>', 'tokens that a chunk repeats from the one before (default: 0)', positiveInteger)
    .option('--no-merge', 'keep each block as a chunk of its own')
    .option('--tables <format>', 'markdown, csv or html (default: markdown)')
    .action(lazyAction(async () => (await import('../commands/chunks.ts')).printChunks));
  addNotes(chunks, chunksNotes);
}
