/** One row of the job list, with its actions. */
import type { Job } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { formatAge } from '../format/age.ts';
import { formatDateTime } from '../format/date-time.ts';
import { formatDuration } from '../format/duration.ts';
import { jobPages } from '../format/job-pages.ts';
import { useNow } from '../format/use-now.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { FailureNote } from './failure-note.tsx';
import { JobNote } from './job-note.tsx';
import { OriginCells, useOriginTexts } from './job-origin.tsx';
import type { JobSelection } from './job-selection.ts';
import type { Deletions } from './use-deletions.ts';
import type { LiveProgress } from './use-live-progress.ts';

type JobRowProps = {
  readonly job: Job | undefined;
  /** Place in the list, from 0. */
  readonly index: number;
  readonly progress: LiveProgress;
  readonly deletions: Deletions;
  readonly selection: JobSelection;
  readonly onRetry: (job: Job) => void;
};

export const nameOf = (job: Job): string => job.file?.name || job.id;

function EmptyRow() {
  const { t } = useTranslation();
  return (
    <div className="col-span-full">
      <span className="sr-only">{t('loading')}</span>
      <div className="h-4 w-1/2 animate-pulse rounded bg-sunken" />
    </div>
  );
}

function DeletedRow({ job, deletions }: { readonly job: Job; readonly deletions: Deletions }) {
  const { t } = useTranslation('jobs');
  return (
    <div className="col-span-full flex items-center justify-between gap-4 text-muted">
      <span className="min-w-0 truncate line-through">{nameOf(job)}</span>
      {deletions.canUndo(job.id) && (
        <Button size="small" onClick={() => deletions.undo(job.id)}>
          <Undo2 aria-hidden size={15} />
          {t('undo')}
        </Button>
      )}
    </div>
  );
}

type SelectBoxProps = Pick<JobRowProps, 'index' | 'selection'> & { readonly job: Job };

/** With the shift key, all jobs since the last one are selected too. */
function SelectBox({ job, index, selection }: SelectBoxProps) {
  const { t } = useTranslation('jobs');
  return (
    <input
      type="checkbox"
      aria-label={t('select', { name: nameOf(job) })}
      checked={selection.jobs.has(job.id)}
      onChange={({ nativeEvent }) =>
        selection.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className="mt-1 size-4 shrink-0 cursor-pointer accent-accent"
    />
  );
}

export function JobRow({ job, index, progress, deletions, selection, onRetry }: JobRowProps) {
  const { t, language } = useTranslation('jobs');
  const now = useNow(30_000);
  const { key } = useOriginTexts(job?.origin);
  if (job === undefined) return <EmptyRow />;
  if (deletions.ids.has(job.id)) return <DeletedRow job={job} deletions={deletions} />;
  const seconds = job.timing?.processing_seconds;
  const pages = jobPages(job);
  return (
    <>
      <div className="flex min-w-0 items-start gap-3">
        <SelectBox job={job} index={index} selection={selection} />
        <div className="min-w-0 flex-1">
          <Link
            to="/jobs/$jobId"
            params={{ jobId: job.id }}
            className="block truncate font-medium underline-offset-4 hover:underline"
          >
            {nameOf(job)}
          </Link>
          <JobNote job={job} progress={progress.get(job.id)} />
        </div>
      </div>
      <OriginCells origin={job.origin} />
      <div className="hidden text-sm text-muted tabular-nums md:block">
        <span className="sr-only">{t('column.pages')}: </span>
        {pages === undefined ? '–' : pages.toLocaleString(language)}
      </div>
      <div className="col-start-1 row-start-2 mt-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 md:col-auto md:row-auto md:mt-0">
        <StatusChip status={job.status} />
        <span className="text-sm whitespace-nowrap text-muted md:hidden">
          {formatAge(job.created_at, now, language)}
        </span>
        {job.origin?.api_key && (
          <span className="max-w-full truncate text-sm text-muted md:hidden">{key}</span>
        )}
      </div>
      <div className="hidden text-sm text-muted md:block" title={formatDateTime(job.created_at, language)}>
        {formatAge(job.created_at, now, language)}
      </div>
      <div className="hidden text-sm text-muted tabular-nums md:block">
        <span className="sr-only">{t('column.duration')}: </span>
        {seconds === null || seconds === undefined ? '–' : formatDuration(seconds, language)}
      </div>
      <div className="col-start-2 row-span-2 row-start-1 flex justify-end gap-1 md:col-auto md:row-auto">
        <IconButton size="small" label={t('retry', { name: nameOf(job) })} onClick={() => onRetry(job)}>
          <SlidersHorizontal aria-hidden size={16} />
        </IconButton>
        <IconButton
          size="small"
          label={t('delete', { name: nameOf(job) })}
          onClick={() => deletions.remove(job.id, nameOf(job))}
        >
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </div>
      {job.status === 'failed' && (
        <div className="col-span-full mt-2 pl-7">
          <FailureNote job={job} onRetry={onRetry} />
        </div>
      )}
    </>
  );
}
