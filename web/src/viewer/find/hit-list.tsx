/** The hits as a list: page and text around each. Choosing one goes to its place. */
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type ListHandle, VirtualList } from '../tabs/virtual-list.tsx';
import { useFindStore, useFound } from './find-store.ts';
import type { Hit } from './hit.ts';
import { usePageName } from './use-page-name.ts';

const estimatePx = 76;

type HitRowProps = { readonly hit: Hit; readonly isActive: boolean; readonly onGo: () => void };

function HitRow({ hit, isActive, onGo }: HitRowProps) {
  const pageName = usePageName();
  return (
    <button
      type="button"
      data-hit-row={hit.start}
      aria-current={isActive}
      onClick={onGo}
      className="block w-full border-b border-line px-4 py-2.5 text-left text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft"
    >
      <span className="mb-0.5 block text-xs font-semibold text-muted">{pageName(hit)}</span>
      <span className="line-clamp-3 [overflow-wrap:anywhere]">
        {hit.before}
        <mark className="rounded-sm bg-warning-soft font-semibold text-warning">{hit.match}</mark>
        {hit.after}
      </span>
    </button>
  );
}

export function HitList() {
  const { t } = useTranslation('viewer');
  const store = useFindStore();
  const { hits, active } = useFound();
  const list = useRef<ListHandle>(null);
  useEffect(() => {
    if (active !== null) list.current?.show(active);
  }, [active]);
  return (
    <VirtualList
      label={t('search.hits')}
      count={hits.length}
      estimatePx={estimatePx}
      handle={list}
      keyOf={(index) => String(hits[index]?.start ?? index)}
      row={(index) => {
        const hit = hits[index];
        if (hit === undefined) return null;
        return <HitRow hit={hit} isActive={index === active} onGo={() => store.go(index)} />;
      }}
    />
  );
}
