/** `octavo jobs`: what was submitted, and what became of it. */
import type { Command } from 'commander';
import { formatList, positiveInteger, statusList, timestamp } from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';

export function addJobCommands(program: Command, lazyAction: LazyAction): void {
  const jobs = program
    .command('jobs')
    .description('List, wait for, download and delete jobs')
    .usage('<command>')
    .helpCommand(false);
  jobs
    .command('list')
    .description('The jobs of the account, most recent first')
    .option('-s, --status <list>', 'pending, processing, done, failed', statusList)
    .option('--after <time>', 'created after, such as 2026-11-30', timestamp)
    .option('--before <time>', 'created before', timestamp)
    .option('-n, --limit <n>', 'how many (default: 20)', positiveInteger)
    .option('--all', 'all of them')
    .action(lazyAction(async () => (await import('../commands/jobs-list.ts')).listJobs));
  jobs
    .command('get')
    .description('Everything about one job')
    .argument('<id>', 'of the job')
    .action(lazyAction(async () => (await import('../commands/jobs-get.ts')).getJob));
  jobs
    .command('wait')
    .description('Wait until jobs are finished')
    .argument('<ids...>', 'of the jobs')
    .action(lazyAction(async () => (await import('../commands/jobs-wait.ts')).waitForJobs));
  jobs
    .command('download')
    .description('The results of a job; one text format goes to stdout, anything more into files')
    .argument('<id>', 'of the job')
    .option('-f, --format <list>', 'which of its formats (default: all)', formatList)
    .option('-o, --output <dir>', 'write files into this directory')
    .action(lazyAction(async () => (await import('../commands/jobs-download.ts')).downloadJob));
  jobs
    .command('delete')
    .description('Remove jobs and their files from the service, at once and for good')
    .argument('<ids...>', 'of the jobs')
    .option('-y, --yes', 'do not ask')
    .action(lazyAction(async () => (await import('../commands/jobs-delete.ts')).deleteJobs));
  jobs
    .command('open')
    .description('Show a job in the browser')
    .argument('<id>', 'of the job')
    .action(lazyAction(async () => (await import('../commands/jobs-open.ts')).openJob));
}
