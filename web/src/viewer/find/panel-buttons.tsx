/** For a done job: the buttons that open search, outline, quote check, comparison and the list of keyboard shortcuts. */
import type { Job } from '@octavo/sdk';
import Accessibility from 'lucide-react/icons/accessibility';
import Keyboard from 'lucide-react/icons/keyboard';
import Search from 'lucide-react/icons/search';
import TableOfContents from 'lucide-react/icons/table-of-contents';
import TextQuote from 'lucide-react/icons/text-quote';
import { useTranslation } from '../../i18n/use-translation.ts';
import { hasAccessibility } from '../accessibility/use-accessibility.ts';
import { CompareButton } from '../compare/compare-button.tsx';
import { type Panel, type Panels, panelButtonId, panels } from './use-panels.ts';

const icons = {
  search: Search,
  outline: TableOfContents,
  quote: TextQuote,
  accessibility: Accessibility,
} as const;
const shortcuts = { search: ' (/)', outline: ' (o)', quote: ' (q)', accessibility: '' } as const;

const classes =
  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-lg px-2 text-sm font-medium whitespace-nowrap hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent';

type PanelButtonsProps = {
  readonly panels: Panels;
  readonly job: Job;
  readonly onHelp: () => void;
};

export function PanelButtons({ panels: state, job, onHelp }: PanelButtonsProps) {
  const { t } = useTranslation('viewer');
  const isOffered = (panel: Panel) => panel !== 'accessibility' || hasAccessibility(job);
  return (
    <fieldset className="flex shrink-0 items-center gap-0.5 py-1.5 pl-2 sm:pl-3">
      <legend className="sr-only">{t('panel.tools')}</legend>
      {panels.filter(isOffered).map((panel) => {
        const Icon = icons[panel];
        return (
          <button
            key={panel}
            id={panelButtonId(panel)}
            type="button"
            title={`${t(`panel.${panel}`)}${shortcuts[panel]}`}
            aria-pressed={state.open === panel}
            onClick={() => state.toggle(panel)}
            className={classes}
          >
            <Icon aria-hidden size={16} />
            <span className="max-xl:sr-only">{t(`panel.${panel}`)}</span>
          </button>
        );
      })}
      <CompareButton job={job} className={classes} />
      <button
        type="button"
        title={`${t('keys.title')} (?)`}
        aria-label={t('keys.title')}
        onClick={onHelp}
        className={`${classes} max-sm:hidden`}
      >
        <Keyboard aria-hidden size={16} />
      </button>
    </fieldset>
  );
}
