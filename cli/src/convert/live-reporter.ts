/** Live display of a batch on a terminal: total progress, each running file, and failures as they happen. */

import type { Output } from '../cli-environment.ts';
import { LiveRegion } from '../display/live-region.ts';
import { progressBar } from '../display/progress-bar.ts';
import { elapsed, plural } from '../display/quantities.ts';
import { type Styles, safeText } from '../display/style.ts';
import { padStart, textWidth, truncateEnd } from '../display/text-width.ts';
import {
  describeStep,
  formatLine,
  nameColumnsOf,
  narrowTerminalColumns,
  type StepText,
} from './file-line.ts';
import { resumeText, summaryText } from './report-text.ts';
import type { FileResult, Reporter, Step } from './reporter.ts';
import { WarningList } from './warning-list.ts';

type Counts = { files: number; ended: number; skipped: number; failed: number; pages: number };

const barColumns = 24;

export class LiveReporter implements Reporter {
  readonly #stream: Output;
  readonly #styles: Styles;
  readonly #region: LiveRegion;
  readonly #active = new Map<string, StepText>();
  readonly #warnings = new WarningList();
  readonly #canShowBlocks: boolean;
  readonly #counts: Counts = { files: 0, ended: 0, skipped: 0, failed: 0, pages: 0 };
  #startedAt = performance.now();

  constructor(stream: Output, styles: Styles, canShowBlocks: boolean) {
    this.#stream = stream;
    this.#styles = styles;
    this.#canShowBlocks = canShowBlocks;
    this.#region = new LiveRegion(stream, () => this.#draw());
  }

  start(files: number): void {
    this.#counts.files = files;
    this.#startedAt = performance.now();
    this.#region.open();
  }

  step(file: string, step: Step): void {
    this.#active.set(file, describeStep(step));
  }

  fileEnded(file: string, result: FileResult): void {
    const { red } = this.#styles;
    this.#active.delete(file);
    this.#counts.ended += 1;
    if (result.status === 'skipped') this.#counts.skipped += 1;
    if (result.status === 'done') {
      this.#counts.pages += result.pages;
      this.#warnings.add(file, result.warnings);
    }
    if (result.status === 'failed') {
      this.#counts.failed += 1;
      this.#region.print(`${red('failed:')} ${safeText(file)}: ${safeText(result.problem.message)}`);
    }
  }

  finish(summary: Parameters<Reporter['finish']>[0]): void {
    this.#region.close();
    this.#printWarnings();
    this.#stream.write(summaryText(summary, this.#styles));
  }

  interrupted(...args: Parameters<Reporter['interrupted']>): void {
    this.#region.close();
    this.#printWarnings();
    const { files, ended } = this.#counts;
    this.#stream.write(resumeText(...args, { files, ended }, this.#styles));
  }

  close(): void {
    this.#region.close();
  }

  #printWarnings(): void {
    for (const line of this.#warnings.lines()) {
      this.#stream.write(`${this.#styles.yellow('warning:')} ${line}\n`);
    }
  }

  #draw(): string[] {
    const columns = Math.max(20, this.#stream.columns || 80) - 1;
    const rows = Math.max(1, (this.#stream.rows || 24) - 4);
    const lineStyle = { columns, styles: this.#styles, canShowBlocks: this.#canShowBlocks };
    const waiting = this.#waiting();
    const working = [...this.#active].filter(([, { text }]) => !waiting.has(text));
    const linesMax = Math.max(1, rows - waiting.size);
    const hidden = working.length > linesMax ? working.length - linesMax + 1 : 0;
    const names = nameColumnsOf(
      working.map(([file]) => file),
      columns,
    );
    const lines = working
      .slice(0, working.length - hidden)
      .map(([file, detail]) => formatLine(file, detail, names, lineStyle));
    if (hidden > 0) lines.push(`  and ${hidden} more`);
    for (const [text, count] of waiting)
      lines.push(this.#styles.dim(truncateEnd(`  ${count} files: ${text}`, columns)));
    return ['', this.#totalLine(columns), ...lines];
  }

  /** Files that wait for the same thing share one line. */
  #waiting(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { text, isWaiting } of this.#active.values()) {
      if (isWaiting) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return new Map([...counts].filter(([, count]) => count > 1));
  }

  #totalLine(columns: number): string {
    const { green, red, bold } = this.#styles;
    const { files, ended, failed, pages } = this.#counts;
    const count = `${padStart(String(ended), String(files).length)} of ${files}`;
    const parts = [plural(pages, 'page'), elapsed(performance.now() - this.#startedAt), this.#timeLeft()];
    if (failed > 0) parts.push(`${failed} failed`);
    const rest = parts.filter(Boolean).join(' · ');
    if (columns < narrowTerminalColumns) return truncateEnd(`${count} · ${rest}`, columns);
    const columnsLeft = columns - textWidth(count) - barColumns - 4;
    const end = truncateEnd(rest, columnsLeft).replace(/\d+ failed/, (text) => red(text));
    return `${bold(count)}  ${green(progressBar(ended / Math.max(1, files), barColumns, this.#canShowBlocks))}  ${end}`;
  }

  /** Estimated from the throughput so far. */
  #timeLeft(): string {
    const { files, ended, skipped } = this.#counts;
    const done = ended - skipped;
    if (done < 3 || ended >= files) return '';
    const tookMs = performance.now() - this.#startedAt;
    return `about ${elapsed((tookMs / done) * (files - ended))} left`;
  }
}
