/** A batch on a terminal: how far it is as a whole, what each file under way does, and failures as they come. */
import { bar } from '../display/bar.ts';
import { LiveRegion } from '../display/live-region.ts';
import { elapsed, plural, size } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { cutEnd, cutStart, padEnd, padStart, textWidth } from '../display/text-width.ts';
import type { Output } from '../world.ts';
import { resumeText, summaryText, warningLines } from './report-text.ts';
import type { End, Reporter, Step } from './steps.ts';

type Counts = { files: number; ended: number; skipped: number; failed: number; pages: number };

const barColumns = 24;
const smallBarColumns = 12;
const narrowColumns = 60;

type Detail = { readonly share: number | null; readonly text: string };

function detailOf(step: Step): Detail {
  switch (step.step) {
    case 'reading':
      return { share: null, text: 'reading' };
    case 'uploading': {
      const { bytesSent, bytesTotal } = step;
      const of = bytesTotal === null ? '' : ` of ${size(bytesTotal)}`;
      return { share: bytesTotal ? bytesSent / bytesTotal : null, text: `sending ${size(bytesSent)}${of}` };
    }
    case 'waiting':
      return { share: null, text: `waiting ${step.why}` };
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

type Look = { readonly columns: number; readonly styles: Styles; readonly canShowBlocks: boolean };

function lineOf(file: string, { share, text }: Detail, nameColumns: number, look: Look): string {
  const { columns, styles, canShowBlocks } = look;
  const name = padEnd(cutStart(safeText(file), nameColumns), nameColumns);
  if (columns < narrowColumns) return cutEnd(`  ${name} ${text}`, columns);
  const gauge =
    share === null ? ' '.repeat(smallBarColumns) : styles.cyan(bar(share, smallBarColumns, canShowBlocks));
  const room = columns - nameColumns - smallBarColumns - 6;
  return `  ${name}  ${gauge}  ${styles.dim(cutEnd(text, room))}`;
}

/** One file by itself. */
export function fileLine(file: string, step: Step, look: Look): string {
  const columns = Math.min(textWidth(safeText(file)), Math.max(12, look.columns - smallBarColumns - 30));
  return lineOf(file, detailOf(step), columns, look);
}

export class LiveReporter implements Reporter {
  readonly #stream: Output;
  readonly #styles: Styles;
  readonly #region: LiveRegion;
  readonly #active = new Map<string, Detail>();
  readonly #canShowBlocks: boolean;
  readonly #counts: Counts = { files: 0, ended: 0, skipped: 0, failed: 0, pages: 0 };
  #startedAt = performance.now();

  constructor(stream: Output, styles: Styles, canShowBlocks: boolean) {
    this.#stream = stream;
    this.#styles = styles;
    this.#canShowBlocks = canShowBlocks;
    this.#region = new LiveRegion(stream, () => this.#draw());
  }

  begin(files: number): void {
    this.#counts.files = files;
    this.#startedAt = performance.now();
    this.#region.open();
  }

  step(file: string, step: Step): void {
    this.#active.set(file, detailOf(step));
  }

  end(file: string, end: End): void {
    const { red, yellow } = this.#styles;
    this.#active.delete(file);
    this.#counts.ended += 1;
    if (end.end === 'skipped') this.#counts.skipped += 1;
    if (end.end === 'done') {
      this.#counts.pages += end.pages;
      for (const line of warningLines(file, end.warnings))
        this.#region.print(`${yellow('warning:')} ${line}`);
    }
    if (end.end === 'failed') {
      this.#counts.failed += 1;
      this.#region.print(`${red('failed:')} ${safeText(file)}: ${safeText(end.problem.message)}`);
    }
  }

  finish(summary: Parameters<Reporter['finish']>[0]): void {
    this.#region.close();
    this.#stream.write(summaryText(summary, this.#styles));
  }

  interrupted(...args: Parameters<Reporter['interrupted']>): void {
    this.#region.close();
    const { files, ended } = this.#counts;
    this.#stream.write(resumeText(...args, { files, ended }, this.#styles));
  }

  close(): void {
    this.#region.close();
  }

  #draw(): string[] {
    const columns = Math.max(20, this.#stream.columns || 80) - 1;
    const rows = Math.max(1, (this.#stream.rows || 24) - 4);
    const active = [...this.#active];
    const hidden = active.length > rows ? active.length - rows + 1 : 0;
    const nameColumns = this.#nameColumns(active, columns);
    const lines = active.slice(0, active.length - hidden).map(([file, detail]) =>
      lineOf(file, detail, nameColumns, {
        columns,
        styles: this.#styles,
        canShowBlocks: this.#canShowBlocks,
      }),
    );
    if (hidden > 0) lines.push(`  and ${hidden} more`);
    return ['', this.#totalLine(columns), ...lines];
  }

  #nameColumns(active: readonly (readonly [string, Detail])[], columns: number): number {
    const longest = Math.max(0, ...active.map(([file]) => textWidth(safeText(file))));
    const room = columns < narrowColumns ? Math.floor(columns * 0.55) : columns - smallBarColumns - 30;
    return Math.min(longest, Math.max(12, room));
  }

  #totalLine(columns: number): string {
    const { green, red, bold } = this.#styles;
    const { files, ended, failed, pages } = this.#counts;
    const count = `${padStart(String(ended), String(files).length)} of ${files}`;
    const parts = [plural(pages, 'page'), elapsed(performance.now() - this.#startedAt), this.#left()];
    if (failed > 0) parts.push(`${failed} failed`);
    const rest = parts.filter(Boolean).join(' · ');
    if (columns < narrowColumns) return cutEnd(`${count} · ${rest}`, columns);
    const room = columns - textWidth(count) - barColumns - 4;
    const end = cutEnd(rest, room).replace(/\d+ failed/, (text) => red(text));
    return `${bold(count)}  ${green(bar(ended / Math.max(1, files), barColumns, this.#canShowBlocks))}  ${end}`;
  }

  /** From the pace so far, once there is one. */
  #left(): string {
    const { files, ended, skipped } = this.#counts;
    const done = ended - skipped;
    if (done < 3 || ended >= files) return '';
    const tookMs = performance.now() - this.#startedAt;
    return `about ${elapsed((tookMs / done) * (files - ended))} left`;
  }
}
