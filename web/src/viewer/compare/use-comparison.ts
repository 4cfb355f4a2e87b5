/** The differences of two documents, and the change the reader is at, which is part of the URL. */
import type { Diff, DiffItem } from '@octavo/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useClient } from '../../session/dashboard-context.ts';
import type { CompareSearch } from './compare-search.ts';

export type CompareIds = { readonly baseId: string; readonly headId: string };

const route = getRouteApi('/compare/$baseId/$headId');
const nothing: readonly never[] = [];

function useDiff({ baseId, headId }: CompareIds, scope: Diff['scope']) {
  const client = useClient();
  return useQuery({
    queryKey: ['diff', baseId, headId, scope],
    queryFn: ({ signal }) =>
      client.diffs.create({ base_job_id: baseId, head_job_id: headId, scope }, { signal }),
    // Documents of done jobs never change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}

/** The place of the next or previous change; after the last comes the first. */
export function stepFrom(active: number | null, total: number, direction: 1 | -1): number {
  const from = active ?? (direction === 1 ? -1 : total);
  return (from + direction + total) % total;
}

export function useComparison(ids: CompareIds) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const scope: Diff['scope'] = search.scope ?? 'text';
  const query = useDiff(ids, scope);
  const items: readonly DiffItem[] = query.data?.items ?? nothing;
  const wanted = (search.change ?? 0) - 1;
  const active = items[wanted] === undefined ? null : wanted;
  const [visits, setVisits] = useState(0);
  const go = useCallback(
    (next: CompareSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const choose = useCallback(
    (change: number) => {
      setVisits((count) => count + 1);
      go({ ...(scope === 'structure' ? { scope } : {}), change: change + 1 });
    },
    [go, scope],
  );
  const setScope = useCallback(
    (next: Diff['scope']) => go(next === 'structure' ? { scope: next } : {}),
    [go],
  );
  return { query, scope, items, active, visits, choose, setScope };
}
