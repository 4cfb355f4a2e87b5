/** The viewer of one job: the pages of the document on the left, the results on the right. */
import { ApiError, formatsOf, type Job } from '@octavo/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { LoadFailed } from '../api/query-result.tsx';
import { useClient } from '../session/dashboard-context.ts';
import { Spinner } from '../ui/loading.tsx';
import { type ElementKind, elementKinds } from './document/element-kind.ts';
import { FindContext } from './find/find-store.ts';
import { PageMarks } from './find/page-marks.tsx';
import { JobNotes } from './job/job-notes.tsx';
import { NoAccess } from './job/no-access.tsx';
import { useDropped } from './job/use-dropped.ts';
import { type LiveProgress, useJob } from './job/use-job.ts';
import { useDocument } from './job/use-result.ts';
import { DocumentPane } from './pages/document-pane.tsx';
import { usePdf } from './pages/use-pdf.ts';
import { ResultFilesContext } from './result-files.ts';
import { SelectionContext } from './selection-store.ts';
import { type Side, SplitPane } from './split-pane.tsx';
import { ResultPane } from './tabs/result-pane.tsx';
import { type Find, useFind } from './use-find.ts';
import { useViewerKeys, type ViewerCommand } from './use-viewer-keys.ts';
import { useViewerState } from './use-viewer-state.ts';
import { useViewerAddress } from './viewer-address.ts';
import { ViewerHead } from './viewer-head.tsx';
import './viewer.css';

type ViewerProps = {
  readonly job: Job;
  readonly live: LiveProgress;
  readonly pdf: ReturnType<typeof usePdf>;
};

/** Loaded when it is first opened. */
const Panel = lazy(async () => ({ default: (await import('./find/panel.tsx')).Panel }));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

const none: ReadonlySet<ElementKind> = new Set();
const all: ReadonlySet<ElementKind> = new Set(elementKinds);

type Commands = {
  readonly find: Find;
  readonly isDone: boolean;
  readonly onHelp: () => void;
  readonly onToggleAll: () => void;
  readonly onClear: () => void;
};

function run(command: ViewerCommand, { find, isDone, onHelp, onToggleAll, onClear }: Commands): void {
  const { store, panels } = find;
  if (command === 'help') onHelp();
  else if (command === 'toggle') onToggleAll();
  else if (command === 'leave') panels.open === null ? onClear() : panels.close();
  else if (command === 'next') store.step(1);
  else if (command === 'previous') store.step(-1);
  else if (isDone) panels.show(command);
}

function Viewer({ job, live, pdf }: ViewerProps) {
  const isDone = job.status === 'done';
  const hasTree = isDone && formatsOf(job).includes('json');
  // Parsing the tree of a long document blocks the browser, so the first page is drawn before.
  const [isDrawn, setIsDrawn] = useState(false);
  const onDrawn = useCallback(() => setIsDrawn(true), []);
  const result = useDocument(job.id, hasTree && (isDrawn || pdf.kind === 'failed' || pdf.kind === 'locked'));
  const dropped = useDropped(job).data;
  const [hidden, setHidden] = useState(none);
  // A narrow screen shows first how far the job is, or why it failed.
  const [side, setSide] = useState<Side>(isDone ? 'left' : 'right');
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const viewer = useViewerState(useViewerAddress(), result.data, setSide);
  const { selection, reveals, search, goTo, page } = viewer;
  const find = useFind(goTo);
  const { panels } = find;
  const onHelp = () => setIsHelpOpen(true);
  const onToggleAll = () => setHidden(hidden.size === 0 ? all : none);
  const commands = { find, isDone, onHelp, onToggleAll, onClear: viewer.clear };
  useViewerKeys({
    ...{ model: result.data, store: selection.store, hidden, page, onStep: viewer.step },
    onCommand: (command) => {
      run(command, commands);
      return true;
    },
  });
  const droppedItems = useMemo(() => dropped?.items ?? [], [dropped]);
  const legend = result.data && { counts: result.data.counts, hidden, onChange: setHidden };
  return (
    <SelectionContext value={selection}>
      <FindContext value={find.store}>
        <div data-viewer className="flex h-[calc(100dvh-3.5rem)] flex-col overflow-hidden lg:h-dvh">
          <ViewerHead
            job={job}
            model={result.data}
            panels={panels}
            onHelp={onHelp}
            legend={legend}
            sides={{ side, onChange: setSide }}
          />
          <div className="flex min-h-0 flex-1 max-lg:flex-col">
            <Suspense>
              {panels.open !== null && (
                <Panel open={panels.open} job={job} panels={panels} page={page} onGo={goTo} />
              )}
              {isHelpOpen && <KeyboardHelp onClose={() => setIsHelpOpen(false)} />}
            </Suspense>
            <SplitPane
              shown={side}
              left={
                <DocumentPane
                  {...{ state: pdf, model: result.data, dropped: droppedItems, hidden, reveals, onDrawn }}
                  marks={PageMarks}
                  startPage={viewer.startPage}
                  onPage={viewer.notePage}
                />
              }
              right={
                <ResultPane
                  {...{ job, live, result, hidden, reveals, page }}
                  tab={search.tab ?? 'blocks'}
                  onTab={viewer.setTab}
                  notes={<JobNotes job={job} dropped={dropped} onPage={reveals.showPage} />}
                />
              }
            />
          </div>
        </div>
      </FindContext>
    </SelectionContext>
  );
}

const route = getRouteApi('/jobs/$jobId');

export function ViewerPage() {
  const { jobId } = route.useParams();
  const client = useClient();
  return (
    <ResultFilesContext value={client.jobs}>
      {/* The key resets all state when the job changes. */}
      <JobViewer key={jobId} jobId={jobId} />
    </ResultFilesContext>
  );
}

function JobViewer({ jobId }: { readonly jobId: string }) {
  // Loads in parallel, so that the first page does not wait for the job.
  const pdf = usePdf(jobId);
  const { data: job, error, refetch, progress } = useJob(jobId);
  if (job !== undefined) return <Viewer job={job} live={progress} pdf={pdf} />;
  if (error instanceof ApiError && error.code === 'job_not_found') return <NoAccess />;
  return error === null ? <Spinner /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
}
