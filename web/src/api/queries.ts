/** How answers are kept: fresh for a moment, asked for again when the window comes back. */
import { QueryClient } from '@tanstack/react-query';

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The SDK repeats what is worth repeating; once more here would only delay the message.
      queries: { staleTime: 10_000, retry: false },
    },
  });
}
