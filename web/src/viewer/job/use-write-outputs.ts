/** The formats that can be added to a done job: text formats for free, the others by a new conversion. */
import { type Format, formatsOf, type Job, type TextFormat, textFormats } from '@octavo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';

/** Made from the PDF itself, so that they need a new conversion. */
export const conversionFormats = [
  'tagged-pdf',
  'annotated-pdf',
  'images',
] as const satisfies readonly Format[];
export type ConversionFormat = (typeof conversionFormats)[number];

/** The text formats that a job does not have yet. */
export function missingTextFormats(job: Job): readonly TextFormat[] {
  if (job.status !== 'done') return [];
  const existing = formatsOf(job);
  return textFormats.filter((format) => !existing.includes(format));
}

/** The formats that a done job does not have and that would cost pages. */
export function missingConversionFormats(job: Job): readonly ConversionFormat[] {
  if (job.status !== 'done') return [];
  const existing = formatsOf(job);
  return conversionFormats.filter((format) => !existing.includes(format));
}

function useWrite(job: Job) {
  const client = useClient();
  const queries = useQueryClient();
  return async (format: TextFormat) => {
    const { download_urls } = await client.jobs.writeOutputs(job.id, { format: [format] });
    queries.setQueryData<Job>(queryKeys.job(job.id), (known) => known && { ...known, download_urls });
    void queries.invalidateQueries({ queryKey: queryKeys.jobs });
    return download_urls;
  };
}

export function useWriteOutputs(job: Job) {
  return useMutation({ mutationFn: useWrite(job) });
}

/** Creates the format as soon as it is shown; once, however often its tab is opened meanwhile. */
export function useMissingOutput(job: Job, format: TextFormat) {
  const write = useWrite(job);
  return useQuery({
    queryKey: [...queryKeys.job(job.id), 'write', format],
    queryFn: () => write(format),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
