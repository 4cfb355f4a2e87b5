/** The changes as a list, in the order of the newer document. Choosing one shows it on the pages. */
import type { DiffItem } from '@octavo/sdk';
import Equal from 'lucide-react/icons/equal';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ListHandle, VirtualList } from '../tabs/virtual-list.tsx';
import { KindChip } from './change-kinds.tsx';
import { ChangeText } from './change-text.tsx';

const estimatePx = 110;

function usePagesOf(): (item: DiffItem) => string {
  const { t } = useTranslation('compare');
  return ({ base, head }) => {
    const [before, after] = [base?.page, head?.page];
    if (before === undefined || after === undefined || before === after) {
      return t('page', { page: after ?? before ?? 1 });
    }
    return t('pages', { before, after });
  };
}

type ChangeRowProps = {
  readonly item: DiffItem;
  readonly index: number;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

function ChangeRow({ item, index, isActive, onChoose }: ChangeRowProps) {
  const pagesOf = usePagesOf();
  const section = item.head?.section ?? item.base?.section ?? null;
  return (
    <button
      type="button"
      data-change={index + 1}
      aria-current={isActive}
      onClick={onChoose}
      className="block w-full border-b border-line px-4 py-3 text-left text-sm hover:bg-sunken aria-[current=true]:bg-accent-soft"
    >
      <span className="mb-1.5 flex items-center gap-2">
        <KindChip kind={item.op} />
        <span className="shrink-0 text-xs font-semibold text-muted tabular-nums">{pagesOf(item)}</span>
        {section !== null && <span className="min-w-0 truncate text-xs text-muted">{section}</span>}
      </span>
      <span className="compare-text">
        <ChangeText item={item} />
      </span>
    </button>
  );
}

type ChangeListProps = {
  readonly items: readonly DiffItem[];
  readonly active: number | null;
  readonly onChoose: (change: number) => void;
};

export function ChangeList({ items, active, onChoose }: ChangeListProps) {
  const { t } = useTranslation('compare');
  const list = useRef<ListHandle>(null);
  useEffect(() => {
    if (active !== null) list.current?.show(active);
  }, [active]);
  if (items.length === 0) {
    return <EmptyState icon={<Equal aria-hidden size={32} />} title={t('none')} text={t('noneText')} />;
  }
  return (
    <VirtualList
      label={t('changes')}
      count={items.length}
      estimatePx={estimatePx}
      handle={list}
      startAt={active ?? 0}
      row={(index) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <ChangeRow item={item} index={index} isActive={index === active} onChoose={() => onChoose(index)} />
        );
      }}
    />
  );
}
