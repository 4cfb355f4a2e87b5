/** On a narrow screen: the pages or the result. */
import FileText from 'lucide-react/icons/file-text';
import ListTree from 'lucide-react/icons/list-tree';
import { useTranslation } from '../i18n/use-translation.ts';
import type { Side } from './split-pane.tsx';

type SideSwitchProps = { readonly side: Side; readonly onChange: (side: Side) => void };

const sides = [
  { value: 'left', icon: FileText, label: 'pages' },
  { value: 'right', icon: ListTree, label: 'results' },
] as const;

export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const { t } = useTranslation('viewer');
  return (
    <fieldset className="mx-3 mb-2 flex rounded-lg bg-sunken p-0.5 lg:hidden">
      <legend className="sr-only">{t('side')}</legend>
      {sides.map(({ value, icon: Icon, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={side === value}
          onClick={() => onChange(value)}
          className="flex h-8 flex-1 items-center justify-center gap-2 rounded-md text-sm font-medium text-muted aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
        >
          <Icon aria-hidden size={15} />
          {t(label)}
        </button>
      ))}
    </fieldset>
  );
}
