/** What a tab shows when there is no result: the job is unfinished, has failed, or did not produce this format. */
import { ApiError, type Format, type Job, type TextFormat } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FilePlus2 from 'lucide-react/icons/file-plus-2';
import FileX2 from 'lucide-react/icons/file-x-2';
import Hourglass from 'lucide-react/icons/hourglass';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { queryKeys } from '../../api/query-client.ts';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { formatDuration } from '../../format/duration.ts';
import { formatQueuePosition } from '../../format/queue-position.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { changedOptions } from '../../options/changed-options.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { LiveProgress } from './use-job.ts';
import { isTextFormat, useWriteOutputs } from './use-write-outputs.ts';

const slotTimeoutMs = 120_000;

function useRerun(job: Job) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const describe = useDescribeError();
  return useMutation({
    mutationFn: (added: readonly Format[]) => {
      const format = [...new Set<Format>([...job.options.format, ...added])];
      const options = { ...changedOptions(job.options), format };
      return client.jobs.create({ source_job_id: job.id, options }, { slotTimeoutMs });
    },
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.jobs });
      await navigate({ to: '/jobs/$jobId', params: { jobId: id } });
    },
    onError: (error) => showToast({ tone: 'danger', text: describe(error) }),
  });
}

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

type RerunButtonProps = { readonly job: Job; readonly format: Format };

function RerunButton({ job, format }: RerunButtonProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const rerun = useRerun(job);
  const name = app(`formats.${format}`);
  return (
    <>
      <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate([format])}>
        <RotateCcw aria-hidden size={16} />
        {t('missing.rerun', { format: name })}
      </Button>
      <p className="w-full text-sm text-muted">{t('missing.cost', { count: job.page_count ?? 0 })}</p>
    </>
  );
}

type WriteButtonProps = { readonly job: Job; readonly format: TextFormat };

/** Costs nothing. Jobs without a stored document have to be converted again. */
function WriteButton({ job, format }: WriteButtonProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const describe = useDescribeError();
  const write = useWriteOutputs(job);
  if (write.error instanceof ApiError && write.error.code === 'document_not_stored') {
    return <RerunButton job={job} format={format} />;
  }
  const onError = (error: unknown) => showToast({ tone: 'danger', text: describe(error) });
  return (
    <>
      <Button variant="primary" disabled={write.isPending} onClick={() => write.mutate(format, { onError })}>
        <FilePlus2 aria-hidden size={16} />
        {t('missing.write', { format: app(`formats.${format}`) })}
      </Button>
      <p className="w-full text-sm text-muted">{t('missing.free')}</p>
    </>
  );
}

type FormatMissingProps = { readonly job: Job; readonly format: Format };

export function FormatMissing({ job, format }: FormatMissingProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  return (
    <EmptyState
      icon={<FileX2 aria-hidden size={32} />}
      title={t('missing.title', { format: app(`formats.${format}`) })}
      text={format === 'json' ? t('missing.json') : t('missing.text')}
    >
      {isTextFormat(format) ? (
        <WriteButton job={job} format={format} />
      ) : (
        <RerunButton job={job} format={format} />
      )}
    </EmptyState>
  );
}
