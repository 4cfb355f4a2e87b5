/** The JSON result as a tree; elements are linked to their box on the page. */
import { nodeAt, type ParsedDocument } from '@octavo/sdk';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { DocumentModel } from '../../document/document-model.ts';
import { type Reveal, type RevealRegistry, useReveal } from '../../reveal-registry.ts';
import { useSelection } from '../../selection-store.ts';
import { type ListHandle, VirtualList } from '../virtual-list.tsx';
import { JsonLine } from './json-line.tsx';
import { ancestorsOf, jsonRows } from './json-rows.ts';

const rowPx = 22;

type JsonTabProps = { readonly model: DocumentModel; readonly reveals: RevealRegistry };

export function JsonTab({ model, reveals }: JsonTabProps) {
  const { t } = useTranslation('viewer');
  const { store } = useSelection();
  const list = useRef<ListHandle>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(['', '/kids', ...(store.selected === null ? [] : ancestorsOf(store.selected))]),
  );
  const rows = useMemo(() => jsonRows(model.json, open), [model, open]);
  const reveal: Reveal = (pointer) => {
    const opened = new Set([...open, ...ancestorsOf(pointer)]);
    setOpen(opened);
    const index = jsonRows(model.json, opened).findIndex((row) => row.pointer === pointer);
    requestAnimationFrame(() => list.current?.show(index));
  };
  useReveal(reveals, 'blocks', reveal);
  const toggle = (pointer: string) => {
    const next = new Set(open);
    if (!next.delete(pointer)) next.add(pointer);
    setOpen(next);
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b border-line px-3 text-sm text-muted">
        {t('elementCount', { count: model.elements.length })}
        <CopyJson model={model} />
      </div>
      <div className="min-h-0 flex-1">
        <VirtualList
          label={t('tab.json')}
          count={rows.length}
          estimatePx={rowPx}
          handle={list}
          className="py-2"
          startAt={Math.max(0, rows.findIndex(({ pointer }) => pointer === store.selected) - 8)}
          keyOf={(index) => rows[index]?.pointer ?? String(index)}
          row={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return <JsonLine row={row} isElement={model.byPointer.has(row.pointer)} onToggle={toggle} />;
          }}
        />
      </div>
    </div>
  );
}

/** Copies the selected node; hidden when nothing is selected. */
function CopyJson({ model }: { readonly model: DocumentModel }) {
  const { t } = useTranslation('viewer');
  const { store } = useSelection();
  // As it was written, unlike the nodes of the model.
  const node = store.selected === null ? undefined : nodeAt(model.json as ParsedDocument, store.selected);
  if (node === undefined) return null;
  return <CopyButton label={t('copyNode')} text={JSON.stringify(node, null, 2)} />;
}
