/** `octavo jobs list`: the jobs of the account, newest first. */
import type { Job, JobListQuery, JobStatus } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { coloredStatus, statusLabels } from '../display/job-status.ts';
import { ago, size } from '../display/quantities.ts';
import { table } from '../display/table.ts';

type Flags = {
  readonly status?: readonly JobStatus[];
  readonly name?: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
  readonly all?: true;
};

const limitDefault = 20;
const pageSizeMax = 100;

export async function listJobs(context: Context, flags: Flags): Promise<void> {
  const client = await context.client();
  const limit = flags.all ? Number.POSITIVE_INFINITY : (flags.limit ?? limitDefault);
  const query: JobListQuery = {
    include: ['file'],
    page_size: Math.min(limit, pageSizeMax),
    status: flags.status && [...flags.status],
    name: flags.name,
    created_after: flags.after,
    created_before: flags.before,
  };
  const list = client.jobs.list(query);
  const { total, partial } = await list;
  const jobs: Job[] = [];
  for await (const job of list) {
    jobs.push(job);
    if (jobs.length >= limit) break;
  }
  if (context.globalOptions.json) context.printJson(jobs);
  else show(context, jobs, total);
  if (partial) context.note('Older jobs were not searched. Use --before to search them.');
}

function show(context: Context, jobs: readonly Job[], total: number): void {
  const { out, environment, note, print } = context;
  if (jobs.length === 0) {
    note('No jobs found.');
    return;
  }
  const now = Date.now();
  const rows = jobs.map((job) => [
    job.id,
    statusLabels[job.status],
    String(job.page_count ?? ''),
    job.file ? size(job.file.bytes) : '',
    ago(job.created_at, now),
    job.file?.name ?? '',
  ]);
  const columns = [
    { title: 'ID' },
    { title: 'STATUS' },
    { title: 'PAGES', align: 'right' },
    { title: 'SIZE', align: 'right' },
    { title: 'CREATED' },
    { title: 'FILE', canShrink: true },
  ] as const;
  const [head = '', ...lines] = table(
    columns,
    rows,
    out,
    environment.stdout.isTTY ? environment.stdout.columns : undefined,
  );
  print(head);
  lines.forEach((line, index) => {
    const status = jobs[index]?.status;
    print(status ? line.replace(statusLabels[status], () => coloredStatus(status, out)) : line);
  });
  if (total > jobs.length) note(`Showing ${jobs.length} of ${total} jobs. Use --limit or --all to see more.`);
}
