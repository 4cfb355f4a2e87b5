/** The element types with their counts; each can be hidden. */
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslation } from '../i18n/use-translation.ts';
import { classNames } from '../ui/class-names.ts';
import type { DocumentModel } from './document/document-model.ts';
import { type ElementKind, elementKinds, kindStyles } from './document/element-kind.ts';

type LegendProps = {
  readonly counts: DocumentModel['counts'];
  readonly hidden: ReadonlySet<ElementKind>;
  readonly onChange: (hidden: ReadonlySet<ElementKind>) => void;
};

export function Legend({ counts, hidden, onChange }: LegendProps) {
  const { t, language } = useTranslation('viewer');
  const toggle = (kind: ElementKind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    onChange(next);
  };
  const present = elementKinds.filter((kind) => counts[kind] > 0);
  if (present.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-auto items-center gap-1.5 px-3 py-2 max-lg:overflow-x-auto sm:px-4 lg:flex-wrap">
      <legend className="sr-only">{t('legend')}</legend>
      {present.map((kind) => {
        const isHidden = hidden.has(kind);
        const Icon = isHidden ? EyeOff : Eye;
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={!isHidden}
            title={isHidden ? t('showKind') : t('hideKind')}
            onClick={() => toggle(kind)}
            className="group inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface pr-2 pl-2.5 text-xs font-medium whitespace-nowrap hover:border-line-strong aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-muted aria-[pressed=false]:line-through"
          >
            <span
              aria-hidden
              className={classNames('size-2.5 rounded-[3px]', kindStyles[kind].bar, isHidden && 'opacity-40')}
            />
            {t(`kind.${kind}`)}
            <span className="text-muted tabular-nums">{counts[kind].toLocaleString(language)}</span>
            <Icon
              aria-hidden
              size={13}
              className="-ml-0.5 hidden text-muted group-hover:block group-aria-[pressed=false]:block"
            />
          </button>
        );
      })}
    </fieldset>
  );
}
