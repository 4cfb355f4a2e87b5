/** The right pane: one tab for each result, with its loading, failed and missing states. */
import { formatsOf, type Job, type TextFormat } from '@octavo/sdk';
import { lazy, type ReactNode, Suspense } from 'react';
import { usePlan } from '../../api/account-queries.ts';
import { LoadFailed } from '../../api/query-result.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { UpgradeLink, UpgradeText } from '../../shell/upgrade.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import type { DocumentModel } from '../document/document-model.ts';
import type { ElementKind } from '../document/element-kind.ts';
import { FormatMissing } from '../job/format-missing.tsx';
import { JobFailed, JobRunning } from '../job/result-unavailable.tsx';
import type { LiveProgress } from '../job/use-job.ts';
import { type useDocument, useTextResult } from '../job/use-result.ts';
import type { RevealRegistry } from '../reveal-registry.ts';
import { type ViewerTab, viewerTabs } from '../viewer-search.ts';
import { BlocksTab } from './blocks-tab.tsx';
import { CodeTab } from './code-tab.tsx';
import { HtmlTab } from './html-tab.tsx';
import { JsonTab } from './json/json-tab.tsx';
import { PreviewAndSource } from './preview-and-source.tsx';
import { SourceLines } from './source-lines.tsx';
import { TablesTab } from './tables-tab.tsx';

/** Loaded on demand: rendering Markdown is half of the viewer's code. */
const MarkdownTab = lazy(async () => ({ default: (await import('./markdown-tab.tsx')).MarkdownTab }));

export type ResultPaneProps = {
  readonly job: Job;
  readonly live: LiveProgress;
  readonly result: ReturnType<typeof useDocument>;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly tab: ViewerTab;
  readonly onTab: (tab: ViewerTab) => void;
  readonly reveals: RevealRegistry;
  readonly notes: ReactNode;
};

const formatOf: Readonly<Partial<Record<ViewerTab, TextFormat>>> = {
  blocks: 'json',
  json: 'json',
  tables: 'json',
  markdown: 'markdown',
  html: 'html',
  text: 'text',
};

const stemOf = (job: Job) => (job.file?.name ?? 'document').replace(/\.pdf$/i, '');

function TextResult({ job, tab }: { readonly job: Job; readonly tab: 'markdown' | 'html' | 'text' }) {
  const { t } = useTranslation('viewer');
  const { data, error, refetch } = useTextResult(job.id, tab, true);
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  if (tab === 'markdown') {
    return (
      <Suspense fallback={<Spinner />}>
        <MarkdownTab jobId={job.id} text={data} />
      </Suspense>
    );
  }
  if (tab === 'html') return <HtmlTab jobId={job.id} text={data} />;
  return <PreviewAndSource text={data} source={<SourceLines label={t('tab.text')} text={data} />} />;
}

type TreeResultProps = ResultPaneProps & { readonly tab: 'blocks' | 'json' | 'tables' };

function TreeResult({ job, result, hidden, tab, reveals }: TreeResultProps) {
  if (result.error !== null) {
    return <LoadFailed error={result.error} onRetry={() => void result.refetch()} />;
  }
  const model: DocumentModel | undefined = result.data;
  if (model === undefined) return <Spinner />;
  if (tab === 'tables') return <TablesTab model={model} stem={stemOf(job)} />;
  if (tab === 'json') return <JsonTab model={model} reveals={reveals} />;
  return <BlocksTab jobId={job.id} model={model} hidden={hidden} reveals={reveals} />;
}

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
  const format = formatOf[tab];
  if (format !== undefined && !formatsOf(job).includes(format)) {
    return <FormatMissing job={job} format={format} />;
  }
  if (tab === 'markdown' || tab === 'html' || tab === 'text') return <TextResult job={job} tab={tab} />;
  return <TreeResult {...props} tab={tab} />;
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
