/** The plans of this installation and which of them is the account's. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/dashboard-context.ts';
import { queryKeys } from './query-keys.ts';

export function usePlans() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => client.plans.list({ signal }),
    staleTime: 300_000,
  });
}
