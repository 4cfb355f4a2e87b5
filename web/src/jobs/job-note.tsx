/** The line below a job's name: its error, its progress or its formats. */
import { formatsOf, type Job, type JobProgressEvent } from '@octavo/sdk';
import { jobDetails } from '../format/job-details.ts';
import { formatQueuePosition } from '../format/queue-position.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { JobProgress } from '../ui/job-progress.tsx';

type JobNoteProps = { readonly job: Job; readonly progress: JobProgressEvent['data'] | undefined };

function FailureNote({ job }: { readonly job: Job }) {
  const { t } = useTranslation('jobs');
  return (
    <>
      <p className="line-clamp-2 text-sm text-danger" title={job.error_message ?? undefined}>
        {job.error_message}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {t('notCharged')}
        <CopyButton label={t('copyDetails')} text={jobDetails(job)} />
      </p>
    </>
  );
}

export function JobNote({ job, progress }: JobNoteProps) {
  const { t: tApp, language } = useTranslation();
  if (job.status === 'failed') {
    return <FailureNote job={job} />;
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
    return (
      <div className="max-w-xs">
        <JobProgress label={tApp('progress')} progress={progress ?? job.progress} />
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
