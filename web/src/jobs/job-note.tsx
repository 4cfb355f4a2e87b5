/** The line below a job's name: its error, its progress or its formats. */
import { formatsOf, type Job, type JobProgressEvent } from '@octavo/sdk';
import { formatQueuePosition } from '../format/queue-position.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';

type JobNoteProps = { readonly job: Job; readonly progress: JobProgressEvent['data'] | undefined };

export function JobNote({ job, progress }: JobNoteProps) {
  const { t, language } = useTranslation('jobs');
  const { t: tApp } = useTranslation();
  if (job.status === 'failed') {
    return (
      <p className="line-clamp-2 text-sm text-danger" title={job.error_message ?? undefined}>
        {job.error_message}
      </p>
    );
  }
  if (job.status === 'pending') {
    const position = job.progress?.queue_position;
    if (!position) return null;
    return (
      <p className="truncate text-sm text-muted">
        {tApp('queuePosition', { position: formatQueuePosition(position, language) })}
      </p>
    );
  }
  if (job.status === 'processing') {
    const done = progress?.pages_done ?? job.progress?.pages_done ?? 0;
    const total = progress?.pages_total ?? job.progress?.pages_total ?? 0;
    return (
      <div className="mt-1 flex max-w-xs items-center gap-3">
        <ProgressBar label={tApp('progress')} value={total > 0 && done > 0 ? done / total : null} />
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {t('pagesOf', { done, total })}
        </span>
      </div>
    );
  }
  return (
    <p className="truncate text-sm text-muted">
      {formatsOf(job)
        .map((format) => tApp(`formats.${format}`))
        .join(' · ')}
    </p>
  );
}
