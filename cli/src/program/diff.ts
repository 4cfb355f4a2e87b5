/** The command `octavo diff`. */
import type { Command } from 'commander';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const diffNotes = `Exits with 1 if the documents differ. Files are converted first, and their pages are charged once.

Examples:
  octavo diff contract-v1.pdf contract-v2.pdf
  octavo diff contract-v1.pdf contract-v2.pdf --html differences.html
  octavo diff 019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 --json`;

export function addDiffCommand(program: Command, lazyAction: LazyAction): void {
  const diff = program
    .command('diff')
    .description('Compare two PDF files, or the documents of two jobs')
    .argument('<before>', 'PDF file or job id')
    .argument('<after>', 'PDF file or job id')
    .option('--pages <range>', 'compare only these pages of files: 1-3,7')
    .option('--structure', 'also report blocks with the same words and another type, level or label')
    .option('--html <file>', 'write a page to read instead of printing the differences')
    .action(lazyAction(async () => (await import('../commands/diff.ts')).diff));
  addNotes(diff, diffNotes);
}
