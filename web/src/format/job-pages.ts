/** How many pages a job converts, as far as it is known before the end. */
import type { Job } from '@octavo/sdk';

export function jobPages({ page_count, options, file, progress }: Job): number | undefined {
  if (page_count !== null) return page_count;
  if (!options.pages) return file?.pages;
  // While text is recognized, progress counts only the scanned pages.
  return progress?.stage === 'recognize' ? undefined : progress?.pages_total;
}
