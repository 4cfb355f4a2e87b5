/** Why a job failed, and what can be done about it. */
import type { Job } from '@octavo/sdk';
import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRerun } from './use-rerun.ts';

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
