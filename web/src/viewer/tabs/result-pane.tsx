/** The right pane: one tab for each result, with its loading, failed and missing states. */
import { formatsOf, type Job } from '@octavo/sdk';
import type { ReactNode } from 'react';
import { usePlan } from '../../api/account-queries.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { UpgradeLink, UpgradeText } from '../../shell/upgrade.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import type { ElementKind } from '../document/element-kind.ts';
import { FormatMissing } from '../job/format-missing.tsx';
import { JobFailed, JobRunning } from '../job/result-unavailable.tsx';
import type { LiveProgress } from '../job/use-job.ts';
import type { useDocument } from '../job/use-result.ts';
import type { RevealRegistry } from '../reveal-registry.ts';
import { type ViewerTab, viewerTabs } from '../viewer-search.ts';
import { CodeTab } from './code-tab.tsx';
import { formatOfTab, ResultContent } from './result-content.tsx';

export type ResultPaneProps = {
  readonly job: Job;
  readonly live: LiveProgress;
  readonly result: ReturnType<typeof useDocument>;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly tab: ViewerTab;
  readonly onTab: (tab: ViewerTab) => void;
  readonly reveals: RevealRegistry;
  readonly page: () => number;
  readonly notes: ReactNode;
};

/** For a link to the code samples that was opened on a plan without the API. */
function ApiNotInPlan() {
  const { t } = useTranslation('viewer');
  return (
    <EmptyState title={t('code.notInPlan')}>
      <p className="w-full text-muted">
        <UpgradeText />
      </p>
      <UpgradeLink />
    </EmptyState>
  );
}

function TabContent({ usesApi, ...props }: ResultPaneProps & { readonly usesApi: boolean }) {
  const { job, live, tab } = props;
  if (tab === 'code') return usesApi ? <CodeTab job={job} /> : <ApiNotInPlan />;
  if (job.status === 'failed') return <JobFailed job={job} />;
  if (job.status !== 'done') return <JobRunning job={job} live={live} />;
  const format = formatOfTab[tab];
  if (!formatsOf(job).includes(format)) return <FormatMissing job={job} format={format} />;
  return <ResultContent {...props} tab={tab} jobId={job.id} fileName={job.file?.name ?? null} />;
}

export function ResultPane(props: ResultPaneProps) {
  const { t } = useTranslation('viewer');
  const { tab, onTab, notes } = props;
  const usesApi = usePlan()?.programmatic_access !== false;
  const tabs = viewerTabs
    .filter((value) => value !== 'code' || usesApi || tab === 'code')
    .map((value) => ({ value, label: t(`tab.${value}`) }));
  return (
    <Tabs
      label={t('results')}
      tabs={tabs}
      value={tab}
      onChange={onTab}
      className="flex h-full min-h-0 flex-col"
    >
      <h2 className="sr-only">{t('results')}</h2>
      {notes}
      <TabPanel value={tab} tabIndex={-1} className="min-h-0 flex-1 overflow-hidden">
        <TabContent {...props} usesApi={usesApi} />
      </TabPanel>
    </Tabs>
  );
}
