/** What a job that is not finished is doing. */
import type { Job } from '@octavo/sdk';
import Hourglass from 'lucide-react/icons/hourglass';
import { formatDuration } from '../../format/duration.ts';
import { formatQueuePosition } from '../../format/queue-position.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { LiveProgress } from './use-job.ts';

type JobRunningProps = { readonly job: Job; readonly live: LiveProgress };

export function JobRunning({ job, live }: JobRunningProps) {
  const { t, language } = useTranslation('viewer');
  const { t: tApp } = useTranslation();
  const stage = live?.stage ?? job.progress?.stage ?? 'queued';
  const done = live?.pages_done ?? job.progress?.pages_done ?? 0;
  const total = live?.pages_total ?? job.progress?.pages_total ?? 0;
  const position = job.progress?.queue_position ?? null;
  const seconds = job.progress?.estimated_seconds ?? null;
  const isLaidOut = stage === 'layout' && total > 0;
  return (
    <div role="status" className="mx-auto flex max-w-sm flex-col items-center gap-4 px-6 py-20 text-center">
      <Hourglass aria-hidden size={32} className="text-muted" />
      <h2 className="text-lg font-semibold">{tApp(`stage.${stage}`)}</h2>
      <ProgressBar label={tApp('progress')} value={isLaidOut ? done / total : null} />
      <p className="text-muted tabular-nums">
        {isLaidOut
          ? t('pagesDone', { done, total })
          : position !== null && job.status === 'pending'
            ? tApp('queuePosition', { position: formatQueuePosition(position, language) })
            : t('soon')}
      </p>
      {seconds !== null && (
        <p className="text-sm text-muted">{t('estimate', { time: formatDuration(seconds, language) })}</p>
      )}
    </div>
  );
}
