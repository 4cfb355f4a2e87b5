/** `octavo jobs`: what was submitted, and what became of it. */
import type { Command } from 'commander';
import { formatList, moment, positiveInteger, statusList } from './option-values.ts';
import type { Start } from './program.ts';

export function addJobCommands(program: Command, start: Start): void {
  const jobs = program
    .command('jobs')
    .description('List, wait for, download and delete jobs')
    .usage('<command>')
    .helpCommand(false);
  jobs
    .command('list')
    .description('The jobs of the account, most recent first')
    .option('-s, --status <list>', 'pending, processing, done, failed', statusList)
    .option('--after <time>', 'created after, such as 2026-11-30', moment)
    .option('--before <time>', 'created before', moment)
    .option('-n, --limit <n>', 'how many (default: 20)', positiveInteger)
    .option('--all', 'all of them')
    .action(start(async () => (await import('../commands/jobs-list.ts')).listJobs));
  jobs
    .command('get')
    .description('Everything about one job')
    .argument('<id>')
    .action(start(async () => (await import('../commands/jobs-get.ts')).getJob));
  jobs
    .command('wait')
    .description('Wait until jobs are finished')
    .argument('<ids...>')
    .action(start(async () => (await import('../commands/jobs-wait.ts')).waitForJobs));
  jobs
    .command('download')
    .description('The results of a job; one text format goes to stdout, anything more into files')
    .argument('<id>')
    .option('-f, --format <list>', 'which of its formats (default: all)', formatList)
    .option('-o, --output <dir>', 'write files into this directory')
    .action(start(async () => (await import('../commands/jobs-download.ts')).downloadJob));
  jobs
    .command('delete')
    .description('Remove jobs and their files from the service, at once and for good')
    .argument('<ids...>')
    .option('-y, --yes', 'do not ask')
    .action(start(async () => (await import('../commands/jobs-delete.ts')).deleteJobs));
  jobs
    .command('open')
    .description('Show a job in the browser')
    .argument('<id>')
    .action(start(async () => (await import('../commands/jobs-open.ts')).openJob));
}
