/** The tabs of a shared result: one for each format that it has. */
import type { SharedContent } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import {
  formatOfTab,
  ResultContent,
  type ResultContentProps,
  type ResultTab,
} from '../tabs/result-content.tsx';
import { viewerTabs } from '../viewer-search.ts';
import { sharedJobId } from './shared-files.ts';

/** What is shown of a result, whoever shared it. */
export type ShownResult = Pick<SharedContent, 'file_name' | 'page_count' | 'formats' | 'with_source'>;

export function tabsOf({ formats }: ShownResult): readonly ResultTab[] {
  return viewerTabs.filter((tab) => tab !== 'code').filter((tab) => formats.includes(formatOfTab[tab]));
}

type SharedResultsProps = Omit<ResultContentProps, 'jobId' | 'fileName' | 'tab'> & {
  readonly content: ShownResult;
  /** `null` if the result has no text format. */
  readonly tab: ResultTab | null;
  readonly onTab: (tab: ResultTab) => void;
};

export function SharedResults({ content, tab, onTab, ...shown }: SharedResultsProps) {
  const { t } = useTranslation('viewer');
  const { t: share } = useTranslation('share');
  if (tab === null) return <EmptyState title={share('shared.nothing')} />;
  return (
    <Tabs
      label={t('results')}
      tabs={tabsOf(content).map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={tab}
      onChange={onTab}
      className="flex h-full min-h-0 flex-col"
    >
      <h2 className="sr-only">{t('results')}</h2>
      <TabPanel value={tab} tabIndex={-1} className="min-h-0 flex-1 overflow-hidden">
        <ResultContent {...shown} tab={tab} jobId={sharedJobId} fileName={content.file_name} />
      </TabPanel>
    </Tabs>
  );
}
