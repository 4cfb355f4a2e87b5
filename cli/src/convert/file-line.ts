/** The progress of one file as a line that fits the terminal. */

import { statusLabels } from '../display/job-status.ts';
import { progressBar } from '../display/progress-bar.ts';
import { size } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { padEnd, textWidth, truncateEnd, truncateStart } from '../display/text-width.ts';
import type { Step } from './reporter.ts';

const smallBarColumns = 12;
/** Narrower terminals get no progress bars. */
export const narrowTerminalColumns = 60;

export type StepText = {
  readonly share: number | null;
  readonly text: string;
  /** The file makes no progress until something else happens; such files share one line. */
  readonly isWaiting?: true;
};

const waitingTexts = {
  server: 'Waiting for the server',
  slot: 'Waiting for a free slot',
  queue: statusLabels.pending,
  duplicate: 'Waiting for an identical file',
} as const;

/** The stages of a job that the server reports. */
export const stageTexts: Readonly<Record<string, string>> = {
  queued: statusLabels.pending,
  fetch: 'Processing: fetching file',
  read: 'Processing: parsing',
  recognize: 'Processing: OCR',
  layout: 'Processing: layout',
  write: 'Processing: writing results',
  store: 'Processing: storing results',
  finished: statusLabels.done,
};

export function describeStep(step: Step): StepText {
  switch (step.step) {
    case 'reading':
      return { share: null, text: 'Reading' };
    case 'uploading': {
      const { bytesSent, bytesTotal } = step;
      if (bytesSent === bytesTotal) return { share: 1, text: 'Uploaded, checking' };
      const of = bytesTotal === null ? '' : ` of ${size(bytesTotal)}`;
      return { share: bytesTotal ? bytesSent / bytesTotal : null, text: `Uploading ${size(bytesSent)}${of}` };
    }
    case 'waiting':
      return { share: null, text: waitingTexts[step.for], isWaiting: true };
    case 'submitted':
      return { share: null, text: 'Submitted' };
    case 'converting': {
      const { stage, pagesDone, pagesTotal } = step;
      const place = `page ${pagesDone} of ${pagesTotal}`;
      const counted: Record<string, string> = {
        layout: `Processing: ${place}`,
        recognize: `Processing: OCR, ${place}`,
      };
      const text = (pagesTotal > 0 ? counted[stage] : undefined) ?? stageTexts[stage] ?? stage;
      return { share: pagesTotal > 0 ? pagesDone / pagesTotal : 0, text };
    }
    case 'saving':
      return { share: 1, text: 'Saving results' };
  }
}

export type LineStyle = {
  readonly columns: number;
  readonly styles: Styles;
  readonly canShowBlocks: boolean;
};

export function formatLine(
  file: string,
  { share, text }: StepText,
  nameColumns: number,
  lineStyle: LineStyle,
): string {
  const { columns, styles, canShowBlocks } = lineStyle;
  const name = padEnd(truncateStart(safeText(file), nameColumns), nameColumns);
  if (columns < narrowTerminalColumns) return truncateEnd(`  ${name} ${text}`, columns);
  const bar =
    share === null
      ? ' '.repeat(smallBarColumns)
      : styles.cyan(progressBar(share, smallBarColumns, canShowBlocks));
  const textColumns = columns - nameColumns - smallBarColumns - 6;
  return `  ${name}  ${bar}  ${styles.dim(truncateEnd(text, textColumns))}`;
}

export function nameColumnsOf(names: readonly string[], columns: number): number {
  const longest = Math.max(0, ...names.map((name) => textWidth(safeText(name))));
  const nameColumnsMax =
    columns < narrowTerminalColumns ? Math.floor(columns * 0.55) : columns - smallBarColumns - 30;
  return Math.min(longest, Math.max(12, nameColumnsMax));
}

/** The line of a file that is shown alone. */
export function fileLine(file: string, step: Step, lineStyle: LineStyle): string {
  return formatLine(file, describeStep(step), nameColumnsOf([file], lineStyle.columns), lineStyle);
}
