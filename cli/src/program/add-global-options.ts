/** Adds the options that every command accepts. */
import { type Command, Option } from 'commander';
import { duration } from '../options/option-values.ts';

export function addGlobalOptions(program: Command): void {
  const options = [
    new Option('--json', 'print JSON: one document, or for a batch one event per line'),
    new Option('-q, --quiet', 'print only results and errors'),
    new Option('--debug', 'log every request to stderr, without secrets'),
    new Option('--api-key <key>', 'API key; prefer OCTAVO_API_KEY, which other processes cannot see'),
    new Option('--base-url <url>', 'URL of the Octavo server; or OCTAVO_BASE_URL'),
    new Option('--profile <name>', 'stored account to use; or OCTAVO_PROFILE'),
    new Option(
      '--timeout <time>',
      'how long to wait for a job, such as 90s, 10m or 2h (default: 2h)',
    ).argParser(duration),
  ];
  for (const option of options) program.addOption(option.helpGroup('Global options:'));
}
