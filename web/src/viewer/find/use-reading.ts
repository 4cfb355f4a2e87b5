/** The requests of the panels: search, outline and quote check. Results never change, so answers are kept. */
import type { OutlineItem } from '@octavo/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-client.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { fromSearch, type Hit, inDocumentOrder } from './hit.ts';

/** The most that one request returns. */
export const searchStep = 100;

type SearchAnswer = { readonly total: number; readonly hits: readonly Hit[] };

const kept = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  refetchOnWindowFocus: false,
} as const;

/** The best `wanted` hits, in the order of the document. */
export function useSearch(jobId: string, query: string, wanted: number) {
  const client = useClient();
  return useQuery<SearchAnswer>({
    ...kept,
    queryKey: [...queryKeys.job(jobId), 'search', query, wanted],
    queryFn: async ({ signal }) => {
      const list = client.jobs.search(jobId, { q: query, limit: searchStep }, { signal });
      const { total } = await list;
      const hits: Hit[] = [];
      for await (const hit of list) {
        hits.push(fromSearch(hit));
        if (hits.length >= wanted) break;
      }
      return { total, hits: inDocumentOrder(hits) };
    },
    enabled: query !== '',
    // The marks of the last query stay until the new ones are there.
    placeholderData: (last) => last,
  });
}

export function useOutline(jobId: string) {
  const client = useClient();
  return useQuery<readonly OutlineItem[]>({
    ...kept,
    queryKey: [...queryKeys.job(jobId), 'outline'],
    queryFn: async ({ signal }) => {
      const items: OutlineItem[] = [];
      const list = client.jobs.outline(jobId, { depth: 99, max_tokens: 20_000 }, { signal });
      for await (const item of list) items.push(item);
      return items;
    },
  });
}

export function useQuoteCheck(jobId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: async (exact: string) => {
      const { items, not_searched } = await client.jobs.locate(jobId, { quotes: [{ exact }] });
      const [answer] = items;
      if (answer === undefined) throw new Error('the service answered no quote');
      return { answer, notSearched: not_searched };
    },
  });
}
