/** Scrolls the pages to an element; to the selected one as soon as the document is loaded. */
import { useCallback, useEffect, useRef } from 'react';
import type { DocumentModel } from '../document/document-model.ts';
import type { Reveal } from '../reveal-registry.ts';
import { useSelection } from '../selection-store.ts';
import type { PageColumn } from './use-page-column.ts';
import type { PageSizes } from './use-page-sizes.ts';

export function usePageReveal(
  model: DocumentModel | undefined,
  { sizeOf, load }: PageSizes,
  { reveal: revealPlace }: PageColumn,
): Reveal {
  const { store } = useSelection();
  const latest = useRef(sizeOf);
  useEffect(() => {
    latest.current = sizeOf;
  }, [sizeOf]);
  const reveal = useCallback<Reveal>(
    (pointer) => {
      const element = model?.byPointer.get(pointer);
      if (element === undefined) return;
      const go = () => {
        const { height } = model?.pageSizes.get(element.page) ?? latest.current(element.page);
        revealPlace(element.page, 1 - element.box[3] / height);
      };
      // The position depends on page sizes: scroll with the estimate first, then again with the real size.
      go();
      load(element.page).then(
        () => requestAnimationFrame(go),
        () => {},
      );
    },
    [model, revealPlace, load],
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (model === undefined || !isFirst.current) return;
    isFirst.current = false;
    if (store.selected !== null) reveal(store.selected);
  }, [model, reveal, store]);
  return reveal;
}
