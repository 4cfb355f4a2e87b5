/** What a tab shows when there is no result: the job is unfinished or has failed. */
import type { Job } from '@octavo/sdk';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Hourglass from 'lucide-react/icons/hourglass';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { formatDuration } from '../../format/duration.ts';
import { formatQueuePosition } from '../../format/queue-position.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { LiveProgress } from './use-job.ts';
import { useRerun } from './use-rerun.ts';

type JobRunningProps = { readonly job: Job; readonly live: LiveProgress };

export function JobRunning({ job, live }: JobRunningProps) {
  const { t, language } = useTranslation('viewer');
  const { t: tApp } = useTranslation();
  const stage = live?.stage ?? job.progress?.stage ?? 'queued';
  const done = live?.pages_done ?? job.progress?.pages_done ?? 0;
  const total = live?.pages_total ?? job.progress?.pages_total ?? 0;
  const position = job.progress?.queue_position ?? null;
  const seconds = job.progress?.estimated_seconds ?? null;
  const isCounting = (stage === 'layout' || stage === 'recognize') && total > 0;
  return (
    <div role="status" className="mx-auto flex max-w-sm flex-col items-center gap-4 px-6 py-20 text-center">
      <Hourglass aria-hidden size={32} className="text-muted" />
      <h2 className="text-lg font-semibold">{tApp(`stage.${stage}`)}</h2>
      <ProgressBar label={tApp('progress')} value={isCounting ? done / total : null} />
      <p className="text-muted tabular-nums">
        {isCounting
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

export function JobFailed({ job }: { readonly job: Job }) {
  const { t } = useTranslation('viewer');
  const rerun = useRerun(job);
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden size={32} className="text-danger" />}
      title={t('failed')}
      text={job.error_message ?? t('failedText')}
    >
      <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate(['json'])}>
        <RotateCcw aria-hidden size={16} />
        {t('retry')}
      </Button>
      <p className="w-full text-sm text-muted">{t('notCharged')}</p>
    </EmptyState>
  );
}
