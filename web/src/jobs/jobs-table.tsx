/** The virtualized job list: only visible rows are in the DOM. */
import type { Job } from '@octavo/sdk';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { JobRow } from './job-row.tsx';
import type { JobSelection } from './job-selection.ts';
import type { Deletions } from './use-deletions.ts';
import type { JobPages } from './use-job-pages.ts';
import { useLiveProgress } from './use-live-progress.ts';

/** Columns on wide screens, stacked on narrow ones. */
export const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_4.5rem_9.5rem_8rem_6rem_5.5rem] xl:grid-cols-[minmax(0,1fr)_6.5rem_5.5rem_3rem_8.25rem_8rem_4.5rem_4.5rem] items-center gap-x-4 xl:gap-x-3';

type JobsTableProps = {
  readonly pages: JobPages;
  readonly total: number;
  readonly deletions: Deletions;
  readonly selection: JobSelection;
  readonly onRange: (first: number, last: number) => void;
  readonly onRetry: (job: Job) => void;
};

export function JobsTable({ pages, total, deletions, selection, onRange, onRetry }: JobsTableProps) {
  const { t } = useTranslation('jobs');
  const body = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), []);
  const progress = useLiveProgress();
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => 72,
    overscan: 8,
    scrollMargin: top,
    onChange: ({ range }) => {
      if (range) onRange(range.startIndex, range.endIndex);
    },
  });
  const headings = ['name', 'key', 'source', 'pages', 'state', 'age', 'duration'] as const;
  return (
    <div className="rounded-2xl border border-line bg-surface shadow-card">
      {/* Hidden from screen readers: every row labels its own values. */}
      <div
        aria-hidden="true"
        className={`${columns} hidden border-b border-line px-5 py-3 text-sm text-muted md:grid`}
      >
        {headings.map((heading) => (
          <span
            key={heading}
            className={heading === 'key' || heading === 'source' ? 'hidden xl:block' : undefined}
          >
            {t(`column.${heading}`)}
          </span>
        ))}
      </div>
      <ul
        ref={body}
        aria-label={t('title')}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            aria-setsize={total}
            aria-posinset={index + 1}
            data-index={index}
            ref={virtualizer.measureElement}
            className={`${columns} absolute inset-x-0 top-0 min-h-18 px-4 py-3 md:px-5 ${index > 0 ? 'border-t border-line' : ''}`}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <JobRow job={pages.jobAt(index)} {...{ index, progress, deletions, selection, onRetry }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
