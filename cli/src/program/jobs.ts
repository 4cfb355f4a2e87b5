/** The commands of `octavo jobs`. */
import type { Command } from 'commander';
import {
  formatList,
  positiveInteger,
  statusList,
  textFormatList,
  timestamp,
} from '../options/option-values.ts';
import type { LazyAction } from './command-handler.ts';

function addReceipt(jobs: Command, lazyAction: LazyAction): void {
  jobs
    .command('receipt')
    .description('Get the signed receipt of a job that is done')
    .argument('<id>', 'job id')
    .option('-o, --output <file>', 'write it into this file (default: stdout)')
    .action(lazyAction(async () => (await import('../commands/jobs-receipt.ts')).getReceipt));
}

function addAccessibility(jobs: Command, lazyAction: LazyAction): void {
  jobs
    .command('accessibility')
    .description('Show which rules of PDF/UA-1 a tagged PDF fails, and what is left to do')
    .argument('<id>', 'job id')
    .action(lazyAction(async () => (await import('../commands/jobs-accessibility.ts')).showAccessibility));
}

function addErasure(jobs: Command, lazyAction: LazyAction): void {
  jobs
    .command('erasure')
    .description('Get the signed erasure certificate of a job that was deleted')
    .argument('<id>', 'id of the deleted job')
    .option('-o, --output <file>', 'write it into this file (default: stdout)')
    .action(lazyAction(async () => (await import('../commands/jobs-erasure.ts')).getErasure));
}

export function addJobCommands(program: Command, lazyAction: LazyAction): void {
  const jobs = program
    .command('jobs')
    .description('List, wait for, download and delete jobs')
    .usage('<command>')
    .helpCommand(false);
  jobs
    .command('list')
    .description('List jobs, newest first')
    .option(
      '-s, --status <list>',
      'only jobs that are pending (queued), processing, done or failed',
      statusList,
    )
    .option('--name <text>', 'only jobs whose file name contains this text')
    .option('--after <time>', 'only jobs created after this time, such as 2026-11-30', timestamp)
    .option('--before <time>', 'only jobs created before this time', timestamp)
    .option('-n, --limit <n>', 'maximum number of jobs (default: 20)', positiveInteger)
    .option('--all', 'list all jobs')
    .action(lazyAction(async () => (await import('../commands/jobs-list.ts')).listJobs));
  jobs
    .command('get')
    .description('Show the details of a job')
    .argument('<id>', 'job id')
    .action(lazyAction(async () => (await import('../commands/jobs-get.ts')).getJob));
  jobs
    .command('wait')
    .description('Wait until jobs finish')
    .argument('<ids...>', 'job ids')
    .action(lazyAction(async () => (await import('../commands/jobs-wait.ts')).waitForJobs));
  jobs
    .command('download')
    .description('Download the results of a job: one text format to stdout, otherwise into files')
    .argument('<id>', 'job id')
    .option('-f, --format <list>', 'formats to download (default: all formats of the job)', formatList)
    .option('-o, --output <dir>', 'write files into this directory')
    .action(lazyAction(async () => (await import('../commands/jobs-download.ts')).downloadJob));
  jobs
    .command('outputs')
    .description('Add text formats to a job that is done, at no charge')
    .argument('<id>', 'job id')
    .requiredOption('-f, --format <list>', 'formats to add: markdown, json, html, text', textFormatList)
    .action(lazyAction(async () => (await import('../commands/jobs-outputs.ts')).addOutputs));
  addReceipt(jobs, lazyAction);
  addAccessibility(jobs, lazyAction);
  jobs
    .command('delete')
    .description('Delete jobs and their files from the server permanently')
    .argument('<ids...>', 'job ids')
    .option('-y, --yes', 'skip the confirmation')
    .action(lazyAction(async () => (await import('../commands/jobs-delete.ts')).deleteJobs));
  addErasure(jobs, lazyAction);
  jobs
    .command('open')
    .description('Open a job in the browser')
    .argument('<id>', 'job id')
    .action(lazyAction(async () => (await import('../commands/jobs-open.ts')).openJob));
}
