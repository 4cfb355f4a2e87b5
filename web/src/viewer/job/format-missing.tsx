/** A tab whose format this job was not asked for: says so, and offers to make it. */
import type { Format, Job } from '@octavo/sdk';
import FileX2 from 'lucide-react/icons/file-x-2';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRerun } from './use-rerun.ts';

type FormatMissingProps = { readonly job: Job; readonly format: Format };

export function FormatMissing({ job, format }: FormatMissingProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const rerun = useRerun(job);
  const name = app(`formats.${format}`);
  return (
    <EmptyState
      icon={<FileX2 aria-hidden size={32} />}
      title={t('missing.title', { format: name })}
      text={format === 'json' ? t('missing.json') : t('missing.text')}
    >
      <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate([format])}>
        <RotateCcw aria-hidden size={16} />
        {t('missing.rerun', { format: name })}
      </Button>
      <p className="w-full text-sm text-muted">{t('missing.cost', { count: job.page_count ?? 0 })}</p>
    </EmptyState>
  );
}
