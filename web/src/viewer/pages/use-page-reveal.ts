/** Scrolls the pages to an element or a box; to the selected element as soon as the document is loaded. */
import type { Box } from '@octavo/sdk';
import { useCallback, useEffect, useRef } from 'react';
import type { DocumentModel } from '../document/document-model.ts';
import type { PagePlaces, Reveal } from '../reveal-registry.ts';
import { useSelection } from '../selection-store.ts';
import type { PageColumn } from './use-page-column.ts';
import type { PageSizes } from './use-page-sizes.ts';

type PageReveal = Pick<PagePlaces, 'showPlace'> & { readonly reveal: Reveal };
type Place = readonly [page: number, box: Box];

/** Pages that are not displayed have no position: the place is shown as soon as they are. */
function useShownPlace(go: (...place: Place) => void, isReady: boolean): PagePlaces['showPlace'] {
  const waiting = useRef<Place | null>(null);
  useEffect(() => {
    if (!isReady || waiting.current === null) return;
    const place = waiting.current;
    waiting.current = null;
    requestAnimationFrame(() => go(...place));
  }, [isReady, go]);
  return useCallback(
    (...place) => {
      if (isReady) go(...place);
      else waiting.current = place;
    },
    [isReady, go],
  );
}

export function usePageReveal(
  model: DocumentModel | undefined,
  { sizeOf, load }: PageSizes,
  { reveal: revealPlace }: PageColumn,
  isReady: boolean,
): PageReveal {
  const { store } = useSelection();
  const latest = useRef(sizeOf);
  useEffect(() => {
    latest.current = sizeOf;
  }, [sizeOf]);
  const goToPlace = useCallback(
    (page: number, box: Box) => {
      const go = () => {
        const { height } = model?.pageSizes.get(page) ?? latest.current(page);
        revealPlace(page, 1 - box[3] / height);
      };
      // The position depends on page sizes: scroll with the estimate first, then again with the real size.
      go();
      load(page).then(
        () => requestAnimationFrame(go),
        () => {},
      );
    },
    [model, revealPlace, load],
  );
  const showPlace = useShownPlace(goToPlace, isReady);
  const reveal = useCallback<Reveal>(
    (pointer) => {
      const element = model?.byPointer.get(pointer);
      if (element !== undefined) showPlace(element.page, element.box);
    },
    [model, showPlace],
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (model === undefined || !isFirst.current) return;
    isFirst.current = false;
    if (store.selected !== null) reveal(store.selected);
  }, [model, reveal, store]);
  return { reveal, showPlace };
}
