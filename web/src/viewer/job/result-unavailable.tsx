/** What a tab shows when there is no result: the job is unfinished or has failed. */
import type { Job } from '@octavo/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock3 from 'lucide-react/icons/clock-3';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState } from 'react';
import { formatDuration } from '../../format/duration.ts';
import { jobDetails } from '../../format/job-details.ts';
import { formatQueuePosition } from '../../format/queue-position.ts';
import { ensureTexts } from '../../i18n/language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { nextStepOf, useFailureTexts } from '../../options/failure-texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import type { LiveProgress } from './use-job.ts';
import { useRerun } from './use-rerun.ts';

const RetryDialog = lazy(async () => {
  const [module] = await Promise.all([import('../../options/retry-dialog.tsx'), ensureTexts('options')]);
  return { default: module.RetryDialog };
});

const soonSeconds = 10;

/** An estimate of "1 min 23 sec" would promise too much. */
const roundedUp = (seconds: number) => Math.ceil(seconds / 10) * 10;

type JobRunningProps = { readonly job: Job; readonly live: LiveProgress };

export function JobRunning({ job, live }: JobRunningProps) {
  const { t, language } = useTranslation('viewer');
  const { t: tApp } = useTranslation();
  const { progress } = job;
  const position = progress?.queue_position ?? null;
  const seconds = progress?.estimated_seconds ?? null;
  const isQueued = job.status === 'pending';
  const Icon = isQueued ? Clock3 : LoaderCircle;
  return (
    <div role="status" className="mx-auto flex max-w-sm flex-col items-center gap-4 px-6 py-20 text-center">
      <Icon aria-hidden size={32} className={`text-muted ${isQueued ? '' : 'animate-spin'}`} />
      <h2 className="text-lg font-semibold">{tApp(`status.${job.status}`)}</h2>
      {isQueued && position !== null && (
        <p className="text-muted tabular-nums">
          {tApp('queuePosition', { position: formatQueuePosition(position, language) })}
        </p>
      )}
      {!isQueued && (
        <div className="w-full">
          <JobProgress label={tApp('progress')} progress={live ?? progress} />
        </div>
      )}
      {seconds !== null && (
        <p className="text-sm text-muted">
          {seconds < soonSeconds
            ? t('soon')
            : t('estimate', { time: formatDuration(roundedUp(seconds), language) })}
        </p>
      )}
    </div>
  );
}

type NextStepProps = { readonly job: Job; readonly onOptions: () => void };

function NextStepButton({ job, onOptions }: NextStepProps) {
  const { nextStep } = useFailureTexts(job);
  const rerun = useRerun(job);
  const step = nextStepOf(job);
  if (step === 'upload') {
    return (
      <Link to="/" className={buttonClasses('primary')}>
        {nextStep}
      </Link>
    );
  }
  if (step === 'options') {
    return (
      <Button variant="primary" onClick={onOptions}>
        <SlidersHorizontal aria-hidden size={16} />
        {nextStep}
      </Button>
    );
  }
  return (
    <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate(['json'])}>
      <RotateCcw aria-hidden size={16} />
      {nextStep}
    </Button>
  );
}

export function JobFailed({ job }: { readonly job: Job }) {
  const { t } = useTranslation('viewer');
  const { t: jobs } = useTranslation('jobs');
  const { reason } = useFailureTexts(job);
  const navigate = useNavigate();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden size={32} className="text-danger" />}
      title={t('failed')}
      text={reason ?? t('failedText')}
    >
      <NextStepButton job={job} onOptions={() => setIsChoosing(true)} />
      <CopyButton size="medium" label={jobs('copyDetails')} text={jobDetails(job)} />
      <p className="w-full text-sm text-muted">
        {t('notCharged')}
        {job.error_code && <code className="ml-3 font-mono text-xs">{job.error_code}</code>}
      </p>
      {isChoosing && (
        <Suspense>
          <RetryDialog
            job={job}
            onClose={() => setIsChoosing(false)}
            onSubmitted={({ id }) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } })}
          />
        </Suspense>
      )}
    </EmptyState>
  );
}
