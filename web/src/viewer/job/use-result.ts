/** The results of a job, fetched when a tab is first opened and cached, because results never change. */
import type { Format } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { type DocumentModel, readDocument } from '../document/document-model.ts';
import { useResultFiles } from '../result-files.ts';

const immutable = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

export function useTextResult(jobId: string, format: Format, isWanted: boolean) {
  const files = useResultFiles();
  return useQuery({
    ...immutable,
    queryKey: [...queryKeys.job(jobId), 'text', format],
    queryFn: async ({ signal }) => (await files.download(jobId, format, { signal })).text(),
    enabled: isWanted,
  });
}

export function useDocument(jobId: string, isWanted: boolean) {
  const files = useResultFiles();
  return useQuery<DocumentModel>({
    ...immutable,
    queryKey: [...queryKeys.job(jobId), 'document'],
    queryFn: async ({ signal }) => {
      const download = await files.download(jobId, 'json', { signal });
      return readDocument(await download.json());
    },
    enabled: isWanted,
    // Comparing two trees of a thousand pages would cost more than the render it saves.
    structuralSharing: false,
  });
}
