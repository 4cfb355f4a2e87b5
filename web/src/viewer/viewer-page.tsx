/** The viewer of one job: the pages of the document on the left, the results on the right. */
import { formatsOf, type Job } from '@octavo/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { LoadFailed } from '../api/query-result.tsx';
import { Spinner } from '../ui/loading.tsx';
import { type ElementKind, elementKinds } from './document/element-kind.ts';
import { JobBar } from './job/job-bar.tsx';
import { JobNotes } from './job/job-notes.tsx';
import { useDropped } from './job/use-dropped.ts';
import { type LiveProgress, useJob } from './job/use-job.ts';
import { useDocument } from './job/use-result.ts';
import { Legend } from './legend.tsx';
import { DocumentPane } from './pages/document-pane.tsx';
import { usePdf } from './pages/use-pdf.ts';
import { SelectionContext } from './selection-store.ts';
import { type Side, SideSwitch, SplitPane } from './split-pane.tsx';
import { ResultPane } from './tabs/result-pane.tsx';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useViewerState } from './use-viewer-state.ts';
import './viewer.css';

type ViewerProps = {
  readonly job: Job;
  readonly live: LiveProgress;
  readonly pdf: ReturnType<typeof usePdf>;
};

const none: ReadonlySet<ElementKind> = new Set();
const all: ReadonlySet<ElementKind> = new Set(elementKinds);

function Viewer({ job, live, pdf }: ViewerProps) {
  const hasTree = job.status === 'done' && formatsOf(job).includes('json');
  // Parsing the tree of a long document blocks the browser, so the first page is drawn before.
  const [isDrawn, setIsDrawn] = useState(false);
  const onDrawn = useCallback(() => setIsDrawn(true), []);
  const result = useDocument(job.id, hasTree && (isDrawn || pdf.kind === 'failed' || pdf.kind === 'locked'));
  const dropped = useDropped(job).data;
  const [hidden, setHidden] = useState(none);
  const [side, setSide] = useState<Side>('left');
  const viewer = useViewerState(result.data, setSide);
  const { selection, reveals, search } = viewer;
  const keys = useRef({
    model: result.data,
    store: selection.store,
    hidden,
    page: viewer.page,
    onStep: viewer.step,
    onClear: viewer.clear,
    onToggleAll: () => {},
  });
  keys.current = {
    ...keys.current,
    model: result.data,
    hidden,
    onToggleAll: () => setHidden(hidden.size === 0 ? all : none),
  };
  useViewerKeys(keys);
  const droppedItems = useMemo(() => dropped?.items ?? [], [dropped]);
  return (
    <SelectionContext value={selection}>
      <div data-viewer className="flex h-[calc(100dvh-3.5rem)] flex-col overflow-hidden lg:h-dvh">
        <div className="shrink-0 border-b border-line bg-surface">
          <JobBar job={job} />
          {result.data !== undefined && (
            <Legend counts={result.data.counts} hidden={hidden} onChange={setHidden} />
          )}
          <SideSwitch side={side} onChange={setSide} />
        </div>
        <SplitPane
          shown={side}
          left={
            <DocumentPane
              state={pdf}
              model={result.data}
              dropped={droppedItems}
              hidden={hidden}
              startPage={viewer.startPage}
              reveals={reveals}
              onPage={viewer.notePage}
              onDrawn={onDrawn}
            />
          }
          right={
            <ResultPane
              job={job}
              live={live}
              result={result}
              hidden={hidden}
              tab={search.tab ?? 'blocks'}
              onTab={viewer.setTab}
              reveals={reveals}
              notes={<JobNotes job={job} dropped={dropped} onPage={reveals.showPage} />}
            />
          }
        />
      </div>
    </SelectionContext>
  );
}

const route = getRouteApi('/jobs/$jobId');

export function ViewerPage() {
  const { jobId } = route.useParams();
  // The key resets all state when the job changes.
  return <JobViewer key={jobId} jobId={jobId} />;
}

function JobViewer({ jobId }: { readonly jobId: string }) {
  // Loads in parallel, so that the first page does not wait for the job.
  const pdf = usePdf(jobId);
  const { data: job, error, refetch, progress } = useJob(jobId);
  if (job !== undefined) return <Viewer job={job} live={progress} pdf={pdf} />;
  return error === null ? <Spinner /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
}
