/** The commands `octavo convert`, `octavo watch`, `octavo inspect` and `octavo verify`. */
import type { Command } from 'commander';
import { count, duration, formatList, parserOption, positiveInteger } from '../options/option-values.ts';
import { parserOptionNames } from '../options/parser-options.ts';
import type { LazyAction } from './command-handler.ts';
import { addNotes } from './notes.ts';

const columnCount = 3;
const columnWidth = 26;

/** Names in columns, for the help text. */
function columns(names: readonly string[]): string {
  const rows = Math.ceil(names.length / columnCount);
  return Array.from({ length: rows }, (_, row) =>
    names
      .filter((_name, index) => index % rows === row)
      .map((name) => name.padEnd(columnWidth))
      .join('')
      .trimEnd(),
  )
    .map((line) => `  ${line}`)
    .join('\n');
}

const outputGroup = 'Output options:';
const parserGroup = 'Parser options:';
const jobGroup = 'Job options:';

function addFormatOption(command: Command): Command {
  return command
    .optionsGroup(outputGroup)
    .option(
      '-f, --format <list>',
      'markdown, json, html, text, tagged-pdf, annotated-pdf, images (default: markdown)',
      formatList,
    );
}

function addConcurrencyOption(command: Command): Command {
  return command
    .optionsGroup(jobGroup)
    .option(
      '--concurrency <n>',
      'maximum number of concurrent jobs (default: what your plan allows)',
      positiveInteger,
    );
}

function addParserOptions(command: Command): Command {
  return command
    .optionsGroup(parserGroup)
    .option('--pages <list>', 'convert only these pages, such as 1,3,5-7')
    .option('--password', 'prompt for the password of an encrypted PDF')
    .option('--password-stdin', 'read the password from stdin; or set OCTAVO_PDF_PASSWORD')
    .option(
      '-O, --option <name=value>',
      'set a parser option, such as sanitize=true; can be repeated',
      parserOption,
    );
}

const parserNotes = `Parser options for -O:
${columns(parserOptionNames)}`;

const convertNotes = `One file in one text format is written to stdout. Everything else is written to files,
next to each PDF or into --output. The server fetches the file of a URL, if it offers that.

${parserNotes}

Examples:
  octavo convert report.pdf > report.md
  octavo convert invoices/ -o out/ -f markdown,json
  octavo convert "archive/**/*.pdf" -o out/ --json
  octavo convert https://example.com/a.pdf > a.md
  curl -sSL https://example.com/a.pdf | octavo convert - -f text`;

const watchNotes = `PDFs are converted when they no longer change; subdirectories are kept. What was done is stored
in <out>/.octavo, so a restart neither converts a file twice nor misses one. A failed file is tried
again after growing pauses; when its retries are used up, after it has changed.

Examples:
  octavo watch in/ out/
  octavo watch in/ out/ -f markdown,json --concurrency 2 --json
  octavo watch in/ out/ --once --quiet`;

const verifyNotes = `Exits with 1 if the receipt is not valid or a file is not named in it.

Examples:
  octavo jobs receipt 019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42 -o report.receipt.json
  octavo verify --receipt report.receipt.json report.md report.pdf
  octavo verify --receipt report.receipt.json report.pdf --rerun
  octavo verify --receipt report.erasure.json report.pdf`;

function addWatchCommand(program: Command, lazyAction: LazyAction): void {
  const watch = program
    .command('watch')
    .description('Convert the PDFs of a directory as they appear')
    .argument('<in>', 'the directory that PDFs are put into')
    .argument('<out>', 'the directory for the results');
  addConcurrencyOption(addParserOptions(addFormatOption(watch)))
    .option('--once', 'convert what is there, then exit')
    .option('--retries <n>', 'how often a failed file is tried again (default: 3)', count)
    .option('--interval <time>', 'how often the directory is read (default: 2s)', duration)
    .option(
      '--settle <time>',
      'how long a file must not change before it is converted (default: 2s)',
      duration,
    )
    .option('--state <dir>', 'directory for the state (default: <out>/.octavo)')
    .action(lazyAction(async () => (await import('../commands/watch.ts')).watch));
  addNotes(watch, watchNotes);
}

export function addConvertCommands(program: Command, lazyAction: LazyAction): void {
  const convert = program
    .command('convert')
    .description('Convert PDF files')
    .argument(
      '[inputs...]',
      'files, directories, quoted patterns such as "docs/**/*.pdf", one https URL, or - for stdin',
    );
  addFormatOption(convert)
    .option('-o, --output <dir>', 'write results into this directory (default: next to each PDF)')
    .option('--name <name>', 'file name for a PDF from stdin or a URL');
  addConcurrencyOption(addParserOptions(convert))
    .option('--no-wait', 'submit the files, print the job ids and exit')
    .option('--resume', 'continue an interrupted batch; without inputs, with the inputs of that batch')
    .option('--force', 'convert again even if the results are up to date; pages are charged again')
    .option('--delete-after', 'delete the jobs from the server after all results are downloaded')
    .option('--state <dir>', 'directory for the state of a batch (default: .octavo)')
    .action(lazyAction(async () => (await import('../commands/convert.ts')).convert));
  addNotes(convert, convertNotes);
  addWatchCommand(program, lazyAction);
  const inspect = program
    .command('inspect')
    .description('Check a PDF without converting it: pages, cost, scans, recommended options. Free of charge')
    .argument('<file>', 'a PDF, or - for stdin');
  addParserOptions(inspect).action(lazyAction(async () => (await import('../commands/inspect.ts')).inspect));
  const verify = program
    .command('verify')
    .description('Check a receipt or an erasure certificate, and whether files are the ones it names')
    .argument('[files...]', 'outputs of the job, or its PDF')
    .requiredOption(
      '--receipt <file>',
      'the receipt, from octavo jobs receipt, or the certificate, from octavo jobs erasure',
    )
    .option('--keys <file>', 'a copy of the public keys, to work offline (default: ask the server)')
    .option('--rerun', 'convert the PDF again with the same options and compare; pages are charged')
    .action(lazyAction(async () => (await import('../commands/verify.ts')).verify));
  addNotes(verify, verifyNotes);
}
