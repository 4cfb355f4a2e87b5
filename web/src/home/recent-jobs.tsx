/** The most recent jobs on the start page, without those in the list of uploads above. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryKeys } from '../api/query-client.ts';
import { formatAge } from '../format/age.ts';
import { useNow } from '../format/use-now.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Card } from '../ui/card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { useUploads } from '../upload/use-uploads.ts';

const jobsMax = 5;

export function RecentJobs() {
  const { t, language } = useTranslation('home');
  const client = useClient();
  const now = useNow(30_000);
  const { data: page } = useQuery({
    queryKey: [...queryKeys.jobs, 'recent'],
    queryFn: async ({ signal }) => {
      const { items, total } = await client.jobs.list({ page_size: jobsMax, include: ['file'] }, { signal });
      return { items, total };
    },
  });
  const uploaded = new Set(useUploads().map(({ jobId }) => jobId));
  const others = page?.items.filter(({ id }) => !uploaded.has(id)) ?? [];
  if (page === undefined || others.length === 0) return null;
  const aside = (
    <Link to="/jobs" className="text-sm font-medium text-accent underline-offset-4 hover:underline">
      {t('allJobs', { count: page.total })}
    </Link>
  );
  return (
    <Card title={t('recent')} aside={aside}>
      <ul className="-my-3 divide-y divide-line">
        {others.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Link
              to="/jobs/$jobId"
              params={{ jobId: job.id }}
              className="min-w-0 flex-1 basis-40 truncate font-medium underline-offset-4 hover:underline"
            >
              {job.file?.name ?? job.id}
            </Link>
            <StatusChip status={job.status} />
            <span className="text-sm text-muted sm:w-32 sm:text-right">
              {formatAge(job.created_at, now, language)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
