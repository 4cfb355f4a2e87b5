/** Who may read the metrics: whoever bears one of the tokens, or, where there are none, this machine itself. */
import { timingSafeEqual } from 'node:crypto';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

export type MetricsReader = { readonly authorization: string | undefined; readonly address: string };

function bears(given: Buffer, token: string): boolean {
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function mayReadMetrics(tokens: readonly string[], reader: MetricsReader): boolean {
  if (tokens.length === 0) return loopback.test(reader.address);
  const given = Buffer.from(reader.authorization ?? '');
  return tokens.filter((token) => bears(given, token)).length > 0;
}
