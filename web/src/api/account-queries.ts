/** Queries that several pages share: the signed-in user's account, its month, and the plans of this installation. */
import type { Plan } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/dashboard-context.ts';
import { queryKeys } from './query-client.ts';

export function useAccount() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => client.account.me({ signal }),
  });
}

/** The pages of the current month: charged, reserved and left. */
export function useMonth() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.usage, 'month'],
    queryFn: async ({ signal }) => (await client.usage.retrieve({}, { signal })).month,
  });
}

export function usePlans() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => client.plans.list({ signal }),
    staleTime: 300_000,
  });
}

/** The plan of the signed-in user; undefined while it is loading. */
export function usePlan(): Plan | undefined {
  const { data } = usePlans();
  return data?.plans.find(({ tier }) => tier === data.current);
}
