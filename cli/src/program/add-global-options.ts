/** Options that every command has. */
import { type Command, Option } from 'commander';
import { duration } from '../options/option-values.ts';

export function addGlobalOptions(program: Command): void {
  const options = [
    new Option('--json', 'print one JSON document, or for many files one event per line'),
    new Option('-q, --quiet', 'print nothing but results and errors'),
    new Option('--debug', 'log every request to stderr, without secrets'),
    new Option('--api-key <key>', 'the key to use; OCTAVO_API_KEY keeps it out of the list of processes'),
    new Option('--base-url <url>', 'where the service answers; or OCTAVO_BASE_URL'),
    new Option('--profile <name>', 'which of the stored accounts to use; or OCTAVO_PROFILE'),
    new Option(
      '--timeout <time>',
      'how long to wait for a job, such as 90s, 10m or 2h (default: 2h)',
    ).argParser(duration),
  ];
  for (const option of options) program.addOption(option.helpGroup('Options of every command:'));
}
