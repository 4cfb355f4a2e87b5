/** What somebody who is asked for help with a failed job needs to know, as text to copy. */
import type { Job } from '@octavo/sdk';

export function jobDetails({ id, file, error_message, error_code, timing, updated_at }: Job): string {
  return [
    `Job: ${id}`,
    ...(file === undefined ? [] : [`File: ${file.name} (${file.pages} pages, SHA-256 ${file.sha256})`]),
    `Error: ${error_message ?? '–'}`,
    ...(error_code ? [`Code: ${error_code}`] : []),
    ...(timing === undefined ? [] : [`Attempts: ${timing.attempts}`]),
    `Time: ${updated_at}`,
  ].join('\n');
}
