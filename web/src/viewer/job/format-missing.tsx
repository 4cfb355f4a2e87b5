/** What a tab shows for a format that the job does not have: text formats are created at once, which costs nothing. */
import { ApiError, type Job, type TextFormat } from '@octavo/sdk';
import FileX2 from 'lucide-react/icons/file-x-2';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { LoadFailed } from '../../api/query-result.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRerun } from './use-rerun.ts';
import { useMissingOutput } from './use-write-outputs.ts';

type FormatMissingProps = { readonly job: Job; readonly format: TextFormat };

/** For jobs of earlier versions, which have no stored document to write the format from. */
function NotStored({ job, format }: FormatMissingProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const rerun = useRerun(job);
  const name = app(`formats.${format}`);
  return (
    <EmptyState
      icon={<FileX2 aria-hidden size={32} />}
      title={t('missing.title', { format: name })}
      text={t('missing.notStored')}
    >
      <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate([format])}>
        <RotateCcw aria-hidden size={16} />
        {t('missing.rerun', { format: name })}
      </Button>
      <p className="w-full text-sm text-muted">{t('missing.cost', { count: job.page_count ?? 0 })}</p>
    </EmptyState>
  );
}

export function FormatMissing({ job, format }: FormatMissingProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const { error, refetch } = useMissingOutput(job, format);
  if (error instanceof ApiError && error.code === 'document_not_stored') {
    return <NotStored job={job} format={format} />;
  }
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      {t('missing.creating', { format: app(`formats.${format}`) })}
    </div>
  );
}
