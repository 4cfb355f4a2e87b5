/** The query cache: how long responses stay fresh, and the keys they are stored under. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** In one place, so that code that changes something finds the queries to invalidate. */
export const queryKeys = {
  account: ['account'],
  plans: ['plans'],
  jobs: ['jobs'],
  job: (jobId: string) => ['job', jobId],
  apiKeys: ['api-keys'],
  usage: ['usage'],
  webhooks: ['webhooks'],
  settings: ['settings'],
  deliveries: (webhookId: string) => ['webhooks', webhookId, 'deliveries'],
} as const;

export function createQueryClient(onError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The SDK already retries; another retry here would only delay the error message.
      queries: { staleTime: 10_000, retry: false },
    },
  });
}
