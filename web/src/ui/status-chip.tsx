/** The status of a job as icon and text, so that it does not depend on colour. */
import type { JobStatus } from '@octavo/sdk';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock3 from 'lucide-react/icons/clock-3';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from '../i18n/use-translation.ts';

const styles = {
  pending: { icon: Clock3, classes: 'bg-warning-soft text-warning' },
  processing: { icon: LoaderCircle, classes: 'bg-info-soft text-info' },
  done: { icon: CircleCheck, classes: 'bg-success-soft text-success' },
  failed: { icon: CircleAlert, classes: 'bg-danger-soft text-danger' },
} as const satisfies Record<JobStatus, unknown>;

export function StatusChip({ status }: { readonly status: JobStatus }) {
  const { t } = useTranslation();
  const { icon: Icon, classes } = styles[status];
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold ${classes}`}
    >
      <Icon aria-hidden size={14} className={status === 'processing' ? 'animate-spin' : undefined} />
      {t(`status.${status}`)}
    </span>
  );
}
