/** The content of one tab: a text result, or a view of the JSON result. */
import type { TextFormat } from '@octavo/sdk';
import { lazy, Suspense } from 'react';
import { LoadFailed } from '../../api/query-result.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Spinner } from '../../ui/loading.tsx';
import type { ElementKind } from '../document/element-kind.ts';
import { fileStem } from '../file-stem.ts';
import { type useDocument, useTextResult } from '../job/use-result.ts';
import type { RevealRegistry } from '../reveal-registry.ts';
import type { ViewerTab } from '../viewer-search.ts';
import { BlocksTab } from './blocks-tab.tsx';
import { HtmlTab } from './html-tab.tsx';
import { JsonTab } from './json/json-tab.tsx';
import { PreviewAndSource } from './preview-and-source.tsx';
import { SourceLines } from './source-lines.tsx';
import { TablesTab } from './tables-tab.tsx';

/** Loaded on demand: rendering Markdown is half of the viewer's code. */
const MarkdownTab = lazy(async () => ({ default: (await import('./markdown-tab.tsx')).MarkdownTab }));

export type ResultTab = Exclude<ViewerTab, 'code'>;

/** The format that a tab shows. */
export const formatOfTab: Readonly<Record<ResultTab, TextFormat>> = {
  blocks: 'json',
  json: 'json',
  tables: 'json',
  markdown: 'markdown',
  html: 'html',
  text: 'text',
};

type TextResultProps = { readonly jobId: string; readonly tab: 'markdown' | 'html' | 'text' };

function TextResult({ jobId, tab }: TextResultProps) {
  const { t } = useTranslation('viewer');
  const { data, error, refetch } = useTextResult(jobId, tab, true);
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  if (tab === 'markdown') {
    return (
      <Suspense fallback={<Spinner />}>
        <MarkdownTab jobId={jobId} text={data} />
      </Suspense>
    );
  }
  if (tab === 'html') return <HtmlTab jobId={jobId} text={data} />;
  return <PreviewAndSource text={data} source={<SourceLines label={t('tab.text')} text={data} />} />;
}

export type ResultContentProps = {
  readonly jobId: string;
  readonly fileName: string | null;
  readonly tab: ResultTab;
  readonly result: ReturnType<typeof useDocument>;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly reveals: RevealRegistry;
  readonly page: () => number;
};

export function ResultContent({ jobId, fileName, tab, result, hidden, reveals, page }: ResultContentProps) {
  if (tab === 'markdown' || tab === 'html' || tab === 'text') return <TextResult jobId={jobId} tab={tab} />;
  const { data: model, error, refetch } = result;
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (model === undefined) return <Spinner />;
  if (tab === 'tables') return <TablesTab model={model} stem={fileStem(fileName)} />;
  if (tab === 'json') return <JsonTab model={model} reveals={reveals} />;
  return <BlocksTab {...{ jobId, model, hidden, reveals, page }} />;
}
