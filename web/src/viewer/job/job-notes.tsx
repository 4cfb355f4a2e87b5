/** The warnings of a job and the content that was left out, above the results. */
import type { Job } from '@octavo/sdk';
import EyeOff from 'lucide-react/icons/eye-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLinks } from './page-links.tsx';
import type { DroppedList } from './use-dropped.ts';

type JobNotesProps = {
  readonly job: Job;
  readonly dropped: DroppedList | undefined;
  readonly onPage: (page: number) => void;
};

export function JobNotes({ job, dropped, onPage }: JobNotesProps) {
  const { t } = useTranslation('viewer');
  const warnings = job.warnings ?? [];
  const hiddenCount = dropped?.total ?? 0;
  if (warnings.length === 0 && hiddenCount === 0) return null;
  return (
    <details className="shrink-0 border-b border-line bg-warning-soft px-4 py-2 text-sm">
      <summary className="cursor-pointer font-medium text-warning">
        {t('notes', { count: warnings.length + (hiddenCount > 0 ? 1 : 0) })}
      </summary>
      <ul className="mt-2 max-h-40 space-y-1 overflow-auto pb-1">
        {warnings.map(({ code, message, pages }) => (
          <li key={code} className="flex gap-2">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warning" />
            <span>
              {message}
              <PageLinks pages={pages} onPage={onPage} />
            </span>
          </li>
        ))}
        {dropped?.items.slice(0, 200).map(({ page, reason, kind, bounding_box }) => (
          <li key={`${page} ${bounding_box.join(' ')}`} className="flex gap-2">
            <EyeOff aria-hidden size={15} className="mt-0.5 shrink-0 text-warning" />
            <span>
              {t(`dropped.${kind}`)}: {t(`dropped.${reason}`)}
              <PageLinks pages={[page]} onPage={onPage} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
