/** How answers are kept: fresh for a moment, asked for again when the window comes back. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

export function createQueries(onError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The SDK repeats what is worth repeating; once more here would only delay the message.
      queries: { staleTime: 10_000, retry: false },
    },
  });
}
