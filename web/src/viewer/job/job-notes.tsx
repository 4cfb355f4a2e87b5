/** The warnings of a job and the content that was left out, above the results. */
import type { Job } from '@octavo/sdk';
import EyeOff from 'lucide-react/icons/eye-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLinks } from './page-links.tsx';
import type { DroppedList } from './use-dropped.ts';
import { useWarningText } from './use-warning-text.ts';

type JobNotesProps = {
  readonly job: Job;
  readonly dropped: DroppedList | undefined;
  readonly onPage: (page: number) => void;
};

const placesShown = 200;

function DroppedPlaces({
  dropped,
  onPage,
}: { readonly dropped: DroppedList } & Pick<JobNotesProps, 'onPage'>) {
  const { t } = useTranslation('viewer');
  return (
    <ul className="mt-1 space-y-1">
      {dropped.items.slice(0, placesShown).map(({ page, reason, kind, bounding_box }) => (
        <li key={`${page} ${bounding_box.join(' ')}`} className="flex gap-2">
          <EyeOff aria-hidden size={15} className="mt-0.5 shrink-0 text-warning" />
          <span>
            {t(`dropped.${kind}`)}: {t(`dropped.${reason}`)}
            <PageLinks pages={[page]} onPage={onPage} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function JobNotes({ job, dropped, onPage }: JobNotesProps) {
  const { t } = useTranslation('viewer');
  const warningText = useWarningText();
  const warnings = job.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <details className="shrink-0 border-b border-line bg-warning-soft px-4 py-2 text-sm">
      <summary className="cursor-pointer font-medium text-warning">
        {t('notes', { count: warnings.length })}
      </summary>
      <ul className="mt-2 max-h-64 space-y-1 overflow-auto pb-1">
        {warnings.map((warning) => (
          <li key={warning.code} className="flex gap-2">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warning" />
            <div>
              {warningText(warning)}
              {warning.code === 'content_skipped' && dropped !== undefined ? (
                <DroppedPlaces dropped={dropped} onPage={onPage} />
              ) : (
                <PageLinks pages={warning.pages} onPage={onPage} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
