/** Chooses the job that the open one is compared with. */
import type { Job } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKeys } from '../../api/query-client.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { comparedJobs } from '../../format/compared-jobs.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { candidatesFor } from './compare-candidates.ts';

/** The most that the API lists at once. */
const jobsMax = 100;

function useDoneJobs() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.jobs, 'done'],
    queryFn: async ({ signal }) => {
      const { items, total } = await client.jobs.list(
        { status: ['done'], page_size: jobsMax, include: ['file'] },
        { signal },
      );
      return { items, total };
    },
  });
}

function Candidate({ job, other }: { readonly job: Job; readonly other: Job }) {
  const { t, language } = useTranslation('compare');
  const facts = [
    formatDateTime(other.created_at, language),
    t('with.pages', { count: other.page_count ?? 0 }),
    ...(other.file?.sha256 === job.file?.sha256 ? [t('with.sameFile')] : []),
  ];
  return (
    <Link
      to="/compare/$baseId/$headId"
      params={comparedJobs(job, other)}
      className="block rounded-lg px-3 py-2 hover:bg-sunken"
    >
      <span className="block truncate font-medium">{other.file?.name ?? other.id}</span>
      <span className="block text-sm text-muted">{facts.join(' · ')}</span>
    </Link>
  );
}

type JobsProps = { readonly job: Job; readonly others: readonly Job[]; readonly hasMore: boolean };

function Jobs({ job, others, hasMore }: JobsProps) {
  const { t } = useTranslation('compare');
  const [typed, setTyped] = useState('');
  const found = candidatesFor(job, others, typed);
  if (others.every(({ id }) => id === job.id)) return <p className="text-muted">{t('with.none')}</p>;
  return (
    <>
      <TextField label={t('with.filter')} value={typed} onChange={setTyped} />
      <ul aria-label={t('with.jobs')} className="-mx-3 mt-3 max-h-80 overflow-y-auto">
        {found.map((other) => (
          <li key={other.id}>
            <Candidate job={job} other={other} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-muted">{t('with.noMatch')}</p>}
      {hasMore && <p className="mt-3 text-sm text-muted">{t('with.more', { count: jobsMax })}</p>}
    </>
  );
}

type CompareWithDialogProps = { readonly job: Job; readonly onClose: () => void };

export function CompareWithDialog({ job, onClose }: CompareWithDialogProps) {
  const { t } = useTranslation('compare');
  return (
    <Dialog title={t('with.title')} onClose={onClose}>
      <p className="mb-4 text-muted">{t('with.text')}</p>
      <QueryResult query={useDoneJobs()} skeletonLines={4}>
        {({ items, total }) => <Jobs job={job} others={items} hasMore={total > items.length} />}
      </QueryResult>
    </Dialog>
  );
}
