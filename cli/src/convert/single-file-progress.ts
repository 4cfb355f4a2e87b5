/** Shows the progress of a single file on a terminal; prints nothing elsewhere. */
import type { Context } from '../context.ts';
import { LiveRegion } from '../display/live-region.ts';
import { canShowBlocks, isLive } from '../display/terminal.ts';
import { fileLine } from './file-line.ts';
import { resumeText, warningLines } from './report-text.ts';
import type { Step } from './reporter.ts';

export class SingleFileProgress {
  readonly #context: Context;
  readonly #name: string;
  readonly #region: LiveRegion | null;
  #step: Step = { step: 'reading' };

  constructor(context: Context, name: string) {
    this.#context = context;
    this.#name = name;
    const { stderr } = context.environment;
    const draw = () => [
      fileLine(name, this.#step, {
        columns: (stderr.columns || 80) - 1,
        styles: context.err,
        canShowBlocks: canShowBlocks(context.environment),
      }),
    ];
    this.#region = isLive(context) ? new LiveRegion(stderr, draw) : null;
    this.#region?.open();
  }

  readonly showStep = (step: Step): void => {
    this.#step = step;
  };

  warn(warnings: Parameters<typeof warningLines>[1]): void {
    for (const line of warningLines(this.#name, warnings)) {
      this.#context.note(`${this.#context.err.yellow('warning:')} ${line}`);
    }
  }

  interrupted(jobId: string | null): void {
    this.close();
    const running = jobId === null ? [] : [{ file: this.#name, jobId }];
    const next =
      jobId === null
        ? 'Run the same command again. If the file was already submitted, it is not charged twice.'
        : `octavo jobs wait ${jobId}, then octavo jobs download ${jobId}`;
    this.#context.environment.stderr.write(
      resumeText(running, next, { files: 1, ended: 0 }, this.#context.err),
    );
  }

  close(): void {
    this.#region?.close();
  }
}
