/** The account of the signed-in user: plan, pages left, limits. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/dashboard-context.ts';
import { queryKeys } from './query-keys.ts';

export function useAccount() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => client.account.me({ signal }),
  });
}
