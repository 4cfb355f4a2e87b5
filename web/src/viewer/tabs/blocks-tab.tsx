/** The blocks of the document in reading order, each linked to its box on the page. */
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DocumentElement, DocumentModel } from '../document/document-model.ts';
import type { ElementKind } from '../document/element-kind.ts';
import { type Reveal, type RevealRegistry, useReveal } from '../reveal-registry.ts';
import { useSelection } from '../selection-store.ts';
import { Block } from './block.tsx';
import { type ListHandle, VirtualList } from './virtual-list.tsx';

type BlocksTabProps = {
  readonly jobId: string;
  readonly model: DocumentModel;
  readonly hidden: ReadonlySet<ElementKind>;
  readonly reveals: RevealRegistry;
  /** The page next to the blocks when they are opened. */
  readonly page: () => number;
};

/** Estimated height of a block before it is measured. */
const estimatePx = 84;

function isFirstOfPage(blocks: readonly DocumentElement[], index: number): boolean {
  return index === 0 || blocks[index - 1]?.page !== blocks[index]?.page;
}

export function BlocksTab({ jobId, model, hidden, reveals, page }: BlocksTabProps) {
  const { t } = useTranslation('viewer');
  const { store } = useSelection();
  const list = useRef<ListHandle>(null);
  const blocks = useMemo(() => model.blocks.filter(({ kind }) => !hidden.has(kind)), [model, hidden]);
  const indexes = useMemo(() => new Map(blocks.map(({ pointer }, index) => [pointer, index])), [blocks]);
  const reveal = useCallback<Reveal>(
    (pointer) => {
      const index = indexes.get(model.byPointer.get(pointer)?.block ?? pointer);
      if (index !== undefined) list.current?.show(index);
    },
    [indexes, model],
  );
  useReveal(reveals, 'blocks', reveal);
  const startAt = () => {
    const selected = store.selected === null ? undefined : model.byPointer.get(store.selected);
    const index = indexes.get(selected?.block ?? '');
    return (
      index ??
      Math.max(
        0,
        blocks.findIndex((block) => block.page >= page()),
      )
    );
  };
  return (
    <VirtualList
      label={t('tab.blocks')}
      count={blocks.length}
      estimatePx={estimatePx}
      handle={list}
      startAt={startAt()}
      keyOf={(index) => blocks[index]?.pointer ?? String(index)}
      row={(index) => {
        const block = blocks[index];
        if (block === undefined) return null;
        return (
          <div className="px-3 sm:px-4">
            {isFirstOfPage(blocks, index) && (
              <p className="pt-4 pb-1 text-xs font-semibold text-muted">
                {t('pageLabel', { page: block.page })}
              </p>
            )}
            <Block jobId={jobId} block={block} />
          </div>
        );
      }}
    />
  );
}
