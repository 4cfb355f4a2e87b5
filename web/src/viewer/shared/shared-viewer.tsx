/** A shared result or the sample: the pages of the document, if they are included, next to the results. */
import { type ReactNode, useCallback, useState } from 'react';
import { type ElementKind, elementKinds } from '../document/element-kind.ts';
import { useDocument } from '../job/use-result.ts';
import { Legend } from '../legend.tsx';
import { DocumentPane } from '../pages/document-pane.tsx';
import { usePdf } from '../pages/use-pdf.ts';
import { SelectionContext } from '../selection-store.ts';
import { type Side, SideSwitch, SplitPane } from '../split-pane.tsx';
import { formatOfTab, type ResultTab } from '../tabs/result-content.tsx';
import { useViewerKeys, type ViewerCommand } from '../use-viewer-keys.ts';
import { useViewerState } from '../use-viewer-state.ts';
import { readViewerSearch, type ViewerSearch } from '../viewer-search.ts';
import { SharedDownloads } from './shared-downloads.tsx';
import { sharedJobId } from './shared-files.ts';
import { SharedHead } from './shared-head.tsx';
import { SharedResults, type ShownResult, tabsOf } from './shared-results.tsx';
import '../viewer.css';

const none: ReadonlySet<ElementKind> = new Set();
const all: ReadonlySet<ElementKind> = new Set(elementKinds);
/** What was left out is not shared. */
const dropped: readonly never[] = [];
/** A shared result cannot be searched. */
const NoMarks = () => null;

/** Kept in memory: the address of the page is the link. */
function useOwnAddress() {
  const [search, setSearch] = useState<ViewerSearch>(() => readViewerSearch({}));
  const change = useCallback((next: (last: ViewerSearch) => ViewerSearch) => setSearch(next), []);
  return { search, change };
}

function useSharedViewer(content: ShownResult, isReady: boolean) {
  const result = useDocument(sharedJobId, content.formats.includes('json') && isReady);
  const [hidden, setHidden] = useState(none);
  const [side, setSide] = useState<Side>('left');
  const viewer = useViewerState(useOwnAddress(), result.data, setSide);
  const tabs = tabsOf(content);
  const tab: ResultTab | null = tabs.find((one) => one === viewer.search.tab) ?? tabs[0] ?? null;
  const onCommand = (command: ViewerCommand) => {
    if (command === 'toggle') setHidden(hidden.size === 0 ? all : none);
    else if (command === 'leave') viewer.clear();
    else return false;
    return true;
  };
  useViewerKeys({
    ...{ model: result.data, store: viewer.selection.store, hidden, page: viewer.page },
    ...{ onStep: viewer.step, onCommand },
  });
  return { result, hidden, setHidden, side, setSide, viewer, tab };
}

type SharedViewerProps = {
  readonly content: ShownResult;
  /** Below the name. */
  readonly note: string;
  /** After the downloads. */
  readonly actions?: ReactNode;
};

type FrameProps = SharedViewerProps & {
  readonly state: ReturnType<typeof useSharedViewer>;
  /** `null` if the link does not include the pages. */
  readonly pdf: ReturnType<typeof usePdf> | null;
  readonly onDrawn: () => void;
};

function Frame({ content, note, actions, state, pdf, onDrawn }: FrameProps) {
  const { result, hidden, setHidden, side, setSide, viewer, tab } = state;
  const { reveals, selection } = viewer;
  const results = (
    <SharedResults {...{ content, tab, result, hidden, reveals, page: viewer.page }} onTab={viewer.setTab} />
  );
  return (
    <SelectionContext value={selection}>
      <main data-viewer className="flex h-dvh flex-col overflow-hidden">
        <div className="shrink-0 border-b border-line bg-surface">
          <SharedHead content={content} note={note}>
            <SharedDownloads content={content} format={tab && formatOfTab[tab]} />
            {actions}
          </SharedHead>
          {result.data && <Legend counts={result.data.counts} hidden={hidden} onChange={setHidden} />}
          {pdf !== null && <SideSwitch side={side} onChange={setSide} />}
        </div>
        {pdf === null ? (
          <div className="min-h-0 flex-1 bg-surface">{results}</div>
        ) : (
          <SplitPane
            shown={side}
            left={
              <DocumentPane
                {...{ state: pdf, model: result.data, dropped, hidden, reveals, onDrawn }}
                marks={NoMarks}
                startPage={viewer.startPage}
                onPage={viewer.notePage}
              />
            }
            right={results}
          />
        )}
      </main>
    </SelectionContext>
  );
}

function WithPages(props: SharedViewerProps) {
  const pdf = usePdf(sharedJobId);
  // Parsing the tree of a long document blocks the browser, so the first page is drawn before.
  const [isDrawn, setIsDrawn] = useState(false);
  const onDrawn = useCallback(() => setIsDrawn(true), []);
  const state = useSharedViewer(props.content, isDrawn || pdf.kind === 'failed' || pdf.kind === 'locked');
  return <Frame {...props} state={state} pdf={pdf} onDrawn={onDrawn} />;
}

function ResultsOnly(props: SharedViewerProps) {
  const state = useSharedViewer(props.content, true);
  return <Frame {...props} state={state} pdf={null} onDrawn={() => {}} />;
}

export function SharedViewer(props: SharedViewerProps) {
  return props.content.with_source ? <WithPages {...props} /> : <ResultsOnly {...props} />;
}
