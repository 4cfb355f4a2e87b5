/** Names the text that could not be searched, with links to its pages. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLinks } from '../job/page-links.tsx';
import { useWarningText } from '../job/use-warning-text.ts';
import { useSelection } from '../selection-store.ts';
import type { Unsearched } from './unsearched.ts';

export function UnsearchedNote({ gaps }: { readonly gaps: readonly Unsearched[] }) {
  const { t } = useTranslation('viewer');
  const { showPage } = useSelection();
  const warningText = useWarningText();
  if (gaps.length === 0) return null;
  return (
    <div className="rounded-lg bg-warning-soft p-3 text-sm">
      <p className="font-medium text-warning">{t('unsearched')}</p>
      <ul className="mt-1.5 space-y-1.5">
        {gaps.map((gap) => (
          <li key={gap.code} className="flex gap-2">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warning" />
            <span>
              {warningText(gap)}
              <PageLinks pages={gap.pages} onPage={showPage} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
