/** Which text of a document cannot be searched, because it is not in the result. */
import type { Job } from '@octavo/sdk';

/** Warnings that mean that text of the document is missing in the result, as `POST /jobs/{id}/locate` reports it. */
const missingTextCodes: readonly string[] = [
  'page_only_image',
  'page_text_garbled',
  'ocr_failed',
  'ocr_page_limit',
  'font_unreadable',
  'content_skipped',
];

export type Unsearched = {
  readonly code: string;
  readonly message: string;
  readonly pages: readonly number[];
};

export function unsearchedOf(job: Job): readonly Unsearched[] {
  return (job.warnings ?? []).filter(({ code }) => missingTextCodes.includes(code));
}

/** What the service says it did not search, with the messages of the job's warnings. */
export function withMessages(
  job: Job,
  reasons: readonly { readonly reason: string; readonly pages: readonly number[] }[],
): readonly Unsearched[] {
  return reasons.map(({ reason, pages }) => ({
    code: reason,
    message: job.warnings?.find(({ code }) => code === reason)?.message ?? reason,
    pages,
  }));
}
