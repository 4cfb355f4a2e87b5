/** The panel that is open next to the pages. */
import { lazy, Suspense } from 'react';
import { ensureTexts } from '../../i18n/language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Spinner } from '../../ui/loading.tsx';
import { OutlinePanel, type OutlinePanelProps } from './outline-panel.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { type PanelProps, SearchPanel } from './search-panel.tsx';
import type { Panel as PanelName } from './use-panels.ts';

/** Loaded when it is first opened. */
const AccessibilityPanel = lazy(async () => {
  const [module] = await Promise.all([
    import('../accessibility/accessibility-panel.tsx'),
    ensureTexts('accessibility'),
  ]);
  return { default: module.AccessibilityPanel };
});

export type OpenPanelProps = PanelProps & Pick<OutlinePanelProps, 'onGo'> & { readonly open: PanelName };

export function Panel({ open, onGo, ...props }: OpenPanelProps) {
  const { t } = useTranslation('viewer');
  return (
    <PanelFrame title={t(`panel.${open}`)} onClose={props.panels.close}>
      {open === 'search' && <SearchPanel {...props} />}
      {open === 'outline' && <OutlinePanel jobId={props.job.id} asked={props.panels.asked} onGo={onGo} />}
      {open === 'quote' && <QuotePanel {...props} />}
      {open === 'accessibility' && (
        <Suspense fallback={<Spinner />}>
          <AccessibilityPanel job={props.job} page={props.page} />
        </Suspense>
      )}
    </PanelFrame>
  );
}
