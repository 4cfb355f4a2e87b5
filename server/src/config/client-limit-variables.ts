/** Variables that limit clients: connections, uploads, requests, and slow bodies. */
import { integer } from './variable.ts';

export const clientLimitVariables = {
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
      'Submits of one account that an API process accepts at the same time; never fewer than its plan has active jobs.',
    fallback: 32,
    min: 1,
    max: 10_000,
  }),
  streamsPerAccountMax: integer({
    name: 'OCTAVO_STREAMS_PER_ACCOUNT_MAX',
    summary:
      'Event streams and long polls of one account that an API process holds open; further ones are answered 429.',
    fallback: 256,
    min: 1,
    max: 100_000,
  }),
  downloadsPerAccountMax: integer({
    name: 'OCTAVO_DOWNLOADS_PER_ACCOUNT_MAX',
    summary:
      'Downloads of one account that an API process sends at the same time; further ones are answered 429.',
    fallback: 32,
    min: 1,
    max: 10_000,
  }),
  downloadsMax: integer({
    name: 'OCTAVO_DOWNLOADS_MAX',
    summary:
      'Downloads of all accounts that an API process sends at the same time; further ones are answered 503. A process opens 64 more connections to the storage than this.',
    fallback: 192,
    min: 1,
    max: 10_000,
  }),
  requestsPerAccountMax: integer({
    name: 'OCTAVO_REQUESTS_PER_ACCOUNT_MAX',
    summary:
      'Other requests of one account that an API process answers at the same time; further ones are answered 429.',
    fallback: 128,
    min: 1,
    max: 100_000,
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
    summary: 'Over how long that rate is measured; also the longest pause in a body.',
    fallback: 30_000,
    min: 1_000,
    max: 600_000,
  }),
} as const;
