/** The outline of the document: its bookmarks, or its headings. Choosing an entry goes to its place. */
import type { Box, OutlineItem } from '@octavo/sdk';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Spinner } from '../../ui/loading.tsx';
import { useSelection } from '../selection-store.ts';
import { VirtualList } from '../tabs/virtual-list.tsx';
import type { GoTo } from '../use-go-to.ts';
import { ReadingFailed } from './reading-failed.tsx';
import { usePageName } from './use-page-name.ts';
import { useOutline } from './use-reading.ts';

const estimatePx = 34;
const indentRem = 0.9;
const indentsMax = 6;

export type OutlinePanelProps = {
  readonly jobId: string;
  /** Changes whenever the panel is asked for. */
  readonly asked: number;
  readonly onGo: GoTo;
};

type EntryProps = {
  readonly item: OutlineItem;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly onGo: GoTo;
};

function Entry({ item, top, isCurrent, onGo }: EntryProps) {
  const pageName = usePageName();
  const { page, label, box, ref, title, level } = item;
  const indent = Math.min(level - top, indentsMax) * indentRem + 1;
  return (
    <button
      type="button"
      disabled={page === null}
      aria-current={isCurrent}
      title={page === null ? title : `${title} · ${pageName({ page, label })}`}
      onClick={() => page !== null && onGo({ page, box: box as Box | null, ref })}
      style={{ paddingLeft: `${indent}rem` }}
      className="flex w-full items-baseline gap-3 py-1.5 pr-4 text-left text-sm hover:bg-sunken disabled:text-muted aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent"
    >
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {page !== null && <span className="shrink-0 text-xs text-muted tabular-nums">{label ?? page}</span>}
    </button>
  );
}

function useCurrentElement(): string | null {
  const { store } = useSelection();
  return useSyncExternalStore(store.subscribe, () => store.selected);
}

export function OutlinePanel({ jobId, asked, onGo }: OutlinePanelProps) {
  const { t } = useTranslation('viewer');
  const { data, error, refetch } = useOutline(jobId);
  const selected = useCurrentElement();
  const frame = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list takes the focus whenever it is asked for
  useEffect(() => {
    if (isLoaded) frame.current?.querySelector('section')?.focus();
  }, [asked, isLoaded]);
  if (error !== null) return <ReadingFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  if (data.length === 0) {
    return <p className="px-4 py-2 text-sm text-muted">{t('outline.none')}</p>;
  }
  const top = Math.min(...data.map(({ level }) => level));
  return (
    <div ref={frame} className="min-h-0 flex-1">
      <VirtualList
        label={t('outline.label')}
        count={data.length}
        estimatePx={estimatePx}
        row={(index) => {
          const item = data[index];
          if (item === undefined) return null;
          const isCurrent = item.ref !== null && item.ref === selected;
          return <Entry item={item} top={top} isCurrent={isCurrent} onGo={onGo} />;
        }}
      />
    </div>
  );
}
