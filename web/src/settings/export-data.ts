/** Everything the service has about the account, except files, as one JSON file. Read through the API in parts. */
import type { Job, Octavo } from '@octavo/sdk';

type Client = Pick<Octavo, 'account' | 'apiKeys' | 'jobs' | 'retention' | 'usage' | 'webhooks'>;

export const exportSchema = 'octavo-account-export/1';

const pageSize = 100;
const dayMs = 86_400_000;
/** As many as the API answers at once. */
const rangeDays = 366;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Ranges of days that together reach from one moment to the other, oldest first. */
export function rangesBetween(fromMs: number, toMs: number): readonly { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (let start = fromMs; dayOf(start) <= dayOf(toMs); start += rangeDays * dayMs) {
    ranges.push({ from: dayOf(start), to: dayOf(Math.min(start + (rangeDays - 1) * dayMs, toMs)) });
  }
  return ranges;
}

/** Signed URLs end within the hour and open files without a sign-in, so they do not belong into a file that is kept. */
function withoutUrls({ download_urls, ...job }: Job) {
  return { ...job, formats: Object.keys(download_urls) };
}

async function readJobs(client: Client, onJobs: (count: number) => void) {
  const jobs: ReturnType<typeof withoutUrls>[] = [];
  const query = { page_size: pageSize, include: ['error', 'file', 'origin', 'retention', 'timing'] as const };
  for await (const job of client.jobs.list({ ...query, include: [...query.include] })) {
    jobs.push(withoutUrls(job));
    if (jobs.length % pageSize === 0) onJobs(jobs.length);
  }
  return jobs;
}

/** `onJobs` is called with the number of jobs so far. */
export async function exportData(client: Client, now: Date, onJobs: (count: number) => void): Promise<Blob> {
  const account = await client.account.me();
  const usage = [];
  for (const range of rangesBetween(Date.parse(account.created_at), now.getTime())) {
    const { days, keys } = await client.usage.retrieve(range);
    usage.push({ ...range, days: days.filter(({ jobs, pages }) => jobs > 0 || pages > 0), keys });
  }
  const parts = {
    schema: exportSchema,
    exported_at: now.toISOString(),
    account,
    settings: await client.retention.retrieve(),
    api_keys: await client.apiKeys.list(),
    webhooks: await client.webhooks.list(),
    usage,
    jobs: await readJobs(client, onJobs),
  };
  return new Blob([`${JSON.stringify(parts, null, 2)}\n`], { type: 'application/json' });
}
