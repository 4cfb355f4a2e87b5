/** Adds a text format to a done job, which costs nothing, and shows it on the page. */
import { type Format, formatsOf, type Job, type TextFormat, textFormats } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';

export function isTextFormat(format: Format): format is TextFormat {
  return textFormats.some((known) => known === format);
}

/** The text formats that a job does not have yet. */
export function missingTextFormats(job: Job): readonly TextFormat[] {
  if (job.status !== 'done') return [];
  const existing = formatsOf(job);
  return textFormats.filter((format) => !existing.includes(format));
}

export function useWriteOutputs(job: Job) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (format: TextFormat) => client.jobs.writeOutputs(job.id, { format: [format] }),
    onSuccess: ({ download_urls }) => {
      queries.setQueryData<Job>(queryKeys.job(job.id), (known) => known && { ...known, download_urls });
      void queries.invalidateQueries({ queryKey: queryKeys.jobs });
    },
  });
}
