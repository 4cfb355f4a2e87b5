/** `octavo convert` and `octavo inspect`: files in, results out. */
import type { Command } from 'commander';
import { formatList, parserOption, positiveInteger } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const results = 'Results:';
const reading = 'Reading the PDF:';
const running = 'Running:';

function addReadingOptions(command: Command): Command {
  return command
    .optionsGroup(reading)
    .option('--pages <list>', 'only these pages, such as 1,3,5-7')
    .option('--password', 'ask on the terminal for the password that opens the PDF')
    .option('--password-stdin', 'read that password from stdin; or set OCTAVO_PDF_PASSWORD')
    .option(
      '-O, --option <name=value>',
      'an option of the parser, such as sanitize=true; may be repeated',
      parserOption,
    );
}

const convertNotes = `One file and one text format go to stdout. Anything more goes into files, beside each PDF or below --output.

Examples:
  octavo convert report.pdf > report.md
  octavo convert invoices/ -o out/ -f markdown,json
  octavo convert "archive/**/*.pdf" -o out/ --json
  curl -sSL https://example.com/a.pdf | octavo convert - -f text`;

export function addConvertCommands(program: Command, lazyAction: LazyAction): void {
  const convert = program
    .command('convert')
    .description('Convert PDF files')
    .argument('[inputs...]', 'files, directories, patterns in quotes such as "docs/**/*.pdf", or - for stdin')
    .optionsGroup(results)
    .option(
      '-f, --format <list>',
      'markdown, json, html, text, tagged-pdf, annotated-pdf, images (default: markdown)',
      formatList,
    )
    .option('-o, --output <dir>', 'write the results into this directory, not beside the PDF')
    .option('--name <name>', 'what to call a PDF that comes from stdin (default: document)');
  addReadingOptions(convert)
    .optionsGroup(running)
    .option(
      '--concurrency <n>',
      'how many jobs at a time (default: as many as the plan allows)',
      positiveInteger,
    )
    .option('--no-wait', 'submit, print the ids of the jobs, and leave')
    .option('--resume', 'go on where an interrupted batch stopped; without inputs, with those of that batch')
    .option('--force', 'convert as new jobs even what is up to date; this is charged again')
    .option('--delete-after', 'delete the jobs from the service once all results are here')
    .option('--state <dir>', 'where a batch remembers what it did (default: .octavo)')
    .action(lazyAction(async () => (await import('../commands/convert.ts')).convert));
  addNotes(convert, convertNotes);
  const inspect = program
    .command('inspect')
    .description('Look into a PDF without converting it: pages, cost, scans, advice. Free of charge')
    .argument('<file>', 'a PDF, or - for stdin');
  addReadingOptions(inspect).action(lazyAction(async () => (await import('../commands/inspect.ts')).inspect));
}
