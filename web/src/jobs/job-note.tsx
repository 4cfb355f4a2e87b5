/** The line below a job's name: its place in the queue, its progress or its formats. */
import { formatsOf, type Job, type JobProgressEvent } from '@octavo/sdk';
import { formatQueuePosition } from '../format/queue-position.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { JobProgress } from '../ui/job-progress.tsx';

type JobNoteProps = {
  readonly job: Job;
  readonly progress: JobProgressEvent['data'] | undefined;
};

export function JobNote({ job, progress }: JobNoteProps) {
  const { t: tApp, language } = useTranslation();
  if (job.status === 'failed') return null;
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
