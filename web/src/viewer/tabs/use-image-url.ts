/** A picture of the job as an address this page may show; fetched with the caller's own rights. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useClient } from '../../session/dashboard-context.ts';

export function useImageUrl(jobId: string, name: string | null): string | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.job(jobId), 'image', name],
    queryFn: async ({ signal }) => (await client.jobs.image(jobId, name ?? '', { signal })).blob(),
    enabled: name !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}
