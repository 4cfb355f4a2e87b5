/** The selected element, current page and open tab: kept in the address and shared by both panes. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import { type Pane, RevealRegistry } from './reveal-registry.ts';
import { type Selection, SelectionStore } from './selection-store.ts';
import type { Side } from './split-pane.tsx';
import { useGoTo } from './use-go-to.ts';
import type { ViewerSearch, ViewerTab } from './viewer-search.ts';

/** Where page, element and tab are kept. */
export type ViewerAddress = {
  readonly search: ViewerSearch;
  readonly change: (next: (last: ViewerSearch) => ViewerSearch) => void;
};

/** Browsers limit URL changes to a few per second. */
const settleMs = 250;

const opposite: Readonly<Record<Pane, Pane>> = { pages: 'blocks', blocks: 'pages' };

export function useViewerState(
  { search, change: changeAddress }: ViewerAddress,
  model: DocumentModel | undefined,
  onSide: (side: Side) => void,
) {
  const [store] = useState(() => new SelectionStore(search.node ?? null));
  const [reveals] = useState(() => new RevealRegistry());
  const [startPage] = useState(search.page ?? 1);
  const page = useRef(startPage);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const remember = useCallback(
    (change: Partial<ViewerSearch>) => changeAddress((last) => ({ ...last, page: page.current, ...change })),
    [changeAddress],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const node = search.node ?? null;
  useEffect(() => store.select(node), [store, node]);
  const select = useCallback(
    (pointer: string) => {
      store.select(pointer);
      page.current = model?.byPointer.get(pointer)?.page ?? page.current;
      remember({ node: pointer });
    },
    [store, model, remember],
  );
  const selection = useMemo<Selection>(
    () => ({
      store,
      selectFrom: (pointer, from) => {
        select(pointer);
        onSide(from === 'pages' ? 'left' : 'right');
        reveals.reveal(pointer, opposite[from]);
      },
      showPage: reveals.showPage,
    }),
    [store, select, reveals, onSide],
  );
  const step = useCallback(
    (pointer: string) => {
      select(pointer);
      reveals.reveal(pointer, 'pages', 'blocks');
    },
    [select, reveals],
  );
  const goTo = useGoTo(model, { select, reveals, onSide });
  const clear = useCallback(() => {
    store.select(null);
    changeAddress(({ node: _, ...rest }) => rest);
  }, [store, changeAddress]);
  const notePage = useCallback(
    (seen: number) => {
      if (seen === page.current) return;
      page.current = seen;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => remember({}), settleMs);
    },
    [remember],
  );
  const setTab = useCallback((tab: ViewerTab) => remember({ tab }), [remember]);
  const currentPage = useCallback(() => page.current, []);
  return { search, selection, reveals, startPage, page: currentPage, step, goTo, clear, notePage, setTab };
}
