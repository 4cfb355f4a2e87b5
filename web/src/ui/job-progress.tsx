/** How far a running job is: its stage, and its pages in the stages that count them. */
import type { JobProgress as Progress } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';
import { ProgressBar } from './progress-bar.tsx';

export type RunningProgress = Pick<Progress, 'stage' | 'pages_done' | 'pages_total'>;

/** The other stages work on the whole document, and report the pages of the last stage. */
const countingStages: readonly Progress['stage'][] = ['layout', 'recognize'];

export function isCounted({ stage, pages_total }: RunningProgress): boolean {
  return countingStages.includes(stage) && pages_total > 0;
}

/** Null after the last page: other stages follow, so a full bar would look like the end. */
export function shareOf({ pages_done, pages_total }: RunningProgress): number | null {
  return pages_done < pages_total ? pages_done / pages_total : null;
}

type JobProgressProps = {
  readonly label: string;
  /** Undefined until a worker has reported. */
  readonly progress: RunningProgress | undefined;
};

export function JobProgress({ label, progress }: JobProgressProps) {
  const { t } = useTranslation();
  const counted = progress !== undefined && isCounted(progress) ? progress : null;
  // A job that has just been taken from the queue may still report that it is in it.
  const stage = t(
    progress === undefined || progress.stage === 'queued' ? 'stage.fetch' : `stage.${progress.stage}`,
  );
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {counted === null
          ? stage
          : t('stagePages', { stage, done: counted.pages_done, total: counted.pages_total })}
      </p>
      <div className="mt-2">
        <ProgressBar label={label} value={counted && shareOf(counted)} />
      </div>
    </>
  );
}
