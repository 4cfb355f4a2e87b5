/** What can be converted: a file, or a URL from which the server fetches it. */
import type { FileInput } from '../request/open-file-source.ts';
import type { JobSubmission } from '../resources/submit-job.ts';

/** A public https URL, for servers that offer to fetch files. The server checks and fetches it. */
export type SourceUrl = { readonly source_url: string };

export type ConvertInput = FileInput | SourceUrl;

function isSourceUrl(input: ConvertInput): input is SourceUrl {
  return typeof input === 'object' && 'source_url' in input;
}

export function submissionOf(input: ConvertInput): Pick<JobSubmission, 'file' | 'source_url'> {
  return isSourceUrl(input) ? { source_url: input.source_url } : { file: input };
}
