/** The left pane: the pages of the document. Only the visible pages are in the DOM. */

import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DocumentModel } from '../document/document-model.ts';
import type { ElementKind } from '../document/element-kind.ts';
import type { DroppedItem } from '../job/use-dropped.ts';
import { type RevealRegistry, useReveal } from '../reveal-registry.ts';
import { useSelection } from '../selection-store.ts';
import type { PageView } from './page-geometry.ts';
import { layoutPages } from './page-layout.ts';
import { type Marks, PageSheet } from './page-sheet.tsx';
import { PageTools } from './page-tools.tsx';
import { type PageColumn, usePageColumn } from './use-page-column.ts';
import { usePageReveal } from './use-page-reveal.ts';
import { usePageSizes } from './use-page-sizes.ts';

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    setWidth(target.clientWidth);
    const watcher = new ResizeObserver(() => setWidth(target.clientWidth));
    watcher.observe(target);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

function useTabStop(
  model: DocumentModel | undefined,
  hidden: ReadonlySet<ElementKind>,
  page: number,
): string | undefined {
  const { store } = useSelection();
  const selected = useSyncExternalStore(store.subscribe, () => store.selected);
  return useMemo(() => {
    const element = selected === null ? undefined : model?.byPointer.get(selected);
    if (element !== undefined && element.page === page && !hidden.has(element.kind)) return element.pointer;
    const first = model?.byPage
      .get(page)
      ?.find(({ element: { kind }, isContinued }) => !isContinued && !hidden.has(kind));
    return first?.element.pointer;
  }, [model, hidden, page, selected]);
}

type PagePaneProps = {
  /** The accessible name, where there is more than one pane of pages. */
  readonly label?: string;
  readonly pdf: PDFDocumentProxy;
  readonly first: PageView;
  readonly model: DocumentModel | undefined;
  readonly dropped: readonly DroppedItem[];
  readonly hidden: ReadonlySet<ElementKind>;
  readonly marks: Marks;
  readonly startPage: number;
  readonly reveals: RevealRegistry;
  readonly onPage: (page: number) => void;
  /** Called when a page has been drawn. */
  readonly onDrawn: () => void;
};

const fitMaxPx = 900;
const marginPx = 32;
const nothing: readonly never[] = [];

/** A narrow screen hides the column, which loses its position: when it is shown again, it has the same page. */
function useKeptPage(
  column: PageColumn,
  isReady: boolean,
  startPage: number,
  onPage: (page: number) => void,
) {
  const kept = useRef(startPage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the column is shown
  useEffect(() => {
    if (isReady && kept.current > 1) column.scrollToPage(kept.current);
  }, [isReady]);
  useEffect(() => {
    if (!isReady) return;
    kept.current = column.current;
    onPage(column.current);
  }, [isReady, column.current, onPage]);
}

export function PagePane(props: PagePaneProps) {
  const { pdf, first, model, dropped, hidden, marks, startPage, reveals, onPage, onDrawn } = props;
  const { t } = useTranslation('viewer');
  const container = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const available = useWidth(container);
  const widthPx = available === 0 ? 0 : Math.round(Math.min(available - marginPx, fitMaxPx) * zoom);
  const sizes = usePageSizes(pdf, first);
  const { sizeOf } = sizes;
  const layout = useMemo(() => layoutPages(pdf.numPages, sizeOf, widthPx), [pdf.numPages, sizeOf, widthPx]);
  const column = usePageColumn(container, layout);
  const tabStop = useTabStop(model, hidden, column.current);
  const isReady = widthPx > 0;
  const { reveal, showPlace } = usePageReveal(model, sizes, column, isReady);
  useReveal(reveals, 'pages', reveal);
  const { scrollToPage } = column;
  useEffect(
    () => reveals.setPages({ showPage: scrollToPage, showPlace }),
    [reveals, scrollToPage, showPlace],
  );
  useKeptPage(column, isReady, Math.min(startPage, pdf.numPages), onPage);
  const [from, to] = column.range;
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageTools
        page={column.current}
        pages={pdf.numPages}
        zoom={zoom}
        onPage={column.scrollToPage}
        onZoom={setZoom}
      />
      <section
        ref={container}
        aria-label={props.label ?? t('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        data-pages
        className="relative min-h-0 flex-1 overflow-auto bg-sunken [overflow-anchor:none]"
      >
        <div className="relative" style={{ height: layout.totalPx, minWidth: widthPx + marginPx }}>
          {isReady &&
            pages.map((page) => (
              <div key={page} className="absolute inset-x-0" style={{ top: layout.topsPx[page - 1] }}>
                <PageSheet
                  pdf={pdf}
                  page={page}
                  size={sizeOf(page)}
                  widthPx={widthPx}
                  heightPx={layout.heightsPx[page - 1] ?? 0}
                  boxSize={model?.pageSizes.get(page) ?? sizeOf(page)}
                  elements={model?.byPage.get(page) ?? nothing}
                  dropped={dropped.length === 0 ? nothing : dropped.filter((item) => item.page === page)}
                  hidden={hidden}
                  tabStop={tabStop}
                  marks={marks}
                  isPassing={column.isScrolling}
                  onSize={sizes.record}
                  onDrawn={onDrawn}
                />
              </div>
            ))}
        </div>
      </section>
    </div>
  );
}
