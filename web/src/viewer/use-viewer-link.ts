/** What is selected, which page is read and which tab is open: kept in the address, told to both panes. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentModel } from './document/document-model.ts';
import { type Link, LinkStore } from './link-store.ts';
import { type Pane, Revealers } from './revealers.ts';
import type { Side } from './split-pane.tsx';
import type { ViewerSearch, ViewerTab } from './viewer-search.ts';

const route = getRouteApi('/jobs/$jobId');
/** Browsers refuse more than a few changes of the address each second. */
const settleMs = 250;

const opposite: Readonly<Record<Pane, Pane>> = { pages: 'blocks', blocks: 'pages' };

export function useViewerLink(model: DocumentModel | undefined, onSide: (side: Side) => void) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [store] = useState(() => new LinkStore(search.node ?? null));
  const [revealers] = useState(() => new Revealers());
  const [startPage] = useState(search.page ?? 1);
  const page = useRef(startPage);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [path] = useState(location.pathname);
  const remember = useCallback(
    (change: Partial<ViewerSearch>) => {
      // On the way to another page already: a late note about this one must not call it back.
      if (location.pathname !== path) return;
      void navigate({
        search: (last) => ({ ...last, page: page.current, ...change }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, path],
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
  const link = useMemo<Link>(
    () => ({
      store,
      choose: (pointer, from) => {
        select(pointer);
        onSide(from === 'pages' ? 'left' : 'right');
        revealers.reveal(pointer, opposite[from]);
      },
    }),
    [store, select, revealers, onSide],
  );
  const step = useCallback(
    (pointer: string) => {
      select(pointer);
      revealers.reveal(pointer, 'pages', 'blocks');
    },
    [select, revealers],
  );
  const clear = useCallback(() => {
    store.select(null);
    void navigate({ search: ({ node: _, ...rest }) => rest, replace: true, resetScroll: false });
  }, [store, navigate]);
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
  return { search, link, revealers, startPage, page: () => page.current, step, clear, notePage, setTab };
}
