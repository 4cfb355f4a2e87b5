/** The share links of a job: list, create, revoke. */
import type { ShareInput } from '@octavo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';

const keyOf = (jobId: string) => [...queryKeys.job(jobId), 'shares'];

export function useShares(jobId: string) {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(jobId),
    queryFn: ({ signal }) => client.shares.list(jobId, { signal }),
  });
}

export function useCreateShare(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: ShareInput) => client.shares.create(jobId, share),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(jobId) }),
  });
}

export function useRevokeShare(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (shareId: string) => client.shares.revoke(jobId, shareId),
    // Also after an error: the link may have ended meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(jobId) }),
  });
}
