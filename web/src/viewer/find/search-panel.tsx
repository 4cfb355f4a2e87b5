/** Searches the document: hits in a list and marked on the pages, with next and previous. */
import type { Job } from '@octavo/sdk';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFindStore, useFound } from './find-store.ts';
import { HitList } from './hit-list.tsx';
import { ReadingFailed } from './reading-failed.tsx';
import { unsearchedOf } from './unsearched.ts';
import { UnsearchedNote } from './unsearched-note.tsx';
import { useDebounced } from './use-debounced.ts';
import type { Panels } from './use-panels.ts';
import { searchStep, useSearch } from './use-reading.ts';

export type PanelProps = {
  readonly job: Job;
  readonly panels: Panels;
  /** The page that is open. */
  readonly page: () => number;
};

/** Waits for a pause in typing. */
const pauseMs = 100;
const queryCharsMax = 500;

function Steps() {
  const { t } = useTranslation('viewer');
  const store = useFindStore();
  const isEmpty = useFound().hits.length === 0;
  return (
    <>
      <IconButton size="small" label={t('search.previous')} disabled={isEmpty} onClick={() => store.step(-1)}>
        <ChevronUp aria-hidden size={17} />
      </IconButton>
      <IconButton size="small" label={t('search.next')} disabled={isEmpty} onClick={() => store.step(1)}>
        <ChevronDown aria-hidden size={17} />
      </IconButton>
    </>
  );
}

type StatusProps = { readonly query: string; readonly total: number; readonly isSearching: boolean };

function Status({ query, total, isSearching }: StatusProps) {
  const { t, language } = useTranslation('viewer');
  const { hits, active } = useFound();
  const text = () => {
    if (query === '') return t('search.hint');
    if (isSearching) return t('search.searching');
    if (hits.length === 0) return t('search.none', { query });
    if (total > hits.length) {
      const number = (count: number) => count.toLocaleString(language);
      return t('search.best', { shown: number(hits.length), total: number(total) });
    }
    return t('search.position', { position: (active ?? 0) + 1, total: hits.length });
  };
  return (
    <p role="status" className="px-4 py-2 text-sm text-muted tabular-nums">
      {text()}
    </p>
  );
}

function useShownHits(search: ReturnType<typeof useSearch>, query: string, page: () => number): void {
  const store = useFindStore();
  const { data, isPlaceholderData } = search;
  useEffect(() => {
    if (query === '') store.clear();
    else if (data !== undefined && !isPlaceholderData) store.show(data.hits, page());
  }, [store, data, isPlaceholderData, query, page]);
  useEffect(() => () => store.clear(), [store]);
}

type SearchFormProps = {
  readonly panels: Panels;
  /** To the next or previous hit, or to the hits of what was just typed. */
  readonly onStep: (direction: 1 | -1) => void;
};

function SearchForm({ panels, onStep }: SearchFormProps) {
  const { t } = useTranslation('viewer');
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field takes the focus whenever it is asked for
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [panels.asked]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onStep(1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    onStep(-1);
  };
  return (
    <form className="flex shrink-0 items-center gap-0.5 px-3" onSubmit={onSubmit}>
      <input
        ref={input}
        type="search"
        data-search-field
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        value={panels.query}
        maxLength={queryCharsMax}
        onChange={(event) => panels.setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="mr-1 h-9 min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-3 text-sm placeholder:text-muted"
      />
      <Steps />
    </form>
  );
}

type MoreProps = { readonly isDisabled: boolean; readonly onMore: () => void };

function MoreHits({ isDisabled, onMore }: MoreProps) {
  const { t } = useTranslation('viewer');
  return (
    <div className="shrink-0 border-t border-line p-2">
      <Button size="small" className="w-full" disabled={isDisabled} onClick={onMore}>
        {t('search.more')}
      </Button>
    </div>
  );
}

export function SearchPanel({ job, panels, page }: PanelProps) {
  const store = useFindStore();
  const typed = panels.query.trim();
  const [query, searchNow] = useDebounced(typed, pauseMs);
  const [wanted, setWanted] = useState({ query, count: searchStep });
  const count = wanted.query === query ? wanted.count : searchStep;
  const search = useSearch(job.id, query, count);
  useShownHits(search, query, page);
  const { total = 0, hits = [] } = search.data ?? {};
  const isSearching = search.isFetching || query !== typed;
  const isEmpty = query !== '' && !isSearching && search.error === null && hits.length === 0;
  return (
    <>
      <SearchForm
        panels={panels}
        onStep={(direction) => (query === typed ? store.step(direction) : searchNow())}
      />
      {search.error === null ? (
        <Status query={query} total={total} isSearching={isSearching} />
      ) : (
        <ReadingFailed error={search.error} onRetry={() => void search.refetch()} />
      )}
      {isEmpty && (
        <div className="px-4">
          <UnsearchedNote gaps={unsearchedOf(job)} />
        </div>
      )}
      <div className="min-h-0 flex-1">{query !== '' && <HitList />}</div>
      {query !== '' && total > hits.length && (
        <MoreHits isDisabled={isSearching} onMore={() => setWanted({ query, count: count + searchStep })} />
      )}
    </>
  );
}
