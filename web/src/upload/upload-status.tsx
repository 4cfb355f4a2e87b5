/** The state of an upload as text and progress bar. */
import { useDescribeError } from '../api/use-describe-error.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatQueuePosition } from '../format/queue-position.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { FileProblem } from './check-file.ts';
import type { UploadState } from './upload.ts';

/** `value` is the progress: null if unknown, undefined for no bar. */
type Shown = { readonly text: string; readonly value?: number | null; readonly isBad?: boolean };

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

type Processing = Extract<UploadState, { kind: 'processing' }>;

function useProcessing(): (state: Processing) => Shown {
  const { t } = useTranslation('home');
  const { t: tApp } = useTranslation();
  return ({ stage, pagesDone: done, pagesTotal: total }) => {
    if (total === 0 || done === 0) return { text: tApp(`stage.${stage}`), value: null };
    const counted = stage === 'recognize' ? 'state.ocrPages' : 'state.pages';
    return { text: t(counted, { done, total }), value: done / total };
  };
}

function useShown(state: UploadState): Shown {
  const { t, language } = useTranslation('home');
  const { t: tApp } = useTranslation();
  const describe = useDescribeError();
  const problemText = useProblemText();
  const processing = useProcessing();
  switch (state.kind) {
    case 'checking':
      return { text: t('state.checking'), value: null };
    case 'locked':
      return { text: t(state.isWrong ? 'state.wrongPassword' : 'state.locked'), isBad: state.isWrong };
    case 'waiting':
      return { text: t(state.for === 'slot' ? 'state.waitingSlot' : 'state.waitingTurn') };
    case 'uploading': {
      const { bytesSent, bytesTotal } = state;
      const isSent = bytesSent >= bytesTotal;
      const values = { sent: formatBytes(bytesSent, language), total: formatBytes(bytesTotal, language) };
      if (isSent) return { text: t('state.accepting'), value: null };
      return { text: t('state.uploading', values), value: bytesSent / bytesTotal };
    }
    case 'queued':
      return {
        text:
          state.position === null
            ? tApp('status.pending')
            : t('state.queuedAt', { position: formatQueuePosition(state.position, language) }),
        value: null,
      };
    case 'processing':
      return processing(state);
    case 'done':
      return { text: t('state.done', { count: state.pages }) };
    case 'failed':
      return { text: state.message || t('state.failed'), isBad: true };
    case 'invalid':
      return { text: problemText(state.problem), isBad: true };
    case 'refused':
      return { text: describe(state.error), isBad: true };
  }
}

export function UploadStatus({ name, state }: { readonly name: string; readonly state: UploadState }) {
  const { text, value, isBad = false } = useShown(state);
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
