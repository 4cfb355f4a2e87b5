/** Ends the session and forgets what was loaded in it. */
import { useQueryClient } from '@tanstack/react-query';
import { useDashboard } from './dashboard-context.ts';

export function useSignOut(): () => void {
  const { session } = useDashboard();
  const queries = useQueryClient();
  return () => {
    queries.clear();
    session.signOut().catch(() => {});
  };
}
