/** The scrollable column of pages: which are visible, and how to scroll to one. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { anchorAt, gapPx, heightOf, type PageLayout, pageAt, pagesWithin } from './page-layout.ts';

export type PageColumn = {
  readonly range: readonly [number, number];
  /** The page in the upper third of the view. */
  readonly current: number;
  readonly isScrolling: boolean;
  readonly scrollToPage: (page: number) => void;
  /** Scrolls only if the position is not visible. */
  readonly reveal: (page: number, share: number) => void;
};

const settleMs = 150;

function visiblePages(element: HTMLElement, layout: PageLayout) {
  const { scrollTop, clientHeight } = element;
  const [first, last] = pagesWithin(layout, scrollTop, scrollTop + clientHeight);
  return { first, last, current: pageAt(layout, scrollTop + clientHeight / 3) };
}

export function usePageColumn(container: RefObject<HTMLElement | null>, layout: PageLayout): PageColumn {
  const [seen, setSeen] = useState({ first: 1, last: 1, current: 1 });
  const [isScrolling, setIsScrolling] = useState(false);
  const drawn = useRef(layout);
  const update = useCallback(() => {
    // While it is hidden, no page is visible.
    if (container.current === null || container.current.clientHeight === 0) return;
    const next = visiblePages(container.current, drawn.current);
    setSeen((last) =>
      last.first === next.first && last.last === next.last && last.current === next.current ? last : next,
    );
  }, [container]);
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return;
    // Keeps the visible position when page sizes or the width change.
    const anchor = anchorAt(drawn.current, element.scrollTop);
    if (drawn.current !== layout && drawn.current.widthPx > 0 && element.scrollTop > gapPx) {
      element.scrollTop = heightOf(layout, anchor);
    }
    drawn.current = layout;
    update();
  }, [container, layout, update]);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      update();
      setIsScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsScrolling(false), settleMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const watcher = new ResizeObserver(update);
    watcher.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      watcher.disconnect();
      clearTimeout(timer);
    };
  }, [container, update]);
  const scrollToPage = useCallback(
    (page: number) =>
      container.current?.scrollTo({ top: heightOf(drawn.current, { page, share: 0 }) - gapPx }),
    [container],
  );
  const reveal = useCallback(
    (page: number, share: number) => {
      const element = container.current;
      if (element === null) return;
      const y = heightOf(drawn.current, { page, share });
      const { scrollTop, clientHeight } = element;
      const isInSight = y > scrollTop + 40 && y < scrollTop + clientHeight - 80;
      if (!isInSight) element.scrollTo({ top: Math.max(0, y - clientHeight / 4) });
    },
    [container],
  );
  return { range: [seen.first, seen.last], current: seen.current, isScrolling, scrollToPage, reveal };
}
