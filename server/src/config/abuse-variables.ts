/** Variables that bound what clients can hold open: connections, uploads, and the patience with slow ones. */
import { integer } from './variable.ts';

export const abuseVariables = {
  connectionsMax: integer({
    name: 'OCTAVO_HTTP_CONNECTIONS_MAX',
    summary:
      'Most connections an API process holds; further ones are closed at once. Keep it below the limit of open files.',
    fallback: 16_384,
    min: 16,
    max: 1_000_000,
  }),
  uploadsPerAccountMax: integer({
    name: 'OCTAVO_UPLOADS_PER_ACCOUNT_MAX',
    summary:
      'Submits of one account that an API process takes in at the same time; never fewer than its plan has active jobs.',
    fallback: 32,
    min: 1,
    max: 10_000,
  }),
  bodyBytesPerSecondMin: integer({
    name: 'OCTAVO_BODY_BYTES_PER_SECOND_MIN',
    summary: 'Bodies that arrive more slowly are answered 408.',
    fallback: 1_024,
    min: 1,
    max: 1_000_000,
  }),
  bodyWindowMs: integer({
    name: 'OCTAVO_BODY_WINDOW_MS',
    summary: 'Over how long that pace is measured; also the longest pause in a body.',
    fallback: 30_000,
    min: 1_000,
    max: 600_000,
  }),
} as const;
