/** The one box that Tab reaches: the selected one, otherwise the first of the page being read. */
import { useMemo, useSyncExternalStore } from 'react';
import type { DocumentModel } from '../document/document-model.ts';
import type { ElementKind } from '../document/element-kind.ts';
import { useSelection } from '../selection-store.ts';

export function useTabStop(
  model: DocumentModel | undefined,
  hidden: ReadonlySet<ElementKind>,
  page: number,
): string | undefined {
  const { store } = useSelection();
  const selected = useSyncExternalStore(store.subscribe, () => store.selected);
  return useMemo(() => {
    const element = selected === null ? undefined : model?.byPointer.get(selected);
    if (element !== undefined && element.page === page && !hidden.has(element.kind)) return element.pointer;
    return model?.byPage.get(page)?.find(({ kind }) => !hidden.has(kind))?.pointer;
  }, [model, hidden, page, selected]);
}
