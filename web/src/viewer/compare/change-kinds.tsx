/** The four kinds of changes as icon, text and colour. */
import type { Diff } from '@octavo/sdk';
import Minus from 'lucide-react/icons/minus';
import Move from 'lucide-react/icons/move';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ChangeKind } from './change-places.ts';

const styles = {
  changed: { icon: Pencil, classes: 'bg-warning-soft text-warning' },
  added: { icon: Plus, classes: 'bg-success-soft text-success' },
  removed: { icon: Minus, classes: 'bg-danger-soft text-danger' },
  moved: { icon: Move, classes: 'bg-info-soft text-info' },
} as const satisfies Record<ChangeKind, unknown>;

const kinds = Object.keys(styles) as readonly ChangeKind[];

const chipClasses = 'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold';

export function KindChip({ kind }: { readonly kind: ChangeKind }) {
  const { t } = useTranslation('compare');
  const { icon: Icon, classes } = styles[kind];
  return (
    <span className={`${chipClasses} ${classes}`}>
      <Icon aria-hidden size={13} />
      {t(`kind.${kind}`)}
    </span>
  );
}

/** How many changes of each kind there are; kinds without any are left out. A narrow screen shows icon and number. */
export function KindCounts({ blocks }: { readonly blocks: Diff['summary']['blocks'] }) {
  const { t, language } = useTranslation('compare');
  return (
    <ul className="flex gap-1.5" aria-label={t('counts')}>
      {kinds
        .filter((kind) => blocks[kind] > 0)
        .map((kind) => {
          const { icon: Icon, classes } = styles[kind];
          return (
            <li key={kind} className={`${chipClasses} tabular-nums ${classes}`}>
              <Icon aria-hidden size={13} />
              <span aria-hidden className="sm:hidden">
                {blocks[kind].toLocaleString(language)}
              </span>
              <span className="max-sm:sr-only">{t(`count.${kind}`, { count: blocks[kind] })}</span>
            </li>
          );
        })}
    </ul>
  );
}
