/** The state of an upload: what happens to the file, then the state of its job in the words of the job list. */
import type { JobStatus } from '@octavo/sdk';
import { useDescribeError } from '../api/use-describe-error.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatQueuePosition } from '../format/queue-position.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { FileProblem } from './check-file.ts';
import { FailedNote } from './failed-note.tsx';
import type { UploadState } from './upload.ts';

/** `value` is the progress: null if unknown, undefined for no bar. */
type Shown = { readonly text: string; readonly value?: number | null; readonly isBad?: boolean };

type JobState = Extract<UploadState, { kind: 'queued' | 'processing' | 'done' | 'failed' }>;
type FileState = Exclude<UploadState, JobState>;

const statuses = {
  queued: 'pending',
  processing: 'processing',
  done: 'done',
  failed: 'failed',
} as const satisfies Record<JobState['kind'], JobStatus>;

const isJobState = (state: UploadState): state is JobState => Object.hasOwn(statuses, state.kind);

/** Null while there is no job. */
export function statusOf(state: UploadState): JobStatus | null {
  return isJobState(state) ? statuses[state.kind] : null;
}

function useProblemText(): (problem: FileProblem) => string {
  const { t, language } = useTranslation('home');
  return (problem) => {
    switch (problem.kind) {
      case 'empty':
        return t('problem.empty');
      case 'not-pdf':
        return t('problem.notPdf');
      case 'too-large':
        return t('problem.tooLarge', { max: formatBytes(problem.bytesMax, language) });
      case 'pages-invalid':
        return t('problem.pagesInvalid', { count: problem.pages });
      case 'too-many-pages':
        return t('problem.tooManyPages', { pages: problem.pages, left: problem.pagesLeft });
    }
  };
}

function useShown(): (state: FileState) => Shown {
  const { t, language } = useTranslation('home');
  const describe = useDescribeError();
  const problemText = useProblemText();
  return (state) => {
    switch (state.kind) {
      case 'added':
        return { text: t('state.added') };
      case 'checking':
        return { text: t('state.checking'), value: null };
      case 'locked':
        return { text: t(state.isWrong ? 'state.wrongPassword' : 'state.locked'), isBad: state.isWrong };
      case 'waiting':
        return { text: t(state.for === 'slot' ? 'state.waitingSlot' : 'state.waitingTurn') };
      case 'uploading': {
        const { bytesSent, bytesTotal } = state;
        if (bytesSent >= bytesTotal) return { text: t('state.accepting'), value: null };
        const values = { sent: formatBytes(bytesSent, language), total: formatBytes(bytesTotal, language) };
        return { text: t('state.uploading', values), value: bytesSent / bytesTotal };
      }
      case 'invalid':
        return { text: problemText(state.problem), isBad: true };
      case 'refused':
        return { text: describe(state.error), isBad: true };
    }
  };
}

type Named<State> = { readonly name: string; readonly state: State };

function FileStatus({ name, state }: Named<FileState>) {
  const { text, value, isBad = false } = useShown()(state);
  return (
    <>
      <p className={`text-sm ${isBad ? 'text-danger' : 'text-muted'}`} aria-live="polite">
        {text}
      </p>
      {value !== undefined && (
        <div className="mt-2">
          <ProgressBar label={name} value={value} />
        </div>
      )}
    </>
  );
}

/** The name of the status is next to the name of the file; this says more about it. */
function JobNote({ name, state }: Named<JobState>) {
  const { t, language } = useTranslation('home');
  const { t: tApp } = useTranslation();
  switch (state.kind) {
    case 'queued': {
      if (state.position === null) return null;
      const position = formatQueuePosition(state.position, language);
      return <p className="text-sm text-muted">{tApp('queuePosition', { position })}</p>;
    }
    case 'processing': {
      const { stage, pagesDone, pagesTotal } = state;
      return (
        <JobProgress label={name} progress={{ stage, pages_done: pagesDone, pages_total: pagesTotal }} />
      );
    }
    case 'done':
      return <p className="text-sm text-muted">{t('state.done', { count: state.pages })}</p>;
    case 'failed':
      return <FailedNote failure={state.failure} />;
  }
}

export function UploadStatus({ name, state }: Named<UploadState>) {
  return isJobState(state) ? <JobNote name={name} state={state} /> : <FileStatus name={name} state={state} />;
}
