/** Why a job failed, that it was not charged, and the next step that can work. */
import type { Job } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import { jobDetails } from '../format/job-details.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { nextStepOf, useFailureTexts } from '../options/failure-texts.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

type FailureNoteProps = { readonly job: Job; readonly onRetry: (job: Job) => void };

function NextStep({ job, onRetry }: FailureNoteProps) {
  const { nextStep } = useFailureTexts(job);
  if (nextStepOf(job) === 'upload') {
    return (
      <Link to="/" className={buttonClasses('secondary', 'small')}>
        {nextStep}
      </Link>
    );
  }
  return (
    <Button size="small" onClick={() => onRetry(job)}>
      {nextStep}
    </Button>
  );
}

export function FailureNote({ job, onRetry }: FailureNoteProps) {
  const { t } = useTranslation('jobs');
  const { reason } = useFailureTexts(job);
  return (
    <>
      <p className="line-clamp-4 text-sm md:line-clamp-2 text-danger" title={reason ?? undefined}>
        {reason}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <NextStep job={job} onRetry={onRetry} />
        <CopyButton label={t('copyDetails')} text={jobDetails(job)} />
        {job.error_code && <code className="font-mono text-xs">{job.error_code}</code>}
        <span>{t('notCharged')}</span>
      </div>
    </>
  );
}
