/** Invalidates cached queries when the event stream reports a change. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDashboard, useSessionState } from '../session/dashboard-context.ts';
import { queryKeys } from './query-client.ts';

/** A burst of events causes one refetch. */
const settleMs = 700;

export function LiveUpdates() {
  const { live } = useDashboard();
  const isSignedIn = useSessionState().kind === 'signed-in';
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    const controller = new AbortController();
    void live.run(controller.signal);
    return () => controller.abort();
  }, [live, isSignedIn]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const queryKey of [queryKeys.jobs, queryKeys.account, queryKeys.usage]) {
        void queries.invalidateQueries({ queryKey });
      }
    };
    const stop = live.listen((event) => {
      if (event.type !== 'job.progress') timer ??= setTimeout(refresh, settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [live, queries]);
  return null;
}
