/** What a file under way does, in one line that fits the terminal. */
import { progressBar } from '../display/progress-bar.ts';
import { size } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { padEnd, textWidth, truncateEnd, truncateStart } from '../display/text-width.ts';
import type { Step } from './reporter.ts';

const smallBarColumns = 12;
/** Below this there is no room for bars. */
export const narrowTerminalColumns = 60;

export type StepText = {
  readonly share: number | null;
  readonly text: string;
  /** Nothing happens to it until something else has. */
  readonly isWaiting?: true;
};

export function describeStep(step: Step): StepText {
  switch (step.step) {
    case 'reading':
      return { share: null, text: 'reading' };
    case 'uploading': {
      const { bytesSent, bytesTotal } = step;
      if (bytesSent === bytesTotal) return { share: 1, text: 'sent, being looked at' };
      const of = bytesTotal === null ? '' : ` of ${size(bytesTotal)}`;
      return { share: bytesTotal ? bytesSent / bytesTotal : null, text: `sending ${size(bytesSent)}${of}` };
    }
    case 'waiting':
      return { share: null, text: `waiting ${step.why}`, isWaiting: true };
    case 'submitted':
      return { share: null, text: 'accepted' };
    case 'converting': {
      const { stage, pagesDone, pagesTotal } = step;
      const isCounting = stage === 'layout' && pagesTotal > 0;
      const text = isCounting ? `page ${pagesDone} of ${pagesTotal}` : (stageNames[stage] ?? stage);
      return { share: pagesTotal > 0 ? pagesDone / pagesTotal : 0, text };
    }
    case 'saving':
      return { share: 1, text: 'saving' };
  }
}

const stageNames: Readonly<Record<string, string>> = {
  queued: 'in the queue',
  fetch: 'fetching',
  read: 'parsing',
  layout: 'laying out',
  write: 'writing',
  store: 'storing',
  finished: 'finished',
};

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
  const gauge =
    share === null
      ? ' '.repeat(smallBarColumns)
      : styles.cyan(progressBar(share, smallBarColumns, canShowBlocks));
  const room = columns - nameColumns - smallBarColumns - 6;
  return `  ${name}  ${gauge}  ${styles.dim(truncateEnd(text, room))}`;
}

export function nameColumnsOf(names: readonly string[], columns: number): number {
  const longest = Math.max(0, ...names.map((name) => textWidth(safeText(name))));
  const room = columns < narrowTerminalColumns ? Math.floor(columns * 0.55) : columns - smallBarColumns - 30;
  return Math.min(longest, Math.max(12, room));
}

/** One file by itself. */
export function fileLine(file: string, step: Step, lineStyle: LineStyle): string {
  return formatLine(file, describeStep(step), nameColumnsOf([file], lineStyle.columns), lineStyle);
}
