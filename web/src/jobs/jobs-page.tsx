/** The page with all jobs of the account, updated live. */
import type { Job } from '@octavo/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import Files from 'lucide-react/icons/files';
import { useEffect, useMemo, useState } from 'react';
import { LoadFailed } from '../api/query-result.tsx';
import { useNow } from '../format/use-now.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { RetryDialog } from '../options/retry-dialog.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { useJobSelection } from './job-selection.ts';
import { toJobsQuery } from './jobs-search.ts';
import { JobsTable } from './jobs-table.tsx';
import { JobsToolbar } from './jobs-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDeletions } from './use-deletions.ts';
import { useJobPages } from './use-job-pages.ts';

function NoJobs({ isFiltered }: { readonly isFiltered: boolean }) {
  const { t } = useTranslation('jobs');
  return (
    <Card>
      <EmptyState
        icon={<Files aria-hidden size={32} />}
        title={t(isFiltered ? 'noneFound' : 'none')}
        text={t(isFiltered ? 'noneFoundText' : 'noneText')}
      >
        {!isFiltered && (
          <Link to="/" className={buttonClasses('primary')}>
            {t('first')}
          </Link>
        )}
      </EmptyState>
    </Card>
  );
}

export function JobsPage() {
  const { t } = useTranslation('jobs');
  const search = useSearch({ from: '/jobs' });
  const minute = Math.floor(useNow(30_000) / 60_000);
  const query = useMemo(() => toJobsQuery(search, minute * 60_000), [search, minute]);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [retried, setRetried] = useState<Job | null>(null);
  const pages = useJobPages(query, range.first, range.last);
  const deletions = useDeletions();
  const selection = useJobSelection(pages.jobAt);
  const { clear } = selection;
  // What is selected must be in sight: other filters show other jobs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` only triggers it
  useEffect(clear, [clear, search]);
  const { total, error } = pages;
  return (
    <Page title={t('title')} {...(total === undefined ? {} : { text: t('count', { count: total }) })}>
      <JobsToolbar search={search} />
      {pages.isPartial && (
        <p role="status" className="mb-4 text-sm text-muted">
          {t('partial')}
        </p>
      )}
      {error !== null && <LoadFailed error={error} onRetry={pages.retry} />}
      {error === null && total === undefined && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {total === 0 && <NoJobs isFiltered={Object.keys(search).length > 0} />}
      {total !== undefined && total > 0 && (
        <JobsTable
          pages={pages}
          total={total}
          deletions={deletions}
          selection={selection}
          onRetry={setRetried}
          onRange={(first, last) => {
            if (first !== range.first || last !== range.last) setRange({ first, last });
          }}
        />
      )}
      {selection.jobs.size > 0 && <SelectionBar selection={selection} deletions={deletions} />}
      {retried !== null && <RetryDialog job={retried} onClose={() => setRetried(null)} />}
    </Page>
  );
}
