/** The warnings of a batch, one line per kind of warning instead of one per file. */
import type { JobWarning } from '@octavo/sdk';
import { safeText } from '../display/style.ts';
import { fileList, warningLines } from './report-text.ts';

export class WarningList {
  readonly #files = new Map<string, Map<string, JobWarning>>();

  add(file: string, warnings: readonly JobWarning[]): void {
    for (const warning of warnings) {
      const files = this.#files.get(warning.message) ?? new Map<string, JobWarning>();
      files.set(file, warning);
      this.#files.set(warning.message, files);
    }
  }

  lines(): string[] {
    return [...this.#files].flatMap(([message, files]) => {
      const [first] = files;
      if (files.size === 1 && first) return warningLines(first[0], [first[1]]);
      return [`${safeText(message)} (${files.size} files: ${fileList([...files.keys()])})`];
    });
  }
}
